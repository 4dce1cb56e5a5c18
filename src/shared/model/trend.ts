import { z } from 'zod';
import { surfaceChoices } from '../interface/surface.ts';
import { lazySchema } from '../lazySchema.ts';
import { allSourceTypes } from './comparison/comparison.ts';
import { engineSchema } from './run.ts';
import type { Trend, TrendLine } from './trendLines.ts';
import { movementParts, trendGroupings, trendIntervals } from './trendLines.ts';

/** What every screen over the answers of a project is filtered by. Empty lists are no filter. */
export const answerFilterSchema = lazySchema(() =>
  z.strictObject({
    /** Id or name of a project; by default the current one. */
    project: z.string().max(100).optional(),
    fromMs: z.number().optional(),
    /** Not included. */
    beforeMs: z.number().optional(),
    engines: z.array(engineSchema).max(20).default([]),
    /** Market keys, or countries with all their markets. */
    markets: z.array(z.string()).max(1000).default([]),
    surfaces: z.array(z.enum(surfaceChoices)).default([]),
    /** The exact texts of questions. */
    questions: z.array(z.string()).max(1000).default([]),
    /** Questions with any of these tags. */
    tags: z.array(z.string().max(100)).max(100).default([]),
  }),
);
export const periodSchema = lazySchema(() => z.strictObject({ fromMs: z.number(), beforeMs: z.number() }));
/** The answers and the subject of a trend. */
export const trendQuerySchema = lazySchema(() =>
  answerFilterSchema.unwrap().extend({
    /** Id of a metric, or its name. */
    metric: z.string().max(100),
    /** Id or name of a listed brand; by default the first own one. */
    brand: z.string().max(500).optional(),
    domain: z.string().max(500).optional(),
    type: z.enum(allSourceTypes).optional(),
    by: z.enum(trendGroupings).default('none'),
    /** `auto`: the shortest interval for which at least half the periods have questions. */
    every: z.enum([...trendIntervals, 'auto']).default('day'),
    /** The period that lines are compared with; by default, the halves of the period with each other. */
    compare: periodSchema.optional(),
    /** Runs of one monitor (its id), runs without a monitor (`ad-hoc`), or all. */
    series: z.string().max(100).default('all'),
    /** Branded questions: excluded, only these, or included. */
    branded: z.enum(['without', 'only', 'with']).default('without'),
    /** Whether imported answers count. */
    imported: z.boolean().default(true),
    /** Everything by the current brand rules, or each period by those in force at its end. */
    rules: z.enum(['current', 'as-then']).default('current'),
    /** Maximum number of lines, those with most answers first. */
    most: z.number().int().min(1).max(1000).default(300),
  }),
);
export const brandSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['own', 'competitor', 'other']),
  }),
);
/** Built inside the program by `trendOf`, so its shape is not validated again. */
const trendSchema = z.custom<Trend>((value) => typeof value === 'object' && value !== null);
export const trendAnswerSchema = lazySchema(() =>
  z.object({
    trend: trendSchema,
    /** The interval of its points: the selected or the automatic one. */
    every: z.enum(trendIntervals),
    /** Its subject, as found: name of the brand, domain or type. */
    subject: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** Valid answers that passed every filter. */
    answers: z.number().int(),
    /** Answers excluded by the filter for branded questions. */
    brandedLeftOut: z.number().int(),
    /** Time zone of the project, whose days, weeks and months these are. */
    timeZone: z.string(),
    /** Lines beyond `most`. */
    linesLeftOut: z.number().int(),
    /** Version of the current brand rules; null if brands were never searched for. */
    rulesVersion: z.number().int().nullable(),
    /** Answers that passed every filter but were not searched with these rules yet. */
    unsearched: z.number().int(),
    /** Results that passed every filter but have no text that could name a brand, such as lists of links. */
    textless: z.number().int(),
  }),
);
/** Built inside the program, like a trend. */
const trendLineSchema = z.custom<TrendLine>((value) => typeof value === 'object' && value !== null);
export const trendChangesSchema = lazySchema(() =>
  z.object({
    /** Valid answers that passed every filter. */
    answers: z.number().int(),
    lines: z.array(trendLineSchema),
  }),
);
export const pooledSchema = lazySchema(() =>
  z.object({
    value: z.number().nullable(),
    numerator: z.number(),
    denominator: z.number(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    cells: z.number().int(),
  }),
);
export const movementSchema = lazySchema(() =>
  z.object({
    from: pooledSchema,
    to: pooledSchema,
    fromRules: z.number().int(),
    toRules: z.number().int(),
    change: z.number().nullable(),
    disjoint: z.boolean(),
    parts: z.array(
      z.object({
        part: z.enum(movementParts),
        change: z.number(),
        cells: z.number().int(),
        /** Number of answers of the first and the second period, and ids of some of each. */
        beforeCount: z.number().int(),
        nowCount: z.number().int(),
        before: z.array(z.string()),
        now: z.array(z.string()),
      }),
    ),
  }),
);
export const choiceSchema = lazySchema(() =>
  z.object({ value: z.string(), label: z.string(), count: z.number().int() }),
);
/** What a trend can be filtered by, in a subset of the answers. */
export const trendChoicesSchema = lazySchema(() =>
  z.object({
    answers: z.number().int(),
    brands: z.array(brandSchema),
    domains: z.array(choiceSchema),
    engines: z.array(choiceSchema),
    surfaces: z.array(choiceSchema),
    markets: z.array(choiceSchema),
    questions: z.array(choiceSchema),
    monitors: z.array(z.object({ id: z.string(), name: z.string() })),
    tags: z.array(z.string()),
  }),
);
export type TrendChoices = z.output<typeof trendChoicesSchema>;
export type AnswerFilterInput = z.input<typeof answerFilterSchema>;
export type TrendQueryInput = z.input<typeof trendQuerySchema>;
export type TrendQuery = z.output<typeof trendQuerySchema>;
export type TrendChanges = z.infer<typeof trendChangesSchema>;
export type TrendPeriod = z.output<typeof periodSchema>;
export type TrendAnswer = z.infer<typeof trendAnswerSchema>;
export type PooledView = z.infer<typeof pooledSchema>;
export type MovementView = z.infer<typeof movementSchema>;
