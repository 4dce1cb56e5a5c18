const attempts = 'gap-fill 0 Attempts';
const retry = 'interface: Retry rules';

export const attemptRules = {
  'TRY-1': {
    text: 'a job has up to five attempts: it succeeds after four retryable failures',
    source: attempts,
  },
  'TRY-2': { text: 'a job whose five attempts all fail is 500', source: `${attempts}; interface: Errors` },
  'TRY-3': {
    text: 'the waits between attempts are within exponential backoff with full jitter',
    source: attempts,
  },
  'TRY-4': { text: 'no new attempt starts after the time limit for attempts', source: attempts },
  'TRY-5': {
    text: 'an attempt still running then is cancelled before a client times out (the client waits 330 seconds, the service 300)',
    source: 'gap-fill 11; interface: Retry rules 5',
  },
  'TRY-6': {
    text: 'a permanent failure is not retried',
    source: `interface: Errors, Codes (502); ${retry} 3`,
  },
  'TRY-7': {
    text: 'a 429 did not run and was not charged: the same call succeeds later and is charged once',
    source: `${retry} 1`,
  },
  'TRY-8': {
    text: 'repeating a creation whose response was lost is 409, or RESOURCE_ALREADY_EXISTS in a batch',
    source: `${retry} 2`,
  },
  'TRY-9': { text: 'GET and DELETE may be repeated', source: `${retry} 2` },
  'TRY-10': { text: 'repeating any other 4xx fails in the same way', source: `${retry} 4` },
  'TRY-11': { text: 'synchronous calls and tasks are retried by the same rules', source: 'gap-fill 4.8' },
} as const;
