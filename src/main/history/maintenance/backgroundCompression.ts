import type { PollSchedule } from '#platform/pollSchedule.ts';
import type { DerivationPool } from '../threads/derivation/derivationPool.ts';
import type { HistoryCalls } from '../threads/reopeningHistory.ts';

/** Bodies written per call: other calls wait for some milliseconds at most. */
const batchSize = 32;
const everyMs = 2000;

/**
 * Compresses everything that is pending: on a pool thread, while the previous bodies are written.
 * @returns the number of bodies
 */
export async function packPending(
  history: HistoryCalls,
  pool: Pick<DerivationPool, 'run'>,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  let after = 0;
  let writing: Promise<void> = Promise.resolve();
  while (!signal.aborted) {
    const packed = await pool.run('packed', { after, limit: batchSize }, { background: true });
    await writing;
    const last = packed.bodies.at(-1);
    if (!last) break;
    after = last.id;
    count += packed.bodies.length;
    writing = history.call('maintenance.storeCompressed', packed);
    writing.catch(() => {});
    // Written first, so that the next thread finds it in the file instead of building another one.
    if (packed.dictionaries.length > 0) await writing;
  }
  await writing;
  return count;
}

/** Compresses pending bodies while idle, until the signal aborts. */
export async function compressInBackground(
  history: HistoryCalls,
  pool: Pick<DerivationPool, 'run'>,
  polling: PollSchedule,
  signal: AbortSignal,
): Promise<void> {
  const pause = polling.interval(everyMs);
  while (!signal.aborted) {
    // A history that cannot be written has already reported it and may be repaired later.
    const waiting = await history.call('maintenance.pendingCompression', {}).catch(() => false);
    const packed = waiting ? await packPending(history, pool, signal).catch(() => 0) : 0;
    if (packed === 0) await pause(signal);
  }
}
