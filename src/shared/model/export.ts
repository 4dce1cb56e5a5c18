import { z } from 'zod';
import { surfaceChoices } from '../interface/surface.ts';
import { lazySchema } from '../lazySchema.ts';
import { marketSchema } from './market.ts';
import { noteSchema, provenanceSchema } from './observation.ts';
import { inProject, projectRefSchema } from './projectScope.ts';
import { engineSchema } from './run.ts';
import type { Translation } from './translation.ts';

/** Filter of answers; each member narrows it, none means all. */
export const exportFilterSchema = lazySchema(() =>
  z.strictObject({
    /** Ids of runs or of answers. */
    ids: z.array(z.string()).min(1).max(10_000).optional(),
    fromMs: z.number().optional(),
    /** Not included. */
    beforeMs: z.number().optional(),
    engine: engineSchema.optional(),
    surface: z.enum(surfaceChoices).optional(),
    /** Market keys, or countries with all their markets. */
    markets: z.array(z.string()).min(1).max(1000).optional(),
    /** Of this project, by id or name; absent or `all`: of every project. */
    project: projectRefSchema.optional(),
    /** Words of the question, ignoring case. */
    text: z.string().max(500).optional(),
  }),
);
/** A stored answer with all its data. */
export const storedRecordSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    runId: z.string(),
    cellId: z.string(),
    engine: engineSchema,
    /** What the connection that was asked calls it. */
    engineName: z.string(),
    question: z.string(),
    /** The wording, if it was not the main text. */
    wording: z.string().optional(),
    market: marketSchema,
    marketKey: z.string(),
    sample: z.number().int(),
    receivedAtMs: z.number(),
    requestId: z.string().nullable(),
    creditsCharged: z.number().int().nullable(),
    latencyMs: z.number().nullable(),
    imported: z.boolean(),
    driver: z.string().nullable(),
    model: z.string().nullable(),
    servedShape: z.string().nullable(),
    countryHonoured: z.string().nullable(),
    ...provenanceSchema.unwrap().shape,
    /** Language of the answer. */
    language: z.string().nullable(),
    text: z.string(),
    sources: z.array(
      z.object({
        kind: z.string(),
        position: z.number().int(),
        url: z.string(),
        label: z.string(),
        domain: z.string(),
        redirectLink: z.string().nullable(),
        description: z.string().nullable(),
        /** As displayed, or an ISO date. */
        date: z.string().nullable(),
        /** Whether it belongs to the secondary group; null where the engine has none. */
        footnote: z.boolean().nullable(),
        preview: z.string().nullable(),
        /** Author of a post. */
        creator: z.string().nullable(),
      }),
    ),
    searchQueries: z.array(z.string()),
    request: z.object({ path: z.string(), body: z.string() }),
    status: z.number().int(),
    responseHeaders: z.record(z.string(), z.string()),
    /** The response body as it came. */
    payload: z.string(),
    payloadSha256: z.string(),
    /** The user's notes and labels. */
    notes: z.array(noteSchema),
    labels: z.array(z.string()),
    /** Stored HTML pages, if requested. */
    pages: z.array(z.object({ url: z.string(), html: z.string() })),
    /** Absent if none is stored. */
    translations: z.array(z.custom<TranslationRecord>()).optional(),
  }),
);
/** A stored translation of an answer as one text. */
export type TranslationRecord = Pick<
  Translation,
  'source' | 'target' | 'translator' | 'model' | 'version'
> & {
  /** ISO 8601. */
  readonly madeAt: string;
  /** SHA-256 of the stored answer that was translated, in hexadecimal. */
  readonly answerSha256: string;
  /** Sections are separated by blank lines. */
  readonly text: string;
  /** Sections in the original, because their translation lost something. */
  readonly sectionsKept: number;
};
/** A language and translator of which an export has translations. */
export type TranslatedBy = Pick<Translation, 'target' | 'translator'>;
export type ExportCount = { readonly answers: number; readonly translated: readonly TranslatedBy[] };
/** One listed brand named in one answer, by the current rules. */
const brandRecordSchema = lazySchema(() =>
  z.object({
    answer: z.string(),
    name: z.string(),
    kind: z.string().nullable(),
    rank: z.number().int(),
    listRank: z.number().int().nullable(),
    depth: z.number(),
    mentions: z.number().int(),
    rulesVersion: z.number().int(),
  }),
);
/** A planned request without an answer (yet). */
const cellRecordSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    runId: z.string(),
    question: z.string(),
    engine: engineSchema,
    marketKey: z.string(),
    sample: z.number().int(),
    state: z.string(),
    finishedAtMs: z.number().nullable(),
    attempts: z.number().int(),
    creditsCharged: z.number().int().nullable(),
    errorCode: z.string().nullable(),
    errorMessage: z.string().nullable(),
    requestId: z.string().nullable(),
  }),
);
export const exportFormats = ['csv', 'csv-excel', 'jsonl', 'xlsx', 'parquet', 'evidence'] as const;
/** The answers to export: those that pass a filter, match a search, or belong to a series. */
export const exportSelectionSchema = lazySchema(() =>
  z.union([
    z.strictObject({ filter: exportFilterSchema }),
    /** As typed into the search; empty means all of the project. */
    z.strictObject({ search: z.string().max(1000), ...inProject }),
    z.strictObject({ series: z.string(), monitorId: z.string().nullable().default(null) }),
  ]),
);
export type ExportFilter = z.output<typeof exportFilterSchema>;
export type BrandRecord = z.infer<typeof brandRecordSchema>;
export type CellRecord = z.infer<typeof cellRecordSchema>;
export type ExportFormat = (typeof exportFormats)[number];
export type ExportSelection = z.input<typeof exportSelectionSchema>;
export type StoredRecord = z.infer<typeof storedRecordSchema>;
