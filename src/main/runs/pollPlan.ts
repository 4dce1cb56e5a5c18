/** What the last look at the queue said; null where the service did not tell. */
export type QueueLook = { readonly queued: number; readonly processing: number } | null;

/** Fastest and slowest rhythm of looking, milliseconds. */
const fastestMs = 250;
const slowestMs = 5_000;
const maxPerPass = 500;
/** Every so many looks the tasks at the front are asked about, whatever the queue's numbers say. */
const looksPerProbe = 4;

/**
 * How many of our oldest tasks are worth asking about now. Tasks start in the order they were sent, so what has
 * ended lies among the first `ended + processing`. The queue counts the tasks of everybody on the account: what
 * it does not hold any more of ours has certainly ended, and with others in it there may be more.
 */
export function tasksToAsk(outstanding: number, look: QueueLook, round: number): number {
  if (look === null) return Math.min(outstanding, maxPerPass);
  const certain = Math.max(0, outstanding - look.queued - look.processing);
  const probing = round % looksPerProbe === 0;
  if (certain === 0 && !probing) return 0;
  return Math.min(outstanding, maxPerPass, certain + Math.max(1, look.processing));
}

/**
 * The next wait: shorter while tasks end, longer while nothing does, by a tenth each time. An idle run looks every
 * second after eight seconds and every five after a minute.
 */
export function nextPollMs(lastMs: number, ended: number): number {
  if (ended > 0) return Math.max(fastestMs, Math.round(lastMs / 2));
  return Math.min(slowestMs, Math.round(Math.max(fastestMs, lastMs * 1.1)));
}

/** Questions about tasks that may go out in a second: a quarter of the account's rate, so that others get theirs. */
export function pollsPerSecond(rateLimit: number | null): number {
  return Math.max(5, Math.floor((rateLimit ?? 100) / 4));
}

/** How many tasks a run may have at the service at once: enough for its slots, few enough to count and to clear. */
export function maxOutstanding(slots: number | null): number {
  return Math.max(1_000, (slots ?? 0) * 8);
}
