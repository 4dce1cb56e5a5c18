import type { Handlers } from '../bridge/router.ts';
import type { CoreParts } from '../coreParts.ts';
import { indexFresh } from './foundAnswers.ts';

export function searchHandlers(parts: Pick<CoreParts, 'history' | 'clock'>) {
  const { history, clock } = parts;
  return {
    'history.search': async (input) => {
      if (input.after === null) await indexFresh(history);
      return history.call('search.run', input);
    },
    'history.index': (input) => history.call('history.index', input),
    'searches.save': (input) => history.call('searches.save', { ...input, nowMs: clock.now() }),
    'searches.remove': (input) => history.call('searches.remove', input),
  } satisfies Partial<Handlers>;
}
