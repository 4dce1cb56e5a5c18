import type { Clock, Logger } from '#main/ports/ports.ts';
import type { HistoryCalls } from './reopeningHistory.ts';

/** Answers put into the index at once: other calls wait for some ten milliseconds at most. */
const atOnce = 16;
const everyMs = 1500;

/**
 * Puts what is stored into the full-text index while nobody waits, until the signal aborts. What was left
 * undone when the program ended is gone on with the next time.
 */
export async function indexInBackground(
  history: HistoryCalls,
  clock: Clock,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  let behind = false;
  while (!signal.aborted) {
    // A history that cannot be written now has told so already; it may be mended later.
    const progress = await history.call('search.indexSome', { limit: atOnce }).catch(() => null);
    const pending = progress?.pending ?? 0;
    if (pending > 1000 && !behind) log('info', 'Stored answers are being made searchable', { pending });
    if (behind && pending === 0) log('info', 'All stored answers can be searched', {});
    behind = pending > 0 && (behind || pending > 1000);
    if (progress === null || pending === 0) await clock.wait(everyMs, signal).catch(() => {});
  }
}
