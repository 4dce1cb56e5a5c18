export const queue = {
  'QUEUE-1': {
    text: 'GET /v1/async/status counts queued and processing tasks and the slots in use',
    source: 'interface: Queue metrics; gap-fill 4.6',
  },
  'QUEUE-2': {
    text: 'priorityBreakdown has the queued tasks by priority, highest first, without empty levels',
    source: 'gap-fill 4.6',
  },
  'QUEUE-3': {
    text: 'slots in use count synchronous calls and tasks together',
    source: 'gap-fill 4.6; interface: What the service does',
  },
  'QUEUE-4': {
    text: 'the metrics are those of the account, not of another',
    source: 'interface: Queue metrics',
  },
  'QUEUE-5': { text: 'a task of higher priority starts first', source: 'interface: Resources, Async task' },
  'QUEUE-6': { text: 'tasks of one priority start in the order of their creation', source: 'gap-fill 4.8' },
  'QUEUE-7': {
    text: 'a higher priority goes before queued tasks, but does not interrupt running ones',
    source: 'interface: Resources, Async task; gap-fill 4.7',
  },
  'QUEUE-8': {
    text: 'DELETE /v1/async/queue removes the queued tasks and returns their number',
    source: 'interface: Async endpoints; gap-fill 4.7',
  },
  'QUEUE-9': {
    text: 'clearing is idempotent: an empty queue clears 0',
    source: 'interface: Async endpoints',
  },
  'QUEUE-10': { text: 'a cleared task is gone: 404', source: 'interface: States; gap-fill 4.8' },
  'QUEUE-11': {
    text: 'clearing leaves running, completed and failed tasks untouched',
    source: 'interface: States',
  },
  'QUEUE-12': { text: 'clearing charges nothing', source: 'interface: States' },
  'QUEUE-13': {
    text: 'clearing leaves the queues of other accounts alone',
    source: 'interface: Async endpoints',
  },
  'QUEUE-14': {
    text: 'a single task that would overflow the queue is 429 QUEUE_LIMIT_EXCEEDED, with batchSize 1',
    source: 'interface: Async endpoints; gap-fill 10.4',
  },
  'QUEUE-15': {
    text: 'the queue limit counts queued tasks only, not running ones',
    source: 'gap-fill 0 Queue size',
  },
  'QUEUE-16': { text: 'the queue limit is per account', source: 'gap-fill 0 Queue size' },
  'QUEUE-17': { text: 'capacity freed by clearing can be used again', source: 'gap-fill 4.7, 4.9' },
  'QUEUE-18': {
    text: 'clearing takes no body, so that no Content-Type is wrong for it',
    source: 'interface: Async endpoints (DELETE /v1/async/queue)',
  },
} as const;

export const idempotency = {
  'IDEM-1': {
    text: 'a second task with the key of another is 409 RESOURCE_CONFLICT with the field and its value',
    source: 'interface: Async endpoints; gap-fill 0, 409',
  },
  'IDEM-2': { text: 'the repeat creates nothing', source: 'interface: Resources, Async task' },
  'IDEM-3': { text: 'a key stays bound after its task has completed or failed', source: 'gap-fill 4.9' },
  'IDEM-4': { text: 'a key is unique across the account only', source: 'interface: Resources, Async task' },
  'IDEM-5': { text: 'the key of a cleared task can be used again', source: 'gap-fill 0 idempotencyKey; 4.9' },
  'IDEM-6': {
    text: 'of simultaneous creations with one key exactly one succeeds',
    source: 'interface: Resources, Async task; Retry rules 2',
  },
  'IDEM-7': {
    text: 'a task that failed validation does not bind its key',
    source: 'gap-fill 0 idempotencyKey',
  },
  'IDEM-8': { text: 'tasks without a key never conflict', source: 'interface: Resources, Async task' },
  'IDEM-9': {
    text: 'keys that differ in any character are different keys, and an unpaired surrogate is not a valid key',
    source: 'interface: Resources, Async task',
  },
} as const;

export const retention = {
  'KEEP-1': {
    text: 'a finished task is removed after its retention period, and is then 404',
    source: 'gap-fill 0 Retention; 4.9',
  },
  'KEEP-2': { text: 'its HTML file is removed too', source: 'gap-fill 0 Retention; 4.9' },
  'KEEP-3': { text: 'its idempotency key can then be used again', source: 'gap-fill 0 idempotencyKey; 4.9' },
  'KEEP-4': { text: 'a queued task is not removed, however long it waits', source: 'gap-fill 4.9' },
  'KEEP-5': {
    text: 'tasks, results, keys, balances and queue survive a restart of the service',
    source: 'gap-fill 0 Task waiting at restart',
  },
  'KEEP-6': {
    text: 'a task that was running when the service was killed continues after the restart and is charged once',
    source: 'gap-fill 0 Task waiting at restart',
  },
} as const;
