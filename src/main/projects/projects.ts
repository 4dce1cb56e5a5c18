import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { allProjects } from '#shared/model/allProjects.ts';
import type { ProjectView, QuestionView } from '#shared/model/project.ts';
import type { CoreParts } from '../coreParts.ts';
import type { AppSettings } from '../settings/settings.ts';

export type Projects = ReturnType<typeof createProjects>;

/** Maximum moved runs with an event each; with more, the windows reload their lists. */
const maxTold = 50;

/** Operations on projects for the user, and the current project. */
export function createProjects(
  deps: Pick<CoreParts, 'history' | 'clock' | 'publish'> & {
    readonly settings: Pick<AppSettings, 'currentProject' | 'chooseProject'>;
  },
) {
  const { history, settings, clock, publish } = deps;

  /** Id of the current project: the first one by default, and if the selected one was deleted. */
  const current = (): Promise<string> =>
    history.call('projects.current', { wanted: settings.currentProject() });
  /** @throws AppError NOT_FOUND for an unknown name or id */
  const of = async (project: string | undefined): Promise<string> =>
    project === undefined ? current() : (await history.call('projects.find', { project })).id;
  const changed = <T>(value: T): T => {
    publish('projects.changed', {});
    return value;
  };
  const questions = async (projectId: string): Promise<{ questions: QuestionView[] }> => ({
    questions: [...(await history.call('questions.list', { projectId }))],
  });

  return {
    current,
    of,
    /** A filter with its project's id; all projects if it names none, or `all`. */
    async within<T extends { readonly project?: string }>(filter: T): Promise<T> {
      const { project, ...rest } = filter;
      if (project === undefined) return filter;
      return { ...rest, ...(project === allProjects ? {} : { project: await of(project) }) } as T;
    },
    async list(): Promise<{ projects: ProjectView[]; currentId: string }> {
      const [projects, currentId] = await Promise.all([history.call('projects.list', {}), current()]);
      return { projects: [...projects], currentId };
    },
    create: async ({ name }: RouteParsedInput<'projects.create'>): Promise<ProjectView> =>
      changed(await history.call('projects.create', { name, nowMs: clock.now() })),
    rename: async ({ project, name }: RouteParsedInput<'projects.rename'>): Promise<ProjectView> =>
      changed(await history.call('projects.rename', { project, name })),
    setDefaults: async ({
      project,
      defaults,
    }: RouteParsedInput<'projects.setDefaults'>): Promise<ProjectView> =>
      changed(await history.call('projects.setDefaults', { project, defaults })),
    async use({ project }: RouteParsedInput<'projects.use'>): Promise<ProjectView> {
      const view = await history.call('projects.get', { project });
      settings.chooseProject(view.id);
      return changed(view);
    },
    remove: async ({ project, moveTo }: RouteParsedInput<'projects.remove'>): Promise<{ moved: number }> =>
      changed(await history.call('projects.remove', { project, moveTo, nowMs: clock.now() })),
    /** Open runs get an event each; lists are read again. */
    async moveRuns({ runIds, into }: RouteParsedInput<'projects.moveRuns'>): Promise<{ moved: number }> {
      const { moved } = await history.call('projects.moveRuns', { runIds, into, nowMs: clock.now() });
      for (const runId of moved === 0 ? [] : runIds.slice(0, maxTold))
        publish('run.changed', { run: await history.call('runs.status', { runId }), cells: [] });
      return changed({ moved });
    },
    questions: ({ projectId }: RouteParsedInput<'projects.questions'>) => questions(projectId),
    async tagQuestion({ projectId, question, tags, branded }: RouteParsedInput<'projects.tagQuestion'>) {
      await history.call('questions.tag', { projectId, question, tags: [...new Set(tags)], branded });
      return changed(await questions(projectId));
    },
    /** Rules may have changed by a migration, an import or another program: question tags are checked again. */
    catchUp: (): Promise<number> => history.call('questions.retag', {}),
  };
}
