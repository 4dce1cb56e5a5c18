import type { Looks } from '#platform/looks.ts';
import type { DerivationPool } from '../threads/derivation/derivationPool.ts';
import type { HistoryCalls } from '../threads/reopeningHistory.ts';

/** Bodies put in their place at once: other calls wait for some milliseconds at most. */
const batchSize = 32;
const everyMs = 2000;

/**
 * Packs tightly all that was stored in haste: on a thread of the pool, while what was packed before is written.
 * @returns how many bodies it were
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
    // The next thread finds it in the file instead of making another one.
    if (packed.dictionaries.length > 0) await writing;
  }
  await writing;
  return count;
}

/** Packs tightly what was stored in haste, while nobody waits, until the signal aborts. */
export async function compressInBackground(
  history: HistoryCalls,
  pool: Pick<DerivationPool, 'run'>,
  looks: Looks,
  signal: AbortSignal,
): Promise<void> {
  const pause = looks.every(everyMs);
  while (!signal.aborted) {
    // A history that cannot be written now has told so already; it may be mended later.
    const waiting = await history.call('maintenance.pendingCompression', {}).catch(() => false);
    const packed = waiting ? await packPending(history, pool, signal).catch(() => 0) : 0;
    if (packed === 0) await pause(signal);
  }
}
