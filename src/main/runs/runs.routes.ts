import { allProjects } from '#shared/model/projectScope.ts';
import type { Handlers } from '../bridge/router.ts';
import type { Projects } from '../projects/projects.ts';
import type { Runs } from './runs.ts';

export function runHandlers(runs: Runs, projects: Pick<Projects, 'of'>) {
  return {
    'runs.preview': (input) => runs.preview(input),
    'runs.start': async ({ project, ...input }) => runs.start(input, await projects.of(project)),
    'runs.cancel': ({ runId }) => runs.cancel(runId),
    'runs.resume': (input) => runs.resume(input),
    'runs.list': async ({ project, ...input }) => {
      const projectId = project === allProjects ? undefined : await projects.of(project);
      const { runs: found, more } = await runs.list({ ...input, projectId });
      return { runs: [...found], more };
    },
    'runs.get': ({ runId, question, engine }) => runs.get({ runId, question, engine }),
    'runs.status': ({ runId }) => runs.status(runId),
    'runs.pause': ({ runId }) => runs.pause(runId),
    'runs.grid': ({ runId }) => runs.grid(runId),
    'runs.failures': async ({ runId }) => ({ failures: [...(await runs.failures(runId))] }),
    'runs.remove': ({ runId }) => runs.remove(runId),
  } satisfies Partial<Handlers>;
}
