import type { RetentionPreview } from '#shared/model/maintenance.ts';
import type { ProjectImportFacts } from '#shared/model/project.ts';
import type { WireFailure } from '../store/failures.ts';
import type { RetentionQuestion } from './retentionPreview.ts';

/** Work on the history's file itself, beside the program's own connection or instead of it. */
export type HistoryTask =
  | { readonly kind: 'query'; readonly file: string; readonly sql: string }
  | { readonly kind: 'backup'; readonly file: string; readonly target: string }
  | {
      readonly kind: 'exportProject';
      readonly file: string;
      readonly project: string;
      readonly target: string;
    }
  | { readonly kind: 'importProject'; readonly file: string; readonly from: string; readonly nowMs: number }
  | { readonly kind: 'restore'; readonly file: string; readonly from: string; readonly nowMs: number }
  | { readonly kind: 'size'; readonly file: string }
  | { readonly kind: 'previewRetention'; readonly file: string; readonly question: RetentionQuestion }
  | { readonly kind: 'check'; readonly file: string; readonly full: boolean }
  | { readonly kind: 'compact'; readonly file: string }
  | { readonly kind: 'repair'; readonly file: string; readonly nowMs: number }
  | {
      readonly kind: 'move';
      readonly file: string;
      readonly target: string;
      readonly keepOld: boolean;
      readonly nowMs: number;
    };

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

export type ProjectFileFacts = {
  readonly file: string;
  readonly name: string;
  readonly bytes: number;
  readonly runs: number;
  readonly observations: number;
};

/** Sizes in bytes. */
export type SizeFacts = {
  readonly file: string;
  readonly fileBytes: number;
  /** Written and not yet in the file itself. */
  readonly journalBytes: number;
  /** Inside the file and unused; compaction gives it back. */
  readonly freeBytes: number;
  readonly diskFreeBytes: number;
  readonly kinds: readonly { readonly kind: SizeKind; readonly bytes: number; readonly rows: number }[];
  /** Backups and histories that were set aside, in the data folder. */
  readonly copies: readonly { readonly file: string; readonly bytes: number }[];
};

export const sizeKinds = ['answers', 'pages', 'sources', 'search', 'brands', 'runs', 'other'] as const;
export type SizeKind = (typeof sizeKinds)[number];

export const findingAreas = ['file', 'references', 'counters', 'search', 'sources', 'answers'] as const;

export type Finding = {
  readonly area: (typeof findingAreas)[number];
  /** One sentence that names what is wrong and how often. */
  readonly message: string;
  readonly count: number;
  /** False for what is lost in the file and can only come from a backup. */
  readonly repairable: boolean;
};

export type CheckFacts = {
  readonly file: string;
  readonly full: boolean;
  readonly findings: readonly Finding[];
};

export type CompactFacts = {
  readonly file: string;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
};

export type RepairFacts = {
  readonly file: string;
  /** The history as it was. */
  readonly keptFile: string;
  /** What was wrong and was put right, or found lost, in sentences. */
  readonly repaired: readonly string[];
  readonly remaining: readonly Finding[];
  readonly runs: number;
  readonly observations: number;
};

export type MoveFacts = {
  readonly from: string;
  readonly to: string;
  readonly files: number;
  readonly bytes: number;
  readonly oldKept: boolean;
};

export type TaskFacts = {
  readonly exportProject: ProjectFileFacts;
  readonly importProject: ProjectImportFacts;
  readonly backup: BackupFacts;
  readonly restore: RestoreFacts;
  readonly size: SizeFacts;
  readonly previewRetention: RetentionPreview;
  readonly check: CheckFacts;
  readonly compact: CompactFacts;
  readonly repair: RepairFacts;
  readonly move: MoveFacts;
};

/** How far a task is; `total` in the unit of `done`. */
export type TaskProgress = { readonly what: string; readonly done: number; readonly total: number };

export type HistoryTaskRequest = { readonly type: 'more' } | { readonly type: 'stop' };

export type HistoryTaskMessage =
  | { readonly type: 'columns'; readonly columns: readonly string[] }
  | { readonly type: 'rows'; readonly rows: readonly (readonly SqlValue[])[]; readonly more: boolean }
  | { readonly type: 'progress'; readonly progress: TaskProgress }
  | { readonly type: 'done'; readonly facts: TaskFacts[keyof TaskFacts] }
  | { readonly type: 'failed'; readonly failure: WireFailure | SqlRefusal };

/** The statement itself is at fault, and the person who wrote it. */
export type SqlRefusal = { readonly code: 'SQL'; readonly message: string };
