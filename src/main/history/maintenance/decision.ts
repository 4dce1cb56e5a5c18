/**
 * Whether a task is cancelled or its result put in place: whoever decides first, its caller or its thread, has decided for
 * both. So a caller knows at once that nothing will be changed, even while the thread is in a step of SQLite, which nothing
 * interrupts.
 */
export type Decision = Int32Array<SharedArrayBuffer>;

const undecided = 0;
const cancelled = 1;
const committed = 2;

export const createDecision = (): Decision => new Int32Array(new SharedArrayBuffer(4));

export const isCancelled = (decision: Decision): boolean => Atomics.load(decision, 0) === cancelled;

/** By the caller: false if the result is being put in place already. */
export const cancel = (decision: Decision): boolean =>
  Atomics.compareExchange(decision, 0, undecided, cancelled) !== committed;

/** By the thread, before it changes what is there: false if the caller has cancelled. */
export const commit = (decision: Decision): boolean =>
  Atomics.compareExchange(decision, 0, undecided, committed) !== cancelled;
