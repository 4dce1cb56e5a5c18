import type { Handlers } from '../bridge/router.ts';
import type { Projects } from '../projects/projects.ts';
import type { Imports } from './imports.ts';

export function importHandlers(imports: Imports, projects: Pick<Projects, 'of'>) {
  return {
    'imports.add': async ({ project, ...input }, { signal }) =>
      imports.add(input, await projects.of(project), signal),
  } satisfies Partial<Handlers>;
}
