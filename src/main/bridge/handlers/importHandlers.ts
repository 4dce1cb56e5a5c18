import type { Imports } from '../../imports/imports.ts';
import type { Projects } from '../../projects/projects.ts';
import type { Handlers } from '../router.ts';

export function importHandlers(imports: Imports, projects: Pick<Projects, 'of'>) {
  return {
    'imports.add': async ({ project, ...input }, { signal }) =>
      imports.add(input, await projects.of(project), signal),
  } satisfies Partial<Handlers>;
}
