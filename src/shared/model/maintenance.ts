import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';

/** Retention of a project; null keeps permanently. */
export const retentionRuleSchema = lazySchema(() =>
  z.strictObject({
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
  }),
);
const amountSchema = lazySchema(() =>
  z.object({
    count: z.number().int(),
    /** Compressed size on disk. */
    bytes: z.number().int(),
    oldestAtMs: z.number().nullable(),
    newestAtMs: z.number().nullable(),
  }),
);
export const retentionPreviewSchema = lazySchema(() =>
  z.object({
    pages: amountSchema,
    runs: amountSchema.unwrap().extend({ answers: z.number().int() }),
    /** Old enough to delete, but kept because of notes, labels or a monitor. */
    keptRuns: z.number().int(),
  }),
);
const retentionRoundSchema = lazySchema(() =>
  z.object({
    beganAtMs: z.number(),
    /** Null while it is running, or if the program ended first. */
    endedAtMs: z.number().nullable(),
    pages: z.number().int(),
    runs: z.number().int(),
    answers: z.number().int(),
    bytes: z.number().int(),
  }),
);
export const retentionSchema = lazySchema(() =>
  z.object({
    projectId: z.string(),
    projectName: z.string(),
    /** Null: nothing is ever deleted. */
    rule: retentionRuleSchema.nullable(),
    /** Whether this program is currently deleting. */
    running: z.boolean(),
    lastRound: retentionRoundSchema.nullable(),
  }),
);
export const projectSchema = lazySchema(() =>
  z.strictObject({ project: z.string().min(1).max(200).optional() }),
);
const sizeKindSchema = z.enum(['answers', 'pages', 'sources', 'search', 'brands', 'runs', 'other']);
export const dataSizeSchema = lazySchema(() =>
  z.object({
    file: z.string(),
    fileBytes: z.number(),
    journalBytes: z.number(),
    freeBytes: z.number(),
    diskFreeBytes: z.number(),
    kinds: z.array(z.object({ kind: sizeKindSchema, bytes: z.number(), rows: z.number() })),
    copies: z.array(z.object({ file: z.string(), bytes: z.number() })),
  }),
);
export const findingSchema = lazySchema(() =>
  z.object({
    area: z.enum(['file', 'references', 'counters', 'search', 'sources', 'answers']),
    message: z.string(),
    count: z.number(),
    repairable: z.boolean(),
  }),
);
export const copySchema = lazySchema(() =>
  z.object({
    file: z.string(),
    bytes: z.number(),
    schemaVersion: z.number(),
    runs: z.number(),
    observations: z.number(),
  }),
);
export const pathSchema = z.string().trim().min(1, 'Enter the path of a file or folder.').max(4096);
export type RetentionRule = z.infer<typeof retentionRuleSchema>;
export type RetentionPreview = z.infer<typeof retentionPreviewSchema>;
export type RetentionRound = z.infer<typeof retentionRoundSchema>;
export type Retention = z.infer<typeof retentionSchema>;
export type DataSize = z.infer<typeof dataSizeSchema>;
export type DataFinding = z.infer<typeof findingSchema>;
