import { z } from 'zod';
import { marketSchema } from './market.ts';
import { engineSchema } from './run.ts';

export const sourceViewSchema = z.object({
  position: z.number().int(),
  url: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  /** Host without `www.`; the destination's where a redirect was resolved. */
  domain: z.string(),
  redirectLink: z.string().nullable(),
});
/** What a column needs: light enough for 250 of them at once. */
export const observationViewSchema = z.object({
  id: z.string(),
  runId: z.string(),
  cellId: z.string(),
  engine: engineSchema,
  question: z.string(),
  market: marketSchema,
  marketKey: z.string(),
  sample: z.number().int(),
  receivedAtMs: z.number(),
  text: z.string(),
  /** Markdown when the engine gave it, else null and `text` is shown. */
  markdown: z.string().nullable(),
  language: z.string().nullable(),
  sources: z.array(sourceViewSchema),
  searchQueries: z.array(z.string()),
  servedShape: z.string().nullable(),
  driver: z.string().nullable(),
  model: z.string().nullable(),
  countryHonoured: z.string().nullable(),
  imported: z.boolean(),
  creditsCharged: z.number().int().nullable(),
  latencyMs: z.number().nullable(),
  requestId: z.string().nullable(),
});
/** What a person wrote beside an answer; never part of what was received. */
export const noteSchema = z.object({
  id: z.string(),
  text: z.string(),
  writtenAtMs: z.number(),
  editedAtMs: z.number().nullable(),
});
export const observationDetailSchema = observationViewSchema.extend({
  request: z.record(z.string(), z.unknown()),
  responseHeaders: z.record(z.string(), z.string()),
  /** The whole result as received. */
  result: z.record(z.string(), z.unknown()),
  payloadSha256: z.string(),
  /** Ids of stored HTML pages; the hosts serve them in a sandboxed frame. */
  pages: z.array(z.object({ id: z.string(), url: z.string(), bytes: z.number().int().nullable() })),
  /** Oldest first. */
  notes: z.array(noteSchema),
  /** In alphabetical order. */
  labels: z.array(z.string()),
});
export type ObservationView = z.infer<typeof observationViewSchema>;
export type ObservationDetail = z.infer<typeof observationDetailSchema>;
export type SourceView = z.infer<typeof sourceViewSchema>;
