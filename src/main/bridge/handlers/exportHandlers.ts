import type { OutgoingFiles } from '../../exports/outgoingFiles.ts';
import type { TakeOut } from '../../exports/takeOut.ts';
import type { HistoryCalls } from '../../history/reopeningHistory.ts';
import type { Projects } from '../../projects/projects.ts';
import type { Handlers } from '../router.ts';

export function exportHandlers(
  history: HistoryCalls,
  takeOut: TakeOut,
  outgoing: Pick<OutgoingFiles, 'read'>,
  projects: Pick<Projects, 'within'>,
) {
  return {
    'exports.count': async ({ filter }) => ({
      answers: await history.call('exports.count', { filter: await projects.within(filter) }),
    }),
    'exports.page': async (input) => {
      const { records, more } = await history.call('exports.page', {
        ...input,
        filter: await projects.within(input.filter),
      });
      return { records: [...records], more };
    },
    'exports.make': ({ selection, format }, { signal }) => takeOut.make(selection, format, signal),
    'exports.read': ({ fileId, from }) => outgoing.read(fileId, from),
  } satisfies Partial<Handlers>;
}
