import type { Logger } from '#platform/log.ts';
import type { PollSchedule } from '#platform/pollSchedule.ts';
import type { DerivationPool } from '../threads/derivation/derivationPool.ts';
import type { HistoryCalls } from '../threads/reopeningHistory.ts';
import type { IndexProgress } from './indexOperations.ts';

/** Answers indexed per call: other calls wait for some ten milliseconds at most. */
const batchSize = 24;
const everyMs = 1500;

/**
 * Indexes all pending answers: a pool thread extracts words of the next answers while those of the previous
 * ones are written.
 * @returns the final state
 */
export async function indexPending(
  history: HistoryCalls,
  pool: Pick<DerivationPool, 'run'>,
  signal: AbortSignal,
  onProgress: (progress: IndexProgress) => void = () => {},
): Promise<IndexProgress> {
  const read = (after: number) => {
    const words = pool.run('words', { after, limit: batchSize });
    // The code that writes the previous words gets the error when it reaches these.
    words.catch(() => {});
    return words;
  };
  let upcoming = read(0);
  for (;;) {
    const answers = await upcoming;
    const last = answers.at(-1);
    if (last) upcoming = read(last.id);
    const progress = await history.call('search.addWords', { answers });
    onProgress(progress);
    if (!last || signal.aborted) return progress;
  }
}

/**
 * Indexes stored answers while idle, until the signal aborts. Work left undone when the program ended continues
 * at the next start.
 */
export async function indexInBackground(
  history: HistoryCalls,
  pool: Pick<DerivationPool, 'run'>,
  polling: PollSchedule,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  let behind = false;
  const tell = ({ pending }: IndexProgress): void => {
    if (pending > 1000 && !behind) log('info', 'Indexing stored answers', { pending });
    if (behind && pending === 0) log('info', 'All stored answers are indexed', {});
    behind = pending > 0 && (behind || pending > 1000);
  };
  const pause = polling.interval(everyMs);
  while (!signal.aborted) {
    // If there is nothing to add, index segments are merged. A history that cannot be written has already
    // reported it and may be repaired later.
    const waiting = await history.call('search.addWords', { answers: [] }).catch(() => null);
    const worked =
      (waiting?.pending ?? 0) > 0 && (await indexPending(history, pool, signal, tell).catch(() => null));
    if (!worked) await pause(signal);
  }
}
