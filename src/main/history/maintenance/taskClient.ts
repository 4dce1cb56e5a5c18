import type { ResourceLimits } from 'node:worker_threads';
import { heapLimit } from '#platform/threads/heapShares.ts';
import type { CallInput, CallName } from '#platform/threads/protocol.ts';
import { startThread, type Thread, type ThreadFailure } from '#platform/threads/startThread.ts';
import { AppError } from '#shared/model/appError.ts';
import type {
  CheckFacts,
  CompactFacts,
  DataCopy,
  DataSize,
  MoveFacts,
  RepairFacts,
  RestoreFacts,
} from '#shared/model/maintenance.ts';
import type { ProjectImportFacts } from '#shared/model/project.ts';
import { historyError } from '../threads/historyError.ts';
import { compactProgress } from './moveNote.ts';
import type {
  HistoryTaskContract,
  HistoryTaskData,
  ProjectFileFacts,
  SqlValue,
  TablesFacts,
  TablesInput,
  TaskProgress,
} from './protocol.ts';

export type QueryRows = {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly (readonly SqlValue[])[]>;
};

/** Runs work on a history's file in a separate thread, so that the caller stays responsive. */
export type HistoryTasks = {
  /** @throws AppError INVALID_INPUT for errors in the statement */
  readonly query: <T>(sql: string, work: (found: QueryRows) => Promise<T>) => Promise<T>;
  readonly backup: (target: string) => Promise<DataCopy>;
  /** Checks a copy of a file from elsewhere, which `from` names in errors, before it is opened. */
  readonly vet: (from: string) => Promise<DataCopy>;
  /** A file with one project (by id or name) and nothing else. */
  readonly exportProject: (
    project: string,
    target: string,
    onProgress?: OnProgress,
  ) => Promise<ProjectFileFacts>;
  /** Aborting undoes the whole import: the history is unchanged when the call rejects. */
  readonly importProject: (
    from: string,
    nowMs: number,
    onProgress?: OnProgress,
    signal?: AbortSignal,
  ) => Promise<ProjectImportFacts>;
  /** A folder of Parquet files. Aborting leaves nothing behind. */
  readonly exportTables: (
    input: TablesInput,
    onProgress?: OnProgress,
    signal?: AbortSignal,
  ) => Promise<TablesFacts>;
  readonly restore: (from: string, nowMs: number) => Promise<RestoreFacts>;
  readonly size: () => Promise<DataSize>;
  readonly check: (full: boolean, onProgress?: OnProgress) => Promise<CheckFacts>;
  readonly compact: (onProgress?: OnProgress) => Promise<CompactFacts>;
  readonly repair: (nowMs: number, onProgress?: OnProgress) => Promise<RepairFacts>;
  readonly move: (
    input: { readonly target: string; readonly keepOld: boolean; readonly nowMs: number },
    onProgress?: OnProgress,
  ) => Promise<MoveFacts>;
};

export type OnProgress = (progress: TaskProgress) => void;

const ignore: OnProgress = () => undefined;
/**
 * A row group needs a third of it. With more, V8 lets garbage of earlier groups pile up to several times as
 * much before it collects.
 */
const heapOfTables: ResourceLimits = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 24 };
/** How often to check the size of compact's copy, in milliseconds. */
const lookEveryMs = 250;

/**
 * @param entry of the history worker
 * @throws AppError HISTORY_*, DISK_FULL, NOT_FOUND, CONFLICT
 */
export function historyTasks(entry: URL, file: string): HistoryTasks {
  const workerData: HistoryTaskData = { task: { file } };
  /**
   * A thread for one task, which closes its files itself: SQLite must not be terminated in the middle of work.
   */
  const withThread = async <T>(
    work: (thread: TaskThread) => Promise<T>,
    onEvent = ignore,
    resourceLimits: ResourceLimits = heapLimit('maintenance'),
  ): Promise<T> => {
    const thread = startThread<HistoryTaskContract>({
      entry,
      name: 'history task',
      workerData,
      resourceLimits,
      errorOf: taskError,
      onEvent,
    });
    try {
      return await work(thread);
    } finally {
      await thread.close();
    }
  };
  const run = <N extends CallName<HistoryTaskContract>>(
    name: N,
    input: CallInput<HistoryTaskContract, N>,
    onProgress?: OnProgress,
    signal?: AbortSignal,
  ) => withThread((thread) => thread.call(name, input, { signal }), onProgress);
  return {
    query: (sql, work) =>
      withThread(async (thread) => {
        const { columns } = await thread.call('query', { sql });
        return work({ columns, rows: rowsOf(thread) });
      }),
    backup: (target) => run('backup', { target }),
    vet: (from) => run('vet', { from }),
    exportProject: (project, target, onProgress) => run('exportProject', { project, target }, onProgress),
    importProject: (from, nowMs, onProgress, signal) =>
      run('importProject', { from, nowMs }, onProgress, signal),
    exportTables: (input, onProgress, signal) =>
      withThread((thread) => thread.call('exportTables', input, { signal }), onProgress, heapOfTables),
    restore: (from, nowMs) => run('restore', { from, nowMs }),
    size: () => run('size', {}),
    check: (full, onProgress) => run('check', { full }, onProgress),
    async compact(onProgress = ignore) {
      // SQLite reports no progress while copying; the size of the copy shows it.
      const look = setInterval(() => onProgress(compactProgress(file)), lookEveryMs);
      try {
        return await run('compact', {});
      } finally {
        clearInterval(look);
      }
    },
    repair: (nowMs, onProgress) => run('repair', { nowMs }, onProgress),
    move: (input, onProgress) => run('move', input, onProgress),
  };
}

type TaskThread = Thread<HistoryTaskContract>;

async function* rowsOf(thread: TaskThread): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  for (;;) {
    const { rows, more } = await thread.call('rows', {});
    yield rows;
    if (!more) return;
  }
}

function taskError(failure: ThreadFailure<HistoryTaskContract['refusal']>): AppError {
  if (failure.code !== 'REFUSED') return historyError(failure);
  const { code, message } = failure.refusal;
  return new AppError(code === 'SQL' ? 'INVALID_INPUT' : code, message);
}
