/** Result of the last queue poll; null if the service did not report it. */
export type QueueLook = { readonly queued: number; readonly processing: number } | null;

/** Shortest and longest polling interval, in milliseconds. */
const fastestMs = 250;
const slowestMs = 5_000;
const maxPerPass = 500;
/** Every this many polls, the tasks at the front are queried whatever the queue's numbers. */
const looksPerProbe = 4;

/**
 * How many of our oldest tasks to query now. Tasks start in the order they were submitted, so the ended ones
 * are among the first `ended + processing`. The queue counts tasks of all users of the account: tasks of ours
 * that it can no longer contain have certainly ended; with other users there may be more.
 */
export function tasksToAsk(outstanding: number, look: QueueLook, round: number): number {
  if (look === null) return Math.min(outstanding, maxPerPass);
  const certain = Math.max(0, outstanding - look.queued - look.processing);
  const probing = round % looksPerProbe === 0;
  if (certain === 0 && !probing) return 0;
  return Math.min(outstanding, maxPerPass, certain + Math.max(1, look.processing));
}

/**
 * The next interval: a tenth shorter while tasks end, a tenth longer while none do. An idle run polls every
 * second after eight seconds and every five after a minute.
 */
export function nextPollMs(lastMs: number, ended: number): number {
  if (ended > 0) return Math.max(fastestMs, Math.round(lastMs / 2));
  return Math.min(slowestMs, Math.round(Math.max(fastestMs, lastMs * 1.1)));
}

/** Task queries per second: a quarter of the account's rate, which leaves the rest to others. */
export function pollsPerSecond(rateLimit: number | null): number {
  return Math.max(5, Math.floor((rateLimit ?? 100) / 4));
}

/** How many tasks a run may have at the service: enough for its slots, few enough to count and to clear. */
export function maxOutstanding(slots: number | null): number {
  return Math.max(1_000, (slots ?? 0) * 8);
}
