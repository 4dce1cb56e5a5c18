const limit = 'interface: Limits, rate limit';

export const rateLimit = {
  'RATE-1': {
    text: 'every response carries X-RateLimit-Limit and X-RateLimit-Remaining',
    source: 'interface: Response headers',
  },
  'RATE-2': { text: 'the limit is 1000 a second unless configured', source: 'gap-fill 0 Rate limit' },
  'RATE-3': { text: 'a burst with the requests of one second is accepted', source: limit },
  'RATE-4': {
    text: 'a request over the limit is 429 RATE_LIMIT_EXCEEDED',
    source: `${limit}; interface: Errors`,
  },
  'RATE-5': { text: 'the limit resets within a second', source: limit },
  'RATE-6': { text: 'no 429 carries Retry-After', source: `${limit}; interface: Retry rules 1` },
  'RATE-7': { text: 'the limit is per account: all of its keys share it', source: limit },
  'RATE-8': { text: 'an account over its limit does not slow another', source: limit },
  'RATE-9': {
    text: 'all endpoints of an account share the limit',
    source: `${limit}; gap-fill 15 (per account)`,
  },
  'RATE-10': { text: 'Remaining counts down to 0 within the window', source: 'interface: Response headers' },
  'RATE-11': {
    text: 'redirect resolution counts towards the limit and is refused with the same envelope',
    source: 'interface: POST /v1/monitor/search/goto',
  },
  'RATE-12': {
    text: 'a monitor call over the limit reports 0 credits charged and does not run',
    source: 'interface: Response headers; Retry rules 1',
  },
  'RATE-13': {
    text: 'the limit applies to any second: two bursts around the end of a window are not both accepted',
    source: limit,
  },
} as const;
