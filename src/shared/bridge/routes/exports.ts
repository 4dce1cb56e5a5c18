import { z } from 'zod';
import { marketSchema } from '../market.ts';
import { query } from '../route.ts';
import { noteSchema } from './observations.ts';
import { engineSchema } from './runs.ts';

/** Which answers are meant; each member narrows, none means all. */
export const exportFilterSchema = z.strictObject({
  /** Ids of runs or of answers. */
  ids: z.array(z.string()).min(1).max(10_000).optional(),
  fromMs: z.number().optional(),
  /** Not included. */
  beforeMs: z.number().optional(),
  engine: engineSchema.optional(),
  /** Market keys, or countries with all their markets. */
  markets: z.array(z.string()).min(1).max(1000).optional(),
  /** Words of the question, in either letter case. */
  text: z.string().max(500).optional(),
});

/** A stored answer, whole. */
export const storedRecordSchema = z.object({
  id: z.string(),
  runId: z.string(),
  cellId: z.string(),
  engine: engineSchema,
  question: z.string(),
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
  /** Of the answer's words. */
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
    }),
  ),
  searchQueries: z.array(z.string()),
  request: z.object({ path: z.string(), body: z.string() }),
  status: z.number().int(),
  responseHeaders: z.record(z.string(), z.string()),
  /** The response body as it came. */
  payload: z.string(),
  payloadSha256: z.string(),
  /** What a person wrote beside it. */
  notes: z.array(noteSchema),
  labels: z.array(z.string()),
  /** Stored HTML pages, where asked for. */
  pages: z.array(z.object({ url: z.string(), html: z.string() })),
});

export const exportRoutes = {
  'exports.count': query(
    z.strictObject({ filter: exportFilterSchema }),
    z.object({ answers: z.number().int() }),
  ),
  /** In the order they were stored. */
  'exports.page': query(
    z.strictObject({
      filter: exportFilterSchema,
      after: z.string().nullable(),
      limit: z.number().int().min(1).max(100).default(50),
      pages: z.boolean().default(false),
    }),
    z.object({ records: z.array(storedRecordSchema), more: z.boolean() }),
  ),
};

export type ExportFilter = z.output<typeof exportFilterSchema>;
export type StoredRecord = z.infer<typeof storedRecordSchema>;
