import type { LogLevel } from '#platform/log.ts';
import type { WireFailure } from '../store/failures.ts';
import type { OperationName, Operations } from '../store/operations/table.ts';

/** `workerData` of the history thread. */
export type HistoryWorkerData = {
  readonly file: string;
  readonly busyTimeoutMs: number;
  /** Operations that take longer are logged, milliseconds. */
  readonly slowMs: number;
};

export type HistoryContract = {
  readonly opened: {
    readonly fromVersion: number;
    readonly version: number;
    readonly backupFile: string | null;
  };
  readonly calls: { readonly [N in OperationName]: Operations[N]['run'] };
  readonly refusal: WireFailure;
  /** A line for the log. */
  readonly event: {
    readonly level: LogLevel;
    readonly message: string;
    readonly fields: Readonly<Record<string, unknown>>;
  };
};
