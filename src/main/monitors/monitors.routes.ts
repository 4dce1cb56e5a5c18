import { allProjects } from '#shared/model/projectScope.ts';
import type { Handlers } from '../bridge/router.ts';
import type { Projects } from '../projects/projects.ts';
import type { Monitors } from './monitors.ts';

export function monitorHandlers(monitors: Monitors, projects: Pick<Projects, 'of'>) {
  return {
    'monitors.add': async ({ project, ...input }) => monitors.add(input, await projects.of(project)),
    'monitors.list': async ({ project }) => ({
      monitors: [...(await monitors.list(project === allProjects ? undefined : await projects.of(project)))],
    }),
    'monitors.edit': async ({ project, ...input }) => monitors.edit(input, await projects.of(project)),
    'monitors.read': (input) => monitors.read(input),
    'monitors.pause': ({ monitor, paused }) => monitors.pause(monitor, paused),
    'monitors.runNow': ({ monitor }) => monitors.runNow(monitor),
    'monitors.times': (input) => monitors.times(input),
    'monitors.remove': ({ monitor }) => monitors.remove(monitor),
    'monitors.tick': () => monitors.tick(),
    'monitors.collect': () => monitors.collect(),
  } satisfies Partial<Handlers>;
}
