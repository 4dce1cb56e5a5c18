import type { WireFailure } from '../failures.ts';

/** Work on the history's file itself, beside the program's own connection or instead of it. */
export type HistoryTask =
  | { readonly kind: 'query'; readonly file: string; readonly sql: string }
  | { readonly kind: 'backup'; readonly file: string; readonly target: string }
  | { readonly kind: 'restore'; readonly file: string; readonly from: string; readonly nowMs: number };

/** `workerData` of the history worker when it does one task and ends. */
export type HistoryTaskData = { readonly task: HistoryTask };

/** Whole numbers beyond 2^53 come as text, blobs as base64. */
export type SqlValue = string | number | null;

export type BackupFacts = {
  readonly file: string;
  readonly bytes: number;
  readonly schemaVersion: number;
  readonly runs: number;
  readonly observations: number;
};

export type RestoreFacts = BackupFacts & {
  /** The history that was there before; null when there was none. */
  readonly keptFile: string | null;
};

export type HistoryTaskRequest = { readonly type: 'more' } | { readonly type: 'stop' };

export type HistoryTaskMessage =
  | { readonly type: 'columns'; readonly columns: readonly string[] }
  | { readonly type: 'rows'; readonly rows: readonly (readonly SqlValue[])[]; readonly more: boolean }
  | { readonly type: 'done'; readonly facts: RestoreFacts }
  | { readonly type: 'failed'; readonly failure: WireFailure | SqlRefusal };

/** The statement itself is at fault, and the person who wrote it. */
export type SqlRefusal = { readonly code: 'SQL'; readonly message: string };
