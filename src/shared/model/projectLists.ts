import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { allSourceTypes } from './comparison/comparison.ts';
import { answerFilterSchema, brandSchema, periodSchema, pooledSchema } from './trend.ts';
import type { TrendDelta } from './trendLines.ts';

/** The questions and the sources of a project, as their screens and commands list them. */

const listFilterSchema = lazySchema(() =>
  answerFilterSchema.unwrap().extend({
    /** An earlier period, whose figures stand beside those of the period. */
    compare: periodSchema.optional(),
  }),
);
/** Built inside the program, like a trend. */
const deltaSchema = z.custom<TrendDelta>((value) => typeof value === 'object' && value !== null);
/** Null for a period without data. */
const pointsSchema = z.array(z.number().nullable());
const bucketsSchema = z.array(z.string());

export const questionQuerySchema = lazySchema(() =>
  listFilterSchema.unwrap().extend({
    /** Id or name of a listed brand; by default your first one. */
    brand: z.string().max(500).optional(),
  }),
);
const namedBrandSchema = lazySchema(() => brandSchema.unwrap().pick({ id: true, name: true }));
export const questionRowSchema = lazySchema(() =>
  z.object({
    question: z.string(),
    tags: z.array(z.string()),
    /** Null if no brand is listed. */
    branded: z.boolean().nullable(),
    brandedByRule: z.boolean(),
    answers: z.number().int(),
    /** Of the brand; null without one. */
    visibility: pooledSchema.nullable(),
    position: pooledSchema.nullable(),
    /** The change of visibility from the compared period; null without one. */
    change: deltaSchema.nullable(),
    /** Visibility by bucket. */
    trend: pointsSchema,
    /** The listed brands named in most answers; several if they are level. */
    leaders: z.array(namedBrandSchema),
    /** Markets with answers that were searched for brands, and those of them whose answers never name the brand. */
    markets: z.array(z.string()),
    missing: z.array(z.string()),
    /** Of all time; `row` is the number of the question in its run, from 0. */
    last: z
      .object({
        observationId: z.string(),
        runId: z.string(),
        engine: z.string(),
        row: z.number().int(),
        atMs: z.number(),
      })
      .nullable(),
  }),
);
export const questionListSchema = lazySchema(() =>
  z.object({
    brand: brandSchema.nullable(),
    /** Every question of the project that passes the filters of questions and tags, visible ones first. */
    questions: z.array(questionRowSchema),
    buckets: bucketsSchema,
    answers: z.number().int(),
    unsearched: z.number().int(),
    textless: z.number().int(),
    rulesVersion: z.number().int().nullable(),
  }),
);

export const sourceQuerySchema = lazySchema(() =>
  listFilterSchema.unwrap().extend({
    of: z.enum(['domain', 'page']).default('domain'),
    /** Only the pages of this domain. */
    domain: z.string().max(500).optional(),
    /** Maximum number returned, the most cited first. */
    most: z.number().int().min(1).max(1000).default(100),
  }),
);
const countSchema = lazySchema(() =>
  z.object({ numerator: z.number().int(), denominator: z.number().int(), value: z.number().nullable() }),
);
const rateSchema = lazySchema(() =>
  countSchema.unwrap().extend({ low: z.number().nullable(), high: z.number().nullable() }),
);
export const sourceRowSchema = lazySchema(() =>
  z.object({
    domain: z.string(),
    /** The page; null in a list of domains. */
    url: z.string().nullable(),
    type: z.enum(allSourceTypes),
    /** The listed brand whose site it is. */
    owner: brandSchema.nullable(),
    /** Answers that cite it, of those that can cite. */
    presence: rateSchema,
    /** Its part of all citations. */
    share: countSchema,
    /** Answers that cite it and not your site, of those that cite it; null if your sites are not known, or it is yours. */
    instead: countSchema.nullable(),
    questions: z.number().int(),
    markets: z.array(z.string()),
    change: deltaSchema.nullable(),
    /** Presence by bucket. */
    trend: pointsSchema,
    last: z.object({ observationId: z.string(), atMs: z.number() }),
  }),
);
export const sourceListSchema = lazySchema(() =>
  z.object({
    sources: z.array(sourceRowSchema),
    /** How many there are; `sources` has the first of them. */
    total: z.number().int(),
    buckets: bucketsSchema,
    /** Answers that can cite, and all their citations. */
    answers: z.number().int(),
    citations: z.number().int(),
    /** Answers that cite one of your sites; null if none is listed. */
    own: rateSchema.nullable(),
  }),
);

export type QuestionQuery = z.output<typeof questionQuerySchema>;
export type QuestionRow = z.infer<typeof questionRowSchema>;
export type QuestionList = z.infer<typeof questionListSchema>;
export type SourceQuery = z.output<typeof sourceQuerySchema>;
export type SourceRow = z.infer<typeof sourceRowSchema>;
export type SourceList = z.infer<typeof sourceListSchema>;
