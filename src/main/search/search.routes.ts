import type { Clock } from '#platform/clock.ts';
import type { Handlers } from '../bridge/router.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

/** Indexes new answers before a search, so that just stored ones are found. */
const freshAnswers = 24;

export function searchHandlers(parts: { readonly history: HistoryCalls; readonly clock: Clock }) {
  const { history, clock } = parts;
  return {
    'history.search': async (input) => {
      if (input.after === null) {
        const { pending, changed } = await history.call('search.waiting', {});
        // While a run stores more than that, a search would wait for its turn without finding newer answers. A
        // history that is not writable can still be searched.
        if (pending > 0 && (pending <= freshAnswers || changed))
          await history.call('history.index', { limit: freshAnswers }).catch(() => null);
      }
      return history.call('search.run', input);
    },
    'history.index': (input) => history.call('history.index', input),
    'searches.save': (input) => history.call('searches.save', { ...input, nowMs: clock.now() }),
    'searches.remove': (input) => history.call('searches.remove', input),
  } satisfies Partial<Handlers>;
}
