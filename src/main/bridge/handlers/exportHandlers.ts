import type { TakeOut } from '../../exports/takeOut.ts';
import type { HistoryCalls } from '../../history/reopeningHistory.ts';
import type { Handlers } from '../router.ts';

export function exportHandlers(history: HistoryCalls, takeOut: TakeOut) {
  return {
    'exports.count': async (input) => ({ answers: await history.call('exports.count', input) }),
    'exports.page': async (input) => {
      const { records, more } = await history.call('exports.page', input);
      return { records: [...records], more };
    },
    'exports.make': ({ selection, format }, { signal }) => takeOut.make(selection, format, signal),
    'exports.read': ({ fileId, from }) => takeOut.read(fileId, from),
  } satisfies Partial<Handlers>;
}
