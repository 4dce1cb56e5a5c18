import type { Handlers } from '../bridge/router.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

export function observationHandlers(history: HistoryCalls) {
  return {
    'observations.get': (input) => history.call('observations.get', input),
    'observations.getMany': async (input) => ({
      observations: [...(await history.call('observations.getMany', input))],
    }),
    'observations.list': async (input) => {
      const { observations, more } = await history.call('observations.list', input);
      return { observations: [...observations], more };
    },
    'observations.series': (input) => history.call('observations.series', input),
    'observations.page': (input) => history.call('observations.page', input),
  } satisfies Partial<Handlers>;
}
