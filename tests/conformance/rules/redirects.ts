const goto = 'interface: POST /v1/monitor/search/goto';

export const redirects = {
  'GOTO-1': {
    text: 'a redirectLink of a result resolves to the destination returned with it',
    source: `${goto}; interface: Monitor result`,
  },
  'GOTO-2': { text: 'the answer is 200 with url as its only member', source: `${goto}; gap-fill 8` },
  'GOTO-3': { text: 'url is required', source: goto },
  'GOTO-4': { text: 'url must be an absolute address', source: goto },
  'GOTO-5': { text: 'url must be on the main host of the engine', source: goto },
  'GOTO-6': { text: 'url must have the path /goto or /url', source: goto },
  'GOTO-7': { text: 'one link per request: a list or a second field is refused', source: `${goto}; Limits` },
  'GOTO-8': { text: 'it charges no credits', source: `${goto}; Limits` },
  'GOTO-9': { text: 'it works while every slot is busy', source: goto },
  'GOTO-10': { text: 'it works with an empty balance', source: goto },
  'GOTO-11': {
    text: 'its answers carry X-RateLimit-Limit and X-RateLimit-Remaining',
    source: goto,
  },
  'GOTO-12': {
    text: 'a link the engine does not answer with a redirect is 502 EXTERNAL_SERVICE_ERROR',
    source: goto,
  },
  'GOTO-13': { text: 'a redirect link cannot be a task', source: 'gap-fill 4.1' },
  'GOTO-14': {
    text: 'no other address can be reached through it: credentials, ports and look-alike hosts are refused',
    source: `${goto}; gap-fill 8`,
  },
} as const;
