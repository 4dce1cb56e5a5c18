import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/model/appError.ts';
import type { RetentionPreview } from '#shared/model/maintenance.ts';
import type { ProjectImportFacts } from '#shared/model/project.ts';
import { compactProgress } from './compactProgress.ts';
import type {
  BackupFacts,
  CheckFacts,
  CompactFacts,
  HistoryTask,
  HistoryTaskData,
  HistoryTaskMessage,
  HistoryTaskRequest,
  MoveFacts,
  ProjectFileFacts,
  RepairFacts,
  RestoreFacts,
  SizeFacts,
  SqlValue,
  TaskFacts,
  TaskProgress,
} from './protocol.ts';
import type { RetentionQuestion } from './retentionPreview.ts';

export type QueryRows = {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly (readonly SqlValue[])[]>;
};

/** Work on a history's file in a thread of its own, so that the caller can be interrupted meanwhile. */
export type HistoryTasks = {
  /** @throws AppError INVALID_INPUT for the statement's own faults */
  readonly query: <T>(sql: string, work: (found: QueryRows) => Promise<T>) => Promise<T>;
  readonly backup: (target: string) => Promise<BackupFacts>;
  /** A file with one project (by id or name) and nothing else. */
  readonly exportProject: (
    project: string,
    target: string,
    onProgress?: OnProgress,
  ) => Promise<ProjectFileFacts>;
  readonly importProject: (
    from: string,
    nowMs: number,
    onProgress?: OnProgress,
  ) => Promise<ProjectImportFacts>;
  readonly restore: (from: string, nowMs: number) => Promise<RestoreFacts>;
  readonly size: () => Promise<SizeFacts>;
  readonly previewRetention: (question: RetentionQuestion) => Promise<RetentionPreview>;
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
/** How often the growing copy of a compaction is looked at, milliseconds. */
const lookEveryMs = 250;

/**
 * @param entry of the history worker
 * @throws AppError HISTORY_*, DISK_FULL, NOT_FOUND, CONFLICT
 */
export function historyTasks(entry: URL, file: string): HistoryTasks {
  const whole = async <K extends keyof TaskFacts>(
    task: Extract<HistoryTask, { kind: K }>,
    onProgress: OnProgress = ignore,
  ): Promise<TaskFacts[K]> => {
    const thread = startTask(entry, task);
    try {
      let said = await thread.next();
      while (said.type === 'progress') {
        onProgress(said.progress);
        said = await thread.next();
      }
      if (said.type !== 'done') throw unexpected();
      // The worker does one task and answers with its facts.
      return said.facts as TaskFacts[K];
    } finally {
      await thread.end();
    }
  };
  return {
    async query(sql, work) {
      const thread = startTask(entry, { kind: 'query', file, sql });
      try {
        const first = await thread.next();
        if (first.type !== 'columns') throw unexpected();
        return await work({ columns: first.columns, rows: rowsOf(thread) });
      } finally {
        await thread.end();
      }
    },
    backup: (target) => whole({ kind: 'backup', file, target }),
    exportProject: (project, target, onProgress) =>
      whole({ kind: 'exportProject', file, project, target }, onProgress),
    importProject: (from, nowMs, onProgress) =>
      whole({ kind: 'importProject', file, from, nowMs }, onProgress),
    restore: (from, nowMs) => whole({ kind: 'restore', file, from, nowMs }),
    size: () => whole({ kind: 'size', file }),
    previewRetention: (question) => whole({ kind: 'previewRetention', file, question }),
    check: (full, onProgress) => whole({ kind: 'check', file, full }, onProgress),
    async compact(onProgress = ignore) {
      // SQLite says nothing while it copies; how far it is shows in the copy.
      const look = setInterval(() => onProgress(compactProgress(file)), lookEveryMs);
      try {
        return await whole({ kind: 'compact', file });
      } finally {
        clearInterval(look);
      }
    },
    repair: (nowMs, onProgress) => whole({ kind: 'repair', file, nowMs }, onProgress),
    move: (input, onProgress) => whole({ kind: 'move', file, ...input }, onProgress),
  };
}

type TaskThread = ReturnType<typeof startTask>;

async function* rowsOf(thread: TaskThread): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  for (;;) {
    thread.ask({ type: 'more' });
    const said = await thread.next();
    if (said.type !== 'rows') throw unexpected();
    yield said.rows;
    if (!said.more) return;
  }
}

function startTask(entry: URL, task: HistoryTask) {
  const workerData: HistoryTaskData = { task };
  const worker = new Worker(entry, { workerData, name: 'history task' });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const said: HistoryTaskMessage[] = [];
  let fault: unknown = null;
  let wake: () => void = () => undefined;
  worker.on('message', (message: HistoryTaskMessage) => {
    said.push(message);
    wake();
  });
  worker.once('error', (error) => {
    fault = error;
    wake();
  });
  worker.once('exit', () => {
    fault ??= unexpected();
    wake();
  });
  return {
    ask: (request: HistoryTaskRequest): void => worker.postMessage(request),
    async next(): Promise<Exclude<HistoryTaskMessage, { type: 'failed' }>> {
      for (;;) {
        const message = said.shift();
        if (message?.type === 'failed') throw appError(message.failure);
        if (message) return message;
        if (fault !== null) throw fault;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    /** Lets the thread close its files by itself: SQLite must not be torn out of its work. */
    end: (): Promise<void> => {
      worker.postMessage({ type: 'stop' } satisfies HistoryTaskRequest);
      return exited;
    },
  };
}

type Failure = Extract<HistoryTaskMessage, { type: 'failed' }>['failure'];

function appError({ code, message }: Failure): AppError {
  return new AppError(code === 'SQL' ? 'INVALID_INPUT' : code, message);
}

function unexpected(): AppError {
  return new AppError(
    'HISTORY_UNAVAILABLE',
    'The history stopped working: try again. What was stored before is kept.',
  );
}
