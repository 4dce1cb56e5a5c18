import type { DataKeeping } from '../../keeping/dataKeeping.ts';
import type { RetentionBook } from '../../keeping/retention.ts';
import type { Projects } from '../../projects/projects.ts';
import type { Handlers } from '../router.ts';

export function keepingHandlers(retention: RetentionBook, data: DataKeeping, projects: Projects) {
  const inProject = async <I extends { readonly project?: string | undefined }>(input: I) => ({
    ...input,
    project: await projects.of(input.project),
  });
  return {
    'retention.get': async (input) => retention.get(await inProject(input)),
    'retention.set': async (input) => retention.set(await inProject(input)),
    'retention.preview': async (input) => retention.preview(await inProject(input)),
    'retention.apply': async (input) => retention.apply(await inProject(input)),
    'retention.stop': async (input) => retention.stop(await inProject(input)),
    'data.size': () => data.size(),
    'data.check': ({ full }) => data.check(full),
    'data.compact': () => data.compact(),
    'data.repair': () => data.repair(),
    'data.backup': ({ file }) => data.backup(file),
    'data.restore': ({ file }) => data.restore(file),
    'data.move': ({ folder, keepOld }) => data.move(folder, keepOld),
  } satisfies Partial<Handlers>;
}
