import type { LogLevel } from '#platform/log.ts';
import type { WireFailure } from '../store/failures.ts';
import type { ReadingThread } from '../store/operations/operation.ts';
import type { OperationName, Operations } from '../store/operations/table.ts';

/** `workerData` of the writer thread. */
export type HistoryWorkerData = {
  readonly file: string;
  readonly busyTimeoutMs: number;
  /** Operations that take longer are logged, in milliseconds. */
  readonly slowMs: number;
  /** Whether it tells of changes by other programs. */
  readonly watches?: boolean;
};

/** `workerData` of a thread that answers reads on its own connection. */
export type ReadingWorkerData = {
  readonly read: Pick<HistoryWorkerData, 'file' | 'slowMs'> & {
    /** No thread of this program writes: the file is checked before it is read. */
    readonly alone?: boolean;
    /** As on the writer thread if absent: 64, which the indexes of a hundred thousand answers take. */
    readonly pageCacheMb?: number;
  };
};

type LogEntry = {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

export type HistoryContract = {
  readonly opened: {
    readonly fromVersion: number;
    readonly version: number;
    readonly backupFile: string | null;
    /** Operations with a dedicated thread, by name. */
    readonly threads: Readonly<Record<string, ReadingThread>>;
  };
  readonly calls: { readonly [N in OperationName]: Operations[N]['run'] };
  readonly refusal: WireFailure;
  readonly event: LogEntry | 'changed by another program';
};

export type ReadingContract = Omit<HistoryContract, 'opened' | 'event'> & {
  readonly opened: null;
  readonly event: LogEntry;
};
