import { rmSync } from 'node:fs';
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
import { cancel, createDecision, type Decision } from './decision.ts';
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
 * Runs work on a history's file in a separate thread, so that the caller stays responsive. Aborting rejects at once with
 * CANCELLED, and nothing is changed; the thread ends at its next step, and deletes what it wrote. Work that is past its last
 * step ends as usual.
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
    nowMs: number,
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
  /** Resolves when no cancelled work has the file open any more. */
  readonly settled: () => Promise<void>;
  /** Deletes what cancelled work is still writing, before a process ends in the middle of it. */
  readonly discard: () => void;
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
  const threads = new Set<TaskThread>();
  const stopping = new AbortController();
  /**
   * A thread for one task, which closes its files itself: SQLite must not be terminated in the middle of work.
   */
  const withThread = async <T>(
    work: (thread: TaskThread) => Promise<T>,
    onEvent = ignore,
    resourceLimits: ResourceLimits = heapLimit('maintenance'),
    decision: Decision = createDecision(),
  ): Promise<T> => {
    const workerData: HistoryTaskData = { task: { file, decision } };
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
  const { orCancelled, settled, discard } = createCancelledWork();
  /** @param scratch files that nobody misses if the work is cancelled */
  const run = <N extends CallName<HistoryTaskContract>>(
    name: N,
    input: CallInput<HistoryTaskContract, N>,
    onProgress?: OnProgress,
    signal?: AbortSignal,
    scratch: readonly string[] = [],
  ) =>
    orCancelled(orStopping(signal), scratch, (decision) =>
      withThread((thread) => thread.call(name, input), onProgress, undefined, decision),
    );
  return {
    query: (sql, work) =>
      withThread(async (thread) => {
        const { columns } = await thread.call('query', { sql });
        return work({ columns, rows: rowsOf(thread) });
      }),
    backup: (target, onProgress = ignore, signal) =>
      watchingCopy('Copying the history', file, unfinishedOf(target), onProgress, (onStep) =>
        run('backup', { target }, onStep, signal, [unfinishedOf(target)]),
      ),
    vet: (from) => run('vet', { from }),
    exportProject: (project, target, nowMs, onProgress, signal) =>
      run('exportProject', { project, target, nowMs }, onProgress, signal, [unfinishedOf(target)]),
    // It writes into the history itself: the thread says whether it was undone in time.
    importProject: (from, nowMs, onProgress, signal) =>
      withThread(
        (thread) =>
          thread.call('importProject', { from, nowMs }, { signal: orStopping(signal), awaitsThread: true }),
        onProgress,
      ),
    exportTables: (input, onProgress, signal) =>
      withThread(
        (thread) => thread.call('exportTables', input, { signal: orStopping(signal) }),
        onProgress,
        heapOfTables,
      ),
    restore: (from, nowMs, onProgress, signal) =>
      run('restore', { from, nowMs }, onProgress, signal, [`${file}.restoring`, `${file}.importing`]),
    size: () => run('size', {}),
    check: (full, onProgress, signal) => run('check', { full }, onProgress, signal),
    compact: (onProgress = ignore, signal) =>
      watchingCopy('Compacting', file, copyOf(file), onProgress, (onStep) =>
        run('compact', {}, onStep, signal, [copyOf(file)]),
      ),
    repair: (nowMs, onProgress, signal) =>
      run('repair', { nowMs }, onProgress, signal, [`${file}.repairing`, `${file}.repairing-header`]),
    move: (input, onProgress, signal) => run('move', input, onProgress, signal, [unfinishedOf(input.target)]),
    settled,
    discard,
    async stop() {
      stopping.abort();
      await Promise.all([...threads].map(({ ended }) => ended));
    },
  };
}

type TaskThread = Thread<HistoryTaskContract>;
const nothing = (): void => undefined;
const cancelledError = (): AppError => new AppError('CANCELLED', cancelledSentence);

/** SQLite reports no progress while it copies; the size of the copy shows it. */
async function watchingCopy<T>(
  what: string,
  file: string,
  copy: string,
  onProgress: OnProgress,
  work: (onStep: OnProgress) => Promise<T>,
): Promise<T> {
  const look = setInterval(() => onProgress(copyProgress(what, file, copy)), lookEveryMs);
  const onStep: OnProgress = (progress) => {
    clearInterval(look);
    onProgress(progress);
  };
  return work(onStep).finally(() => clearInterval(look));
}

/** Work whose callers have been answered, while its threads may be in a step of SQLite, which nothing interrupts. */
function createCancelledWork() {
  const cancelled = new Set<{ readonly ended: Promise<void>; readonly scratch: readonly string[] }>();
  return {
    async orCancelled<T>(
      signal: AbortSignal,
      scratch: readonly string[],
      start: (decision: Decision) => Promise<T>,
    ): Promise<T> {
      if (signal.aborted) throw cancelledError();
      const decision = createDecision();
      const work = start(decision);
      const early = Promise.withResolvers<never>();
      const onAbort = (): void => {
        if (!cancel(decision)) return;
        const ended = work.then(nothing, nothing).finally(() => cancelled.delete(ending));
        const ending = { ended, scratch };
        cancelled.add(ending);
        early.reject(cancelledError());
      };
      signal.addEventListener('abort', onAbort, { once: true });
      return Promise.race([work, early.promise]).finally(() => signal.removeEventListener('abort', onAbort));
    },
    async settled(): Promise<void> {
      await Promise.all([...cancelled].map(({ ended }) => ended));
    },
    discard(): void {
      for (const path of [...cancelled].flatMap(({ scratch }) => scratch))
        for (const suffix of ['', '-journal', '-wal', '-shm'])
          rmSync(path + suffix, { recursive: true, force: true });
    },
  };
}

async function* rowsOf(thread: TaskThread): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  for (;;) {
    const { rows, more } = await thread.call('rows', {});
    yield rows;
    if (!more) return;
  }
}

function taskError(failure: ThreadFailure<HistoryTaskContract['refusal']>): AppError {
  if (failure.code === 'CANCELLED') return cancelledError();
  if (failure.code !== 'REFUSED') return historyError(failure);
  const { code, message } = failure.refusal;
  return new AppError(code === 'SQL' ? 'INVALID_INPUT' : code, message);
}
