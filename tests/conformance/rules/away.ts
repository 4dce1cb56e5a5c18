import type { Rules } from '../rule.ts';

const limits = 'interface: Retry rules 5 (30 seconds an attempt); Errors, Codes';

export const away = {
  'AWAY-1': {
    text: 'while the database does not answer, a request that needs it is 500 INTERNAL_SERVER_ERROR within ten seconds and charges nothing',
    source: limits,
  },
  'AWAY-2': {
    text: 'an error never names hosts, files, options or codes of the deployment, and keeps its request id and rate-limit headers',
    source: 'interface: Errors, Envelope; Response headers',
  },
  'AWAY-3': {
    text: 'meanwhile 405, 404, unreadable JSON, invalid bodies and the lists are answered at once, as always',
    source: limits,
  },
  'AWAY-4': {
    text: 'when the database answers again, so does the service, without a restart',
    source: limits,
  },
} as const satisfies Rules;
