import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/bridge/appError.ts';
import type {
  BackupFacts,
  HistoryTask,
  HistoryTaskData,
  HistoryTaskMessage,
  HistoryTaskRequest,
  RestoreFacts,
  SqlValue,
} from './protocol.ts';

export type QueryRows = {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly (readonly SqlValue[])[]>;
};

/** Work on a history's file in a thread of its own, so that the caller can be interrupted meanwhile. */
export type HistoryTasks = {
  /** @throws AppError INVALID_INPUT for the statement's own faults */
  readonly query: <T>(sql: string, work: (found: QueryRows) => Promise<T>) => Promise<T>;
  readonly backup: (target: string) => Promise<BackupFacts>;
  readonly restore: (from: string, nowMs: number) => Promise<RestoreFacts>;
};

/**
 * @param entry of the history worker
 * @throws AppError HISTORY_*, DISK_FULL, NOT_FOUND, CONFLICT
 */
export function historyTasks(entry: URL, file: string): HistoryTasks {
  const whole = async (task: HistoryTask): Promise<RestoreFacts> => {
    const thread = startTask(entry, task);
    try {
      const said = await thread.next();
      if (said.type !== 'done') throw unexpected();
      return said.facts;
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
    restore: (from, nowMs) => whole({ kind: 'restore', file, from, nowMs }),
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
  return {
    ask: (request: HistoryTaskRequest): void => worker.postMessage(request),
    next: (): Promise<HistoryTaskMessage> =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void): void => {
          worker.off('message', onMessage);
          worker.off('error', onError);
          worker.off('exit', onExit);
          act();
        };
        const onMessage = (said: HistoryTaskMessage): void =>
          settle(() => (said.type === 'failed' ? reject(appError(said.failure)) : resolve(said)));
        const onError = (error: unknown): void => settle(() => reject(error));
        const onExit = (): void => settle(() => reject(unexpected()));
        worker.on('message', onMessage);
        worker.once('error', onError);
        worker.once('exit', onExit);
      }),
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
