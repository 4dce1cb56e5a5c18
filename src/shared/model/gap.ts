import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { gapKinds, gapLists, gapStatuses } from './gapLists.ts';
import { marketSchema } from './market.ts';
import { engineSchema } from './run.ts';
import { answerFilterSchema, brandSchema, trendQuerySchema } from './trend.ts';

export const gapQuerySchema = lazySchema(() =>
  answerFilterSchema
    .unwrap()
    .extend(trendQuerySchema.unwrap().pick({ series: true, branded: true, imported: true }).shape)
    .extend({
      /** Only the answers of this run. */
      run: z.string().max(100).optional(),
      list: z.enum(gapLists).default('open'),
      kind: z.enum(gapKinds).optional(),
      /** Id or name of a listed competitor. */
      brand: z.string().max(500).optional(),
      domain: z.string().max(500).optional(),
      /** Only these, by id. */
      ids: z.array(z.string().max(100)).max(5000).optional(),
      /** Maximum number returned, widest reach first. */
      most: z.number().int().min(1).max(5000).default(100),
    }),
);

/** Identifies a gap in later runs. */
export const gapKeySchema = lazySchema(() =>
  z.strictObject({
    kind: z.enum(gapKinds),
    question: z.string(),
    engine: z.string().max(100),
    market: z.string().max(200),
    /** Id of the competitor that is named; empty for a citation gap. */
    brand: z.string().max(200),
    /** Domain that is cited; empty for a mention gap. */
    domain: z.string().max(500),
  }),
);

const namedBrandSchema = lazySchema(() => brandSchema.unwrap().pick({ id: true, name: true }));
const gapSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    key: gapKeySchema,
    engine: engineSchema,
    market: marketSchema,
    /** The competitor that is named, or whose site is cited; null for other sites. */
    brand: namedBrandSchema.nullable(),
    /** Competitors named in the answers behind it. */
    named: z.array(namedBrandSchema),
    count: z.number().int(),
    of: z.number().int(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    runs: z.number().int(),
    ofRuns: z.number().int(),
    sinceMs: z.number(),
    closedAtMs: z.number().nullable(),
    askedAtMs: z.number(),
    status: z.enum(gapStatuses),
    note: z.string(),
    decidedAtMs: z.number().nullable(),
    /** The latest answer behind it. */
    observationId: z.string(),
    /** The sentence that names a competitor. */
    quote: z
      .object({
        text: z.string(),
        marks: z.array(z.tuple([z.number(), z.number()])),
        cutBefore: z.boolean(),
        cutAfter: z.boolean(),
      })
      .nullable(),
    /** Language of the answer. */
    language: z.string().nullable(),
    /** The cited page. */
    url: z.string().nullable(),
  }),
);
const tallySchema = lazySchema(() =>
  z.object({ value: z.string(), label: z.string(), count: z.number().int() }),
);
export const gapAnswerSchema = lazySchema(() =>
  z.object({
    /** Widest reach first. */
    gaps: z.array(gapSchema),
    /** Total in the list; `gaps` contains the first of them. */
    total: z.number().int(),
    counts: z.object({
      open: z.number().int(),
      done: z.number().int(),
      ignored: z.number().int(),
      closed: z.number().int(),
      all: z.number().int(),
    }),
    /** Counts of the list by filter value, most frequent first. */
    tallies: z.object({
      kinds: z.array(tallySchema),
      markets: z.array(tallySchema),
      engines: z.array(tallySchema),
      questions: z.array(tallySchema),
      brands: z.array(tallySchema),
      domains: z.array(tallySchema),
    }),
    answers: z.number().int(),
    brandedLeftOut: z.number().int(),
    unsearched: z.number().int(),
    /** What has to be set up before there can be gaps. */
    missing: z.array(z.enum(['own', 'competitors', 'own-domains'])),
  }),
);

export const noteOfGap = z.string().trim().max(2000);

export type GapQuery = z.output<typeof gapQuerySchema>;
export type GapQueryInput = z.input<typeof gapQuerySchema>;
export type GapKey = z.infer<typeof gapKeySchema>;
export type GapView = z.infer<typeof gapSchema>;
export type GapAnswer = z.infer<typeof gapAnswerSchema>;
export type GapList = (typeof gapLists)[number];
export type GapStatus = (typeof gapStatuses)[number];
