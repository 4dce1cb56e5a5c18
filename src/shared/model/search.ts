import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { marketSchema } from './market.ts';
import { engineSchema } from './run.ts';

export const facetNames = [
  'project',
  'tag',
  'engine',
  'country',
  'language',
  'domain',
  'brand',
  'status',
  'date',
  'driver',
  'surface',
  'run',
] as const;
const snippetSchema = lazySchema(() =>
  z.object({
    /** The part of the result it is from; `note` is a user's note on an answer. */
    field: z.enum([
      'question',
      'answer',
      'source',
      'query',
      'product',
      'ad',
      'more',
      'note',
      'translation',
      'error',
    ]),
    text: z.string(),
    /** Matches as UTF-16 offsets into `text`, ascending and non-overlapping. */
    marks: z.array(z.tuple([z.number().int(), z.number().int()])),
    cutBefore: z.boolean(),
    cutAfter: z.boolean(),
  }),
);
const searchHitSchema = lazySchema(() =>
  z.object({
    /** The stored answer; null for a request without an answer. */
    observationId: z.string().nullable(),
    runId: z.string(),
    cellId: z.string(),
    status: z.enum(['completed', 'failed']),
    engine: engineSchema,
    connectionId: z.string(),
    question: z.string(),
    market: marketSchema,
    marketKey: z.string(),
    sample: z.number().int(),
    /** When it was received, or failed. */
    atMs: z.number(),
    language: z.string().nullable(),
    driver: z.string().nullable(),
    sourceCount: z.number().int(),
    creditsCharged: z.number().int().nullable(),
    requestId: z.string().nullable(),
    snippet: snippetSchema.nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  }),
);
const facetSchema = lazySchema(() =>
  z.object({
    name: z.enum(facetNames),
    /** Most frequent first; months newest first. */
    values: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        count: z.number().int(),
        /** Other filter values with the same result: a brand's aliases. */
        also: z.array(z.string()).optional(),
      }),
    ),
  }),
);
export const cursorSchema = lazySchema(() => z.strictObject({ atMs: z.number(), id: z.number().int() }));
export const searchResultSchema = lazySchema(() =>
  z.object({
    /** Newest first. */
    hits: z.array(searchHitSchema),
    total: z.number().int(),
    /** False for a phrase search: then `total` and the counts are of answers that contain all of its words. */
    exact: z.boolean(),
    facets: z.array(facetSchema),
    /** Cursor of the next page; null at the end. */
    next: cursorSchema.nullable(),
    problems: z.array(z.object({ part: z.string(), at: z.number().int(), message: z.string() })),
    /** Stored answers that are not indexed yet. */
    pending: z.number().int(),
    stored: z.number().int(),
  }),
);
export const savedSearchSchema = lazySchema(() =>
  z.object({ id: z.string(), name: z.string(), text: z.string() }),
);
export type SearchHit = z.infer<typeof searchHitSchema>;
export type SearchResult = z.infer<typeof searchResultSchema>;
export type SearchFacet = z.infer<typeof facetSchema>;
export type FacetName = (typeof facetNames)[number];
export type SearchCursor = z.infer<typeof cursorSchema>;
export type SavedSearch = z.infer<typeof savedSearchSchema>;
