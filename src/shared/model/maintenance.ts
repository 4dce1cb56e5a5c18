import { z } from 'zod';
import { strictSchema } from '../lazySchema.ts';

/** Retention of a project; null keeps permanently. */
export const retentionRuleSchema = strictSchema(() => ({
  /** Stored HTML pages older than this are deleted; their answers stay. */
  pagesDays: z.number().int().min(1, 'Enter at least 1 day.').max(36_500).nullable(),
  /** Whole runs that ended longer ago are deleted. */
  runsMonths: z.number().int().min(1, 'Enter at least 1 month.').max(1200).nullable(),
  /** Keeps answers with a note or label: their pages and their runs. */
  keepMarked: z.boolean(),
  /** Keeps runs of monitors. */
  keepMonitors: z.boolean(),
  /** Once a day while a window is open; otherwise only on request. */
  automatic: z.boolean(),
}));
type DataAmount = {
  readonly count: number;
  /** Compressed size on disk. */
  readonly bytes: number;
  readonly oldestAtMs: number | null;
  readonly newestAtMs: number | null;
};
export type RetentionPreview = {
  readonly pages: DataAmount;
  readonly runs: DataAmount & { readonly answers: number };
  /** Old enough to delete, but kept because of notes, labels or a monitor. */
  readonly keptRuns: number;
};
export type RetentionRound = {
  readonly beganAtMs: number;
  /** Null while it is running, or if the program ended first. */
  readonly endedAtMs: number | null;
  readonly pages: number;
  readonly runs: number;
  readonly answers: number;
  readonly bytes: number;
};
export type Retention = {
  readonly projectId: string;
  readonly projectName: string;
  /** Null: nothing is ever deleted. */
  readonly rule: RetentionRule | null;
  /** Whether this program is currently deleting. */
  readonly running: boolean;
  readonly lastRound: RetentionRound | null;
};
export const projectSchema = strictSchema(() => ({ project: z.string().min(1).max(200).optional() }));
export const sizeKinds = ['answers', 'pages', 'sources', 'search', 'brands', 'runs', 'other'] as const;
export type SizeKind = (typeof sizeKinds)[number];

/** Sizes in bytes. */
export type DataSize = {
  readonly file: string;
  readonly fileBytes: number;
  /** In the write-ahead log, not yet in the file. */
  readonly journalBytes: number;
  /** Unused inside the file; compact returns it to the disk. */
  readonly freeBytes: number;
  readonly diskFreeBytes: number;
  /** `rows` is null where nothing is counted. */
  readonly kinds: readonly {
    readonly kind: SizeKind;
    readonly bytes: number;
    readonly rows: number | null;
  }[];
  /** Backups and replaced histories in the data folder. */
  readonly copies: readonly { readonly file: string; readonly bytes: number }[];
};

export const findingAreas = ['file', 'references', 'counters', 'search', 'sources', 'answers'] as const;

export type DataFinding = {
  readonly area: (typeof findingAreas)[number];
  /** One sentence with the problem and its count. */
  readonly message: string;
  readonly count: number;
  /** False for data that is lost and can only come from a backup. */
  readonly repairable: boolean;
};

export type DataCopy = {
  readonly file: string;
  readonly bytes: number;
  readonly schemaVersion: number;
  readonly runs: number;
  readonly observations: number;
};

export type RestoreFacts = DataCopy & {
  /** The previous history; null if there was none. */
  readonly keptFile: string | null;
  /** Connections whose address in the backup differs from the previous history. */
  readonly changedAddresses: readonly {
    readonly name: string;
    readonly before: string;
    readonly now: string;
  }[];
};

export type CheckFacts = {
  readonly file: string;
  readonly full: boolean;
  readonly findings: readonly DataFinding[];
};

export type CompactFacts = {
  readonly file: string;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
};

export type RepairFacts = {
  readonly file: string;
  /** The original history. */
  readonly keptFile: string;
  /** What was wrong and has been repaired or found lost, in sentences. */
  readonly repaired: readonly string[];
  readonly remaining: readonly DataFinding[];
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

export const pathSchema = z.string().trim().min(1, 'Enter the path of a file or folder.').max(4096);
export type RetentionRule = z.infer<typeof retentionRuleSchema>;
