import { allProjects } from '#shared/model/projectScope.ts';
import type { Handlers } from '../bridge/router.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import type { Clock } from '../ports.ts';
import type { Projects } from '../projects/projects.ts';

/** Fresh answers put into the index before a search, so that what was just stored is found. */
const freshAnswers = 24;

export function searchHandlers(parts: {
  readonly history: HistoryCalls;
  readonly clock: Clock;
  readonly projects: Pick<Projects, 'of'>;
}) {
  const { history, clock, projects } = parts;
  return {
    'history.search': async ({ project, ...input }) => {
      const projectId = project === allProjects ? undefined : await projects.of(project);
      // A history that cannot be written can still be searched.
      if (input.after === null)
        await history.call('search.indexSome', { limit: freshAnswers }).catch(() => null);
      return history.call('search.run', { ...input, projectId });
    },
    'history.index': (input) => history.call('search.indexSome', input),
    'searches.list': async () => ({ searches: [...(await history.call('searches.list', {}))] }),
    'searches.save': (input) => history.call('searches.save', { ...input, nowMs: clock.now() }),
    'searches.remove': (input) => history.call('searches.remove', input),
  } satisfies Partial<Handlers>;
}
