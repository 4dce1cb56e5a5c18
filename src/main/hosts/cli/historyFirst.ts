import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { restrictAccess } from '#platform/privateFiles.ts';
import { withLazyStatements } from '#platform/sqlite/lazyStatements.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/bridge/routeTable.ts';
import { allProjects } from '#shared/model/allProjects.ts';
import { classifyFailure } from '../../history/store/failures.ts';
import { openReader } from '../../history/store/openDatabase.ts';
import { createProjectLookups } from '../../history/store/operations/projectRows.ts';
import { createRunViewOperations } from '../../history/store/operations/runViews.ts';
import { historyError } from '../../history/threads/historyError.ts';
import { createRescueFiles } from '../../runs/rescueFiles.ts';
import { readSetting } from '../common/settingsStore.ts';
import type { ReadingContext } from './context.ts';
import { dataFolderOf, fileOf } from './dataLocation.ts';
import type { Caller } from './projectCaller.ts';
import type { Process } from './terminal.ts';
import type { TerminalCore } from './terminalCore.ts';

export type HistoryFirst = { readonly context: ReadingContext; readonly close: TerminalCore['close'] };

/**
 * Serves lists and answers from the history's file in this thread, and starts a core with the first call of
 * anything else: a short command would spend most of its time on starting threads and loading unused modules.
 */
export async function openHistoryFirst(
  { terminal, env }: Pick<Process, 'terminal' | 'env'>,
  data: string | undefined,
  openCore: () => Promise<TerminalCore>,
): Promise<HistoryFirst> {
  const reader = await openReads(data, env);
  let core: Promise<TerminalCore> | null = null;
  const call: Caller = async <N extends RouteName>(route: N, input: RouteInput<N>, signal?: AbortSignal) => {
    const read = reader?.reads[route];
    if (read !== undefined) return (await read(input)) as RouteOutput<N>;
    core ??= openCore();
    const { context } = await core;
    return context.call(route, input, signal);
  };
  return {
    context: { call, terminal },
    async close() {
      reader?.close();
      return (await (await core)?.close()) ?? null;
    },
  };
}

type Reads = Readonly<Partial<Record<RouteName, (input: unknown) => unknown>>>;

/**
 * Null if a core must open it first: a file that is new, older, damaged or moved, with a run in progress, or with
 * answers that are still to be stored.
 */
async function openReads(
  data: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly reads: Reads; readonly close: () => void } | null> {
  if ((await fileOf(data)) !== null) return null;
  const dataFolder = dataFolderOf(data, env);
  const file = join(dataFolder, 'history.db');
  if (!existsSync(file) || createRescueFiles(dataFolder).list().length > 0) return null;
  restrictAccess(dataFolder);
  const db = openOrNull(file);
  if (db === null) return null;
  const wanted = readSetting(dataFolder, 'currentProject');
  return {
    reads: readsOf(withLazyStatements(db), file, typeof wanted === 'string' ? wanted : null),
    close: () => void db.close(),
  };
}

function openOrNull(file: string): Database | null {
  let db: Database | null = null;
  try {
    db = openReader(file);
    // To find out whether its program is alive, the core must be able to record that it is not.
    if (db.prepare(`SELECT 1 FROM runs WHERE state = 'running' LIMIT 1`).get() === undefined) return db;
  } catch {
    // The core reports the error.
  }
  db?.close();
  return null;
}

function readsOf(db: Database, file: string, wanted: string | null): Reads {
  const runs = createRunViewOperations(db);
  const projects = createProjectLookups(db);
  const projectId = (project: string | undefined): string | undefined => {
    if (project === allProjects) return undefined;
    return project === undefined
      ? projects['projects.current'].run({ wanted })
      : projects['projects.find'].run({ project }).id;
  };
  /** Answers are parsed by modules that a list does not need. */
  const observations = async () => {
    const { createObservationOperations } = await import('../../history/store/operations/observations.ts');
    const { createPayloadStore } = await import('../../history/store/operations/payloads.ts');
    return createObservationOperations(db, createPayloadStore(db));
  };
  // All data of one answer, from one snapshot.
  const together = db.transaction((work: () => unknown) => work()).deferred;
  const answered = (work: () => unknown): unknown => {
    try {
      return together(work);
    } catch (error) {
      throw historyError({ code: 'REFUSED', refusal: classifyFailure(error, file) });
    }
  };
  const reads: { readonly [N in RouteName]?: (input: RouteInput<N>) => unknown } = {
    'projects.list': async () => {
      const { createProjectList } = await import('../../history/store/operations/projects.ts');
      const list = createProjectList(db);
      return answered(() => ({ projects: list(), currentId: projectId(undefined) }));
    },
    'runs.list': ({ project, limit = 50, ...rest }) =>
      answered(() => runs['runs.list'].run({ ...rest, limit, projectId: projectId(project) })),
    'runs.status': (input) => answered(() => runs['runs.status'].run(input)),
    'runs.get': (input) => answered(() => runs['runs.get'].run(input)),
    'observations.get': async (input) => {
      const { 'observations.get': get } = await observations();
      return answered(() => get.run(input));
    },
    'observations.getMany': async (input) => {
      const { 'observations.getMany': getMany } = await observations();
      return answered(() => getMany.run(input));
    },
  };
  // The table pairs each route with its input; TypeScript cannot infer that for a variable name.
  return reads as Reads;
}
