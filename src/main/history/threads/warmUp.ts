import type { Clock } from '#platform/clock.ts';
import type { HistoryCalls } from './reopeningHistory.ts';

const afterMs = 10_000;
/** Answers read at once: other calls wait for some milliseconds. */
const most = 1000;
const pauseMs = 30;

/**
 * Takes what searches and trends are computed from into memory a while after a start, little by little, so that the
 * first one does not wait for it. Never rejects.
 */
export async function warmUpHistory(history: HistoryCalls, clock: Clock, signal: AbortSignal): Promise<void> {
  const load = {
    searches: () => history.call('search.load', { most }),
    trends: () => history.call('trends.load', { sources: true, most }),
  };
  try {
    await clock.wait(afterMs, signal);
    for (const next of [load.searches, load.trends])
      while (!(await next()).done) await clock.wait(pauseMs, signal);
  } catch {
    // The program ends, or the history cannot be read: the first search or trend reads it, or says why not.
  }
}
