import type { Handlers } from '../bridge/router.ts';
import type { Projects } from '../projects/projects.ts';
import type { Plans } from './plans.ts';

export function planHandlers(plans: Plans, projects: Pick<Projects, 'of'>) {
  const { of } = projects;
  return {
    'plans.save': async ({ project, ...input }) => plans.save({ ...input, projectId: await of(project) }),
    'plans.list': async ({ project }) => ({ plans: [...(await plans.list(await of(project)))] }),
    'plans.get': async ({ project, ...input }) => plans.get({ ...input, projectId: await of(project) }),
    'plans.price': (input) => plans.price(input),
    'plans.remove': async ({ project, ...input }) => plans.remove({ ...input, projectId: await of(project) }),
    'plans.run': async ({ project, ...input }) => plans.run({ ...input, projectId: await of(project) }),
    'plans.ceilings': ({ connectionId }) => plans.ceilings(connectionId),
    'plans.setCeilings': ({ connectionId, ...ceilings }) => plans.setCeilings({ connectionId, ...ceilings }),
  } satisfies Partial<Handlers>;
}
