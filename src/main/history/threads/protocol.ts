import type { LogLevel } from '#main/ports.ts';
import type { WireFailure } from '../store/failures.ts';
import type { OperationName } from '../store/operations/table.ts';

/** `workerData` of the history worker. */
export type HistoryWorkerData = {
  readonly file: string;
  readonly busyTimeoutMs: number;
  /** Operations that take longer are logged, milliseconds. */
  readonly slowMs: number;
};

export type HistoryOpened = {
  readonly fromVersion: number;
  readonly version: number;
  readonly backupFile: string | null;
};

export type HistoryRequest =
  | { readonly type: 'call'; readonly id: number; readonly operation: OperationName; readonly input: unknown }
  | { readonly type: 'close' };

export type HistoryResult =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: WireFailure };

export type HistoryMessage =
  | ({ readonly type: 'ready' } & HistoryOpened)
  | { readonly type: 'failed'; readonly failure: WireFailure }
  /** What one commit stored, in the order of the calls, or one read. */
  | { readonly type: 'results'; readonly results: readonly HistoryResult[] }
  | {
      readonly type: 'log';
      readonly level: LogLevel;
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };
