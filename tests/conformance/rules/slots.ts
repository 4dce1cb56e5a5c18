const headers = 'interface: Response headers';
const limits = 'interface: Limits, concurrency slots';

export const slots = {
  'SLOT-1': { text: 'each plan has its number of slots', source: limits },
  'SLOT-2': { text: 'each plan grants its monthly credits', source: 'gap-fill 6.2' },
  'SLOT-3': { text: 'a synchronous call holds a slot for its whole run', source: limits },
  'SLOT-4': { text: 'the slot is free again when the call has succeeded or failed', source: limits },
  'SLOT-5': {
    text: 'a synchronous call that finds every slot busy is 429 CONCURRENT_LIMIT_EXCEEDED with details.limit',
    source: 'interface: Errors, Codes',
  },
  'SLOT-6': {
    text: 'that 429 charges nothing and runs nothing',
    source: 'interface: Retry rules 1; Response headers',
  },
  'SLOT-7': {
    text: 'X-Concurrent-Limit is the slots of the plan, Current those in use, Remaining the free ones',
    source: headers,
  },
  'SLOT-8': {
    text: 'a refused call carries the concurrency headers too: every slot in use, none remaining',
    source: `${headers}; gap-fill 13`,
  },
  'SLOT-9': { text: 'a running task holds a slot of the same account', source: limits },
  'SLOT-10': { text: 'a queued task holds no slot', source: `${limits}; interface: States` },
  'SLOT-11': { text: 'a queued task waits while a synchronous call uses the slot', source: limits },
  'SLOT-12': {
    text: 'a task waiting to retry keeps its slot and shows PROCESSING',
    source: 'interface: States; gap-fill 0 Attempts',
  },
  'SLOT-13': {
    text: 'slots belong to an account: a full account does not block another',
    source: limits,
  },
  'SLOT-14': {
    text: 'accounts take turns for workers, so that one account with a batch does not block another',
    source: limits,
  },
  'SLOT-15': { text: 'no more tasks run at once than the plan has slots', source: limits },
  'SLOT-16': {
    text: 'a change of plan takes effect immediately',
    source: 'gap-fill 6.2 (upgrade: immediate)',
  },
  'SLOT-17': {
    text: 'a client that disconnects does not stop its run: the slot stays in use, and a completed run is charged and stored',
    source: 'interface: Retry rules 3; gap-fill 0, 499',
  },
} as const;
