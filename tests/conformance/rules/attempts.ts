const attempts = 'gap-fill 0 Attempts';
const retry = 'interface: Retry rules';

export const attemptRules = {
  'TRY-1': {
    text: 'a job has up to five attempts: four failures worth retrying still end well',
    source: attempts,
  },
  'TRY-2': { text: 'a job whose five attempts all fail is 500', source: `${attempts}; interface: Errors` },
  'TRY-3': {
    text: 'the waits between attempts are within exponential backoff with full jitter',
    source: attempts,
  },
  'TRY-4': { text: 'no new attempt starts after the time for attempts is over', source: attempts },
  'TRY-5': {
    text: 'an attempt still running then is cut off soon, before a client stops waiting (330 of 300 seconds)',
    source: 'gap-fill 11; interface: Retry rules 5',
  },
  'TRY-6': {
    text: 'a failure retrying would not fix is not retried',
    source: `interface: Errors, Codes (502); ${retry} 3`,
  },
  'TRY-7': {
    text: 'a 429 ran and charged nothing: the same call made later succeeds and is charged once',
    source: `${retry} 1`,
  },
  'TRY-8': {
    text: 'a creation repeated after its answer was lost is 409, or RESOURCE_ALREADY_EXISTS in a batch',
    source: `${retry} 2`,
  },
  'TRY-9': { text: 'GET and DELETE may be repeated', source: `${retry} 2` },
  'TRY-10': { text: 'other 4xx fail the same way again', source: `${retry} 4` },
  'TRY-11': { text: 'synchronous calls and tasks are retried by the same rules', source: 'gap-fill 4.8' },
} as const;
