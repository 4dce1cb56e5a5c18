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
import { cancelledSentence, copyOf, copyProgress, unfinishedOf } from './moveNote.ts';
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

/**
 * Runs work on a history's file in a separate thread, so that the caller stays responsive. Aborting ends it at its next
 * step with CANCELLED, and nothing was changed; work that is past its last step ends as usual.
 */
export type HistoryTasks = {
  /** @throws AppError INVALID_INPUT for errors in the statement */
  readonly query: <T>(sql: string, work: (found: QueryRows) => Promise<T>) => Promise<T>;
  readonly backup: (target: string, onProgress?: OnProgress, signal?: AbortSignal) => Promise<DataCopy>;
  /** Checks a copy of a file from elsewhere, which `from` names in errors, before it is opened. */
  readonly vet: (from: string) => Promise<DataCopy>;
  /** A file with one project (by id or name) and nothing else. */
  readonly exportProject: (
    project: string,
    target: string,
    onProgress?: OnProgress,
    signal?: AbortSignal,
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
  readonly restore: (
    from: string,
    nowMs: number,
    onProgress?: OnProgress,
    signal?: AbortSignal,
  ) => Promise<RestoreFacts>;
  readonly size: () => Promise<DataSize>;
  readonly check: (full: boolean, onProgress?: OnProgress, signal?: AbortSignal) => Promise<CheckFacts>;
  readonly compact: (onProgress?: OnProgress, signal?: AbortSignal) => Promise<CompactFacts>;
  readonly repair: (nowMs: number, onProgress?: OnProgress, signal?: AbortSignal) => Promise<RepairFacts>;
  readonly move: (
    input: { readonly target: string; readonly keepOld: boolean; readonly nowMs: number },
    onProgress?: OnProgress,
    signal?: AbortSignal,
  ) => Promise<MoveFacts>;
  /** Cancels all of it, and resolves when no thread is left: a program that ends with one may break down. */
  readonly stop: () => Promise<void>;
};

export type OnProgress = (progress: TaskProgress) => void;

const ignore: OnProgress = () => undefined;
/**
 * A row group needs a third of it. With more, V8 lets garbage of earlier groups pile up to several times as
 * much before it collects.
 */
const heapOfTables: ResourceLimits = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 24 };
/** How often to look at the size of a copy, in milliseconds. */
const lookEveryMs = 250;

/**
 * @param entry of the history worker
 * @throws AppError HISTORY_*, DISK_FULL, NOT_FOUND, CONFLICT
 */
export function historyTasks(entry: URL, file: string): HistoryTasks {
  const workerData: HistoryTaskData = { task: { file } };
  const threads = new Set<TaskThread>();
  const stopping = new AbortController();
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
    threads.add(thread);
    try {
      return await work(thread);
    } finally {
      await thread.close();
      threads.delete(thread);
    }
  };
  const orStopping = (signal?: AbortSignal): AbortSignal =>
    AbortSignal.any(signal === undefined ? [stopping.signal] : [signal, stopping.signal]);
  const run = <N extends CallName<HistoryTaskContract>>(
    name: N,
    input: CallInput<HistoryTaskContract, N>,
    onProgress?: OnProgress,
    signal?: AbortSignal,
  ) =>
    withThread(
      (thread) => thread.call(name, input, { signal: orStopping(signal), awaitsThread: true }),
      onProgress,
    );
  /** SQLite reports no progress while it copies; the size of the copy shows it. */
  const watchingCopy = async <T>(
    what: string,
    copy: string,
    onProgress: OnProgress,
    work: (onStep: OnProgress) => Promise<T>,
  ): Promise<T> => {
    const look = setInterval(() => onProgress(copyProgress(what, file, copy)), lookEveryMs);
    const onStep: OnProgress = (progress) => {
      clearInterval(look);
      onProgress(progress);
    };
    return work(onStep).finally(() => clearInterval(look));
  };
  return {
    query: (sql, work) =>
      withThread(async (thread) => {
        const { columns } = await thread.call('query', { sql });
        return work({ columns, rows: rowsOf(thread) });
      }),
    backup: (target, onProgress = ignore, signal) =>
      watchingCopy('Copying the history', unfinishedOf(target), onProgress, (onStep) =>
        run('backup', { target }, onStep, signal),
      ),
    vet: (from) => run('vet', { from }),
    exportProject: (project, target, onProgress, signal) =>
      run('exportProject', { project, target }, onProgress, signal),
    importProject: (from, nowMs, onProgress, signal) =>
      run('importProject', { from, nowMs }, onProgress, signal),
    exportTables: (input, onProgress, signal) =>
      withThread(
        (thread) => thread.call('exportTables', input, { signal: orStopping(signal) }),
        onProgress,
        heapOfTables,
      ),
    restore: (from, nowMs, onProgress, signal) => run('restore', { from, nowMs }, onProgress, signal),
    size: () => run('size', {}),
    check: (full, onProgress, signal) => run('check', { full }, onProgress, signal),
    compact: (onProgress = ignore, signal) =>
      watchingCopy('Compacting', copyOf(file), onProgress, (onStep) => run('compact', {}, onStep, signal)),
    repair: (nowMs, onProgress, signal) => run('repair', { nowMs }, onProgress, signal),
    move: (input, onProgress, signal) => run('move', input, onProgress, signal),
    async stop() {
      stopping.abort();
      await Promise.all([...threads].map(({ ended }) => ended));
    },
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
  if (failure.code === 'CANCELLED') return new AppError('CANCELLED', cancelledSentence);
  if (failure.code !== 'REFUSED') return historyError(failure);
  const { code, message } = failure.refusal;
  return new AppError(code === 'SQL' ? 'INVALID_INPUT' : code, message);
}
