import type { Logger } from '#platform/log.ts';
import type { Looks } from '#platform/looks.ts';
import type { DerivationPool } from '../threads/derivation/derivationPool.ts';
import type { HistoryCalls } from '../threads/reopeningHistory.ts';
import type { IndexProgress } from './indexOperations.ts';

/** Answers put into the index at once: other calls wait for some ten milliseconds at most. */
const batchSize = 24;
const everyMs = 1500;

/**
 * Puts all that waits into the full-text index: words are read from the next answers on a thread of the pool while
 * those of the last ones are written.
 * @returns how it stands in the end
 */
export async function indexPending(
  history: HistoryCalls,
  pool: Pick<DerivationPool, 'run'>,
  signal: AbortSignal,
  onProgress: (progress: IndexProgress) => void = () => {},
): Promise<IndexProgress> {
  const read = (after: number) => {
    const words = pool.run('words', { after, limit: batchSize });
    // Whoever writes the words before them hears of the failure when it comes to these.
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
 * Puts what is stored into the full-text index while nobody waits, until the signal aborts. What was left
 * undone when the program ended is gone on with the next time.
 */
export async function indexInBackground(
  history: HistoryCalls,
  pool: Pick<DerivationPool, 'run'>,
  looks: Looks,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  let behind = false;
  const tell = ({ pending }: IndexProgress): void => {
    if (pending > 1000 && !behind) log('info', 'Indexing stored answers', { pending });
    if (behind && pending === 0) log('info', 'All stored answers are indexed', {});
    behind = pending > 0 && (behind || pending > 1000);
  };
  const pause = looks.every(everyMs);
  while (!signal.aborted) {
    // With nothing to add, chunks of the index are put together. A history that cannot be written now has told so
    // already; it may be mended later.
    const waiting = await history.call('search.addWords', { answers: [] }).catch(() => null);
    const worked =
      (waiting?.pending ?? 0) > 0 && (await indexPending(history, pool, signal, tell).catch(() => null));
    if (!worked) await pause(signal);
  }
}
