export const monitorCalls = {
  'MON-1': {
    text: 'every engine answers a synchronous POST with 200 and {success: true, result}',
    source: 'interface: Common to every monitor endpoint; gap-fill 3',
  },
  'MON-2': {
    text: 'a 200 carries the rate-limit, concurrency, credit and latency headers',
    source: 'interface: Common to every monitor endpoint; Response headers',
  },
  'MON-3': {
    text: 'every other answer of a monitor endpoint to a known account carries those headers too',
    source: 'interface: Response headers (sent on: monitor responses)',
  },
  'MON-4': {
    text: 'X-Latency-Ms is the processing time in whole milliseconds',
    source: 'interface: Response headers',
  },
  'MON-5': {
    text: 'X-Credits-Charged is what was charged and X-Credits-Remaining the balance after it',
    source: 'interface: Response headers; Common to every monitor endpoint',
  },
  'MON-6': {
    text: 'a question is required, a string, and not empty after trimming',
    source: 'interface: tables of the monitor endpoints; gap-fill 0 Prompt and query',
  },
  'MON-7': {
    text: 'a question may have 10,000 characters after trimming, not 10,001',
    source: 'gap-fill 0 Prompt and query',
  },
  'MON-8': {
    text: 'a field the engine does not have is refused by name, so that a misspelt flag costs nothing',
    source: 'gap-fill 0 Unknown request fields',
  },
  'MON-9': {
    text: 'an include flag the engine does not have is refused by name',
    source: 'gap-fill 0 Unknown request fields; interface: tables of the monitor endpoints',
  },
  'MON-10': {
    text: 'include is optional and may be empty, but must be an object',
    source: 'interface: tables of the monitor endpoints',
  },
  'MON-11': {
    text: 'a refused call charges nothing',
    source: 'interface: Common to every monitor endpoint',
  },
  'MON-12': {
    text: 'html is the URL of the full page: one for assistants and search-ai, one per page for search and news',
    source: 'interface: tables of the monitor endpoints; gap-fill 9',
  },
  'MON-13': {
    text: 'markdown, html and rawResponse are absent unless requested',
    source: 'gap-fill 9, general presence rules',
  },
  'MON-14': {
    text: 'an empty engine answer is a success and is billed',
    source: 'gap-fill 4.8',
  },
  'MON-15': {
    text: 'country is one of the 250 codes where the engine is available, and upper case for assistants',
    source: 'interface: tables of the monitor endpoints; gap-fill 7.1, 10.3, 12',
  },
  'MON-16': {
    text: 'X-Latency-Ms counts from the last byte of the request, so a slow upload is not included',
    source: 'interface: Response headers (excluding network transit)',
  },
  'MON-18': {
    text: 'codes of countries and states are taken as the lists write them on every route: no blanks around them, no lower-case states',
    source: 'interface: tables of the monitor endpoints; Country and state lists; gap-fill 7.2, 12',
  },
  'MON-17': {
    text: 'a 405 on a monitor path carries the headers of monitor responses',
    source: 'interface: Response headers',
  },
} as const;
