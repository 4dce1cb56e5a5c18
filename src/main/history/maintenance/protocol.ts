import type { ExportFilter } from '#shared/model/export.ts';
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
import type { ParquetTable } from '#shared/tables/parquetTables.ts';
import type { WireFailure } from '../store/failures.ts';
import type { Decision } from './decision.ts';

/**
 * `workerData` of the history worker for work on the file itself, beside or instead of the program's own
 * connection.
 */
export type HistoryTaskData = { readonly task: { readonly file: string; readonly decision: Decision } };

/** Integers beyond 2^53 as text, blobs as base64. */
export type SqlValue = string | number | null;

export type ProjectFileFacts = {
  readonly file: string;
  readonly name: string;
  readonly bytes: number;
  readonly runs: number;
  readonly observations: number;
};

export type TablesInput = {
  readonly filter: ExportFilter;
  readonly tables: readonly ParquetTable[];
  /** A folder that does not exist yet. */
  readonly target: string;
  /** Folder of an earlier export: only answers stored after it are exported. */
  readonly since: string | null;
  readonly version: string;
  readonly nowMs: number;
};

export type TablesFacts = {
  readonly tables: readonly {
    readonly table: ParquetTable;
    readonly file: string;
    readonly rows: number;
    readonly rowGroups: number;
    readonly bytes: number;
  }[];
  /** Ids of answers with damaged bodies: `searches` and `texts` do not contain them. */
  readonly unreadable: readonly string[];
  /** Whether the mentions of the previous export use other brand rules. */
  readonly rulesChanged: boolean;
};

/** Progress of a task; `total` in the unit of `done`. */
export type TaskProgress = { readonly what: string; readonly done: number; readonly total: number };

/**
 * Reports a step of a task, and throws if the task was cancelled: until then it has changed nothing, and can undo what it
 * wrote. After the last one it cannot be cancelled.
 */
export type TaskStep = (progress: TaskProgress, last?: 'last') => void;

export type HistoryTaskContract = {
  readonly opened: null;
  readonly calls: {
    /** Starts a statement; its rows are requested afterwards. */
    readonly query: (input: { readonly sql: string }) => { readonly columns: readonly string[] };
    /** The next rows, in batches, so that no result fills the memory. */
    readonly rows: (input: Nothing) => {
      readonly rows: readonly (readonly SqlValue[])[];
      readonly more: boolean;
    };
    readonly backup: (input: { readonly target: string }) => DataCopy;
    readonly vet: (input: { readonly from: string }) => DataCopy;
    readonly exportProject: (input: {
      readonly project: string;
      readonly target: string;
      readonly nowMs: number;
    }) => ProjectFileFacts;
    readonly importProject: (input: { readonly from: string; readonly nowMs: number }) => ProjectImportFacts;
    readonly exportTables: (input: TablesInput) => TablesFacts;
    readonly restore: (input: { readonly from: string; readonly nowMs: number }) => RestoreFacts;
    readonly size: (input: Nothing) => DataSize;
    readonly check: (input: { readonly full: boolean }) => CheckFacts;
    readonly compact: (input: Nothing) => CompactFacts;
    readonly repair: (input: { readonly nowMs: number }) => RepairFacts;
    readonly move: (input: {
      readonly target: string;
      readonly keepOld: boolean;
      readonly nowMs: number;
    }) => MoveFacts;
  };
  /** SQL: the statement itself is invalid. */
  readonly refusal: WireFailure | { readonly code: 'SQL'; readonly message: string };
  readonly event: TaskProgress;
};

type Nothing = Readonly<Record<string, never>>;
