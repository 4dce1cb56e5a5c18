import type { Handlers } from '../bridge/router.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import type { Projects } from '../projects/projects.ts';
import type { AnswerExports } from './answerExports.ts';
import type { Downloads } from './downloads.ts';

export function exportHandlers(
  history: HistoryCalls,
  takeOut: AnswerExports,
  outgoing: Pick<Downloads, 'read'>,
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
