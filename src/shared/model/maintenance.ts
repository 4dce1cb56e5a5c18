import { z } from 'zod';

/** How long a project keeps what it has; null keeps for good. */
export const retentionRuleSchema = z.strictObject({
  /** Stored HTML pages older than this go; the answers that named them stay. */
  pagesDays: z.number().int().min(1, 'Enter at least 1 day.').max(36_500).nullable(),
  /** Whole runs that ended longer ago go. */
  runsMonths: z.number().int().min(1, 'Enter at least 1 month.').max(1200).nullable(),
  /** Keeps answers with a note or a label: their pages, and the runs they are in. */
  keepMarked: z.boolean(),
  /** Keeps what monitors asked. */
  keepMonitors: z.boolean(),
  /** Once a day while a window is open; otherwise only when somebody says so. */
  automatic: z.boolean(),
});
const amountSchema = z.object({
  count: z.number().int(),
  /** On the disk, packed. */
  bytes: z.number().int(),
  oldestAtMs: z.number().nullable(),
  newestAtMs: z.number().nullable(),
});
export const retentionPreviewSchema = z.object({
  pages: amountSchema,
  runs: amountSchema.extend({ answers: z.number().int() }),
  /** Old enough to go, and kept for their notes and labels or because a monitor asked them. */
  keptRuns: z.number().int(),
});
const retentionRoundSchema = z.object({
  beganAtMs: z.number(),
  /** Null while it goes on, or when the program ended before it did. */
  endedAtMs: z.number().nullable(),
  pages: z.number().int(),
  runs: z.number().int(),
  answers: z.number().int(),
  bytes: z.number().int(),
});
export const retentionSchema = z.object({
  projectId: z.string(),
  projectName: z.string(),
  /** Null: nothing is ever deleted. */
  rule: retentionRuleSchema.nullable(),
  /** Deleting now, in this program. */
  running: z.boolean(),
  lastRound: retentionRoundSchema.nullable(),
});
export const projectSchema = z.strictObject({ project: z.string().min(1).max(200).optional() });
const sizeKindSchema = z.enum(['answers', 'pages', 'sources', 'search', 'brands', 'runs', 'other']);
export const dataSizeSchema = z.object({
  file: z.string(),
  fileBytes: z.number(),
  journalBytes: z.number(),
  freeBytes: z.number(),
  diskFreeBytes: z.number(),
  kinds: z.array(z.object({ kind: sizeKindSchema, bytes: z.number(), rows: z.number() })),
  copies: z.array(z.object({ file: z.string(), bytes: z.number() })),
});
export const findingSchema = z.object({
  area: z.enum(['file', 'references', 'counters', 'search', 'sources', 'answers']),
  message: z.string(),
  count: z.number(),
  repairable: z.boolean(),
});
export const copySchema = z.object({
  file: z.string(),
  bytes: z.number(),
  schemaVersion: z.number(),
  runs: z.number(),
  observations: z.number(),
});
export const pathSchema = z.string().trim().min(1, 'Enter the path of a file or folder.').max(4096);
export type RetentionRule = z.infer<typeof retentionRuleSchema>;
export type RetentionPreview = z.infer<typeof retentionPreviewSchema>;
export type RetentionRound = z.infer<typeof retentionRoundSchema>;
export type Retention = z.infer<typeof retentionSchema>;
export type DataSize = z.infer<typeof dataSizeSchema>;
export type DataFinding = z.infer<typeof findingSchema>;
