import type { HistoryCalls } from '../../history/reopeningHistory.ts';
import type { Handlers } from '../router.ts';

export function exportHandlers(history: HistoryCalls) {
  return {
    'exports.count': async (input) => ({ answers: await history.call('exports.count', input) }),
    'exports.page': async (input) => {
      const { records, more } = await history.call('exports.page', input);
      return { records: [...records], more };
    },
  } satisfies Partial<Handlers>;
}
