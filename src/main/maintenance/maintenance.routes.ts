import type { Handlers } from '../bridge/router.ts';
import type { Projects } from '../projects/projects.ts';
import type { DataMaintenance } from './maintenance.ts';
import type { RetentionStore } from './retention.ts';

export function maintenanceRoutes(retention: RetentionStore, data: DataMaintenance, projects: Projects) {
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
