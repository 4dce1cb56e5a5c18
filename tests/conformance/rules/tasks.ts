const creation = 'gap-fill 4.1';
const input = 'interface: Resources, Async task';
const machine = 'gap-fill 4.8';

export const tasks = {
  'TASK-1': {
    text: 'POST /v1/async/task answers 200 with success, task and credits',
    source: 'interface: Async endpoints; gap-fill 4.2',
  },
  'TASK-2': { text: 'a task id is a UUID', source: 'gap-fill 4.3' },
  'TASK-3': {
    text: 'a new task is QUEUED, with its type, priority, time of creation, null latency and its key or null',
    source: 'gap-fill 4.2, 4.3',
  },
  'TASK-4': { text: 'taskType is required and is one of the eight engines', source: creation },
  'TASK-5': {
    text: 'the lower-case path segments are accepted as taskType too, and are returned in upper case',
    source: 'gap-fill 0 Task types',
  },
  'TASK-6': { text: 'payload is required and an object', source: creation },
  'TASK-7': {
    text: 'the payload is validated like the synchronous body, its fields named payload.<field>',
    source: `${creation}; gap-fill 10.2; interface: Async task`,
  },
  'TASK-8': { text: 'the payload contains at least prompt, or query for web search', source: input },
  'TASK-9': { text: 'a payload of search may contain url instead of query', source: creation },
  'TASK-10': { text: 'priority is an integer from 1 to 10', source: `${input}; interface: Limits` },
  'TASK-11': { text: 'priority defaults to 1', source: `${input}; interface: Limits` },
  'TASK-12': { text: 'idempotencyKey is a string of 1 to 255 characters', source: `${input}; gap-fill 0` },
  'TASK-13': { text: 'webhook.url is required when webhook is given', source: input },
  'TASK-14': {
    text: 'webhook.url is an absolute http or https URL of at most 2,048 characters',
    source: 'gap-fill 0 webhook.url',
  },
  'TASK-15': {
    text: 'an unknown field of the task, its payload or its webhook is refused by name',
    source: `${creation}; gap-fill 0 Unknown request fields`,
  },
  'TASK-16': {
    text: 'a task that fails validation is 422 with the validation shape',
    source: 'interface: Errors',
  },
  'TASK-17': {
    text: 'GET /v1/async/task/{taskId} has task and credits, and no response, until it has finished',
    source: 'interface: Async endpoints; gap-fill 4.5',
  },
  'TASK-18': {
    text: 'a completed task has the full result of its engine, not wrapped',
    source: 'interface: Async endpoints; gap-fill 3, 4.5',
  },
  'TASK-19': {
    text: 'a failed task has response.error with code and message, and charged 0',
    source: 'gap-fill 4.3, 4.5',
  },
  'TASK-20': {
    text: 'the webhook block is present only after a task with a webhook has finished',
    source: 'gap-fill 4.5',
  },
  'TASK-21': { text: 'an unknown task id is 404 RESOURCE_NOT_FOUND', source: 'interface: Async endpoints' },
  'TASK-22': {
    text: 'an id that is not a UUID is 404 too',
    source: 'interface: Errors, Codes (unknown task id)',
  },
  'TASK-23': {
    text: 'states go QUEUED, PROCESSING, then COMPLETED or FAILED, and never back',
    source: machine,
  },
  'TASK-24': {
    text: 'latencyMs is null until the end and excludes the time in the queue',
    source: 'gap-fill 4.3',
  },
  'TASK-25': {
    text: 'latencyMs includes all attempts and the waits between them',
    source: 'gap-fill 4.3',
  },
  'TASK-26': {
    text: 'a retryable failure is retried by the service, and the task completes',
    source: `${machine}; gap-fill 0 Attempts`,
  },
  'TASK-27': { text: 'five failed attempts make a task FAILED', source: `${machine}; gap-fill 0 Attempts` },
  'TASK-28': { text: 'a permanent failure makes a task FAILED immediately', source: machine },
  'TASK-29': {
    text: 'a finished task does not change: repeated requests return the same response',
    source: 'interface: Async endpoints',
  },
  'TASK-30': {
    text: 'a task is found by its id in either letter case and by its idempotencyKey, of 255 characters too',
    source: 'gap-fill 4.3 (UUID), 4.5; gap-fill 0 idempotencyKey',
  },
  'TASK-32': {
    text: 'webhook.url names a host and has no line breaks, and is shown as it will be called',
    source: 'gap-fill 0 webhook.url',
  },
  'TASK-31': {
    text: 'an id of any length is 401 without a key, else 404, and counts against the rate limit',
    source: 'interface: Async endpoints; Authentication 1; Limits',
  },
} as const;

const item = 'interface: Batch result; gap-fill 4.4';

export const batches = {
  'BATCH-1': {
    text: 'the body is a JSON array of tasks',
    source: 'interface: Async endpoints; gap-fill 4.4',
  },
  'BATCH-2': {
    text: 'a body that is not an array is 422 with the validation shape',
    source: 'interface: Async endpoints',
  },
  'BATCH-3': {
    text: 'an empty array is 422 with the validation shape',
    source: 'interface: Async endpoints',
  },
  'BATCH-4': { text: '500 tasks are accepted, 501 are 422', source: 'interface: Limits; gap-fill 4.4' },
  'BATCH-5': { text: 'the answer is 200 with success, a summary and one result per task', source: item },
  'BATCH-6': { text: 'results have the order of the tasks and state their index from 0', source: item },
  'BATCH-7': { text: 'the summary counts all, created and refused tasks', source: item },
  'BATCH-8': { text: 'success is true even when every task was refused', source: 'gap-fill 4.4' },
  'BATCH-9': {
    text: 'each task is validated by itself: a bad one is VALIDATION_ERROR with details.errors and the others run',
    source: 'interface: Async endpoints; gap-fill 0 Async validation',
  },
  'BATCH-10': { text: 'an item that is not an object is VALIDATION_ERROR', source: item },
  'BATCH-11': {
    text: 'a key of an earlier task is RESOURCE_ALREADY_EXISTS with details field and value',
    source: 'interface: Errors, Codes; gap-fill 10.4',
  },
  'BATCH-12': {
    text: 'a key repeated inside the batch is RESOURCE_ALREADY_EXISTS for the later task',
    source: 'gap-fill 4.4',
  },
  'BATCH-13': {
    text: 'credits accumulate within the batch: later tasks the balance does not cover are INSUFFICIENT_CREDITS',
    source: 'interface: Batch result; gap-fill 4.4',
  },
  'BATCH-14': {
    text: 'a batch that would overflow the queue is refused as a whole with 429 QUEUE_LIMIT_EXCEEDED and its four details',
    source: 'interface: Async endpoints; Errors, Codes',
  },
  'BATCH-15': {
    text: 'capacity is checked before anything else: invalid tasks count towards the overflow',
    source: 'gap-fill 4.4',
  },
  'BATCH-16': { text: 'an accepted task of a batch behaves like any other task', source: item },
} as const;
