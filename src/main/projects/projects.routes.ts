import type { Handlers } from '../bridge/router.ts';
import type { ProjectFiles } from './projectFiles.ts';
import type { Projects } from './projects.ts';

export function projectHandlers(projects: Projects, files: ProjectFiles) {
  return {
    'projects.list': () => projects.list(),
    'projects.create': ({ name }) => projects.create(name),
    'projects.rename': ({ project, name }) => projects.rename(project, name),
    'projects.setDefaults': ({ project, defaults }) => projects.setDefaults(project, defaults),
    'projects.use': ({ project }) => projects.use(project),
    'projects.remove': ({ project, moveTo }) => projects.remove(project, moveTo),
    'projects.moveRuns': ({ runIds, into }) => projects.moveRuns(runIds, into),
    'projects.export': ({ project }) => files.exportOne(project),
    'projects.receive': ({ fileId, base64 }) => files.receive(fileId, base64),
    'projects.import': ({ fileId, name }) => files.importOne(fileId, name),
    'projects.questions': ({ project }) => projects.questions(project),
    'projects.tagQuestion': (input) => projects.tagQuestion(input),
  } satisfies Partial<Handlers>;
}
