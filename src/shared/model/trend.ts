import { z } from 'zod';
import { surfaceChoices } from '../interface/surface.ts';
import { lazySchema, strictSchema } from '../lazySchema.ts';
import { allSourceTypes } from './comparison/comparison.ts';
import type { Pooled } from './league.ts';
import { engineSchema } from './run.ts';
import {
  type MovementPart,
  type Trend,
  type TrendInterval,
  type TrendLine,
  trendGroupings,
  trendIntervals,
} from './trendLines.ts';

/** What every screen over the answers of a project is filtered by. Empty lists are no filter. */
export const answerFilterSchema = strictSchema(() => ({
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
}));
export const periodSchema = strictSchema(() => ({ fromMs: z.number(), beforeMs: z.number() }));
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
/** The answers that a figure counts. */
export type FigureAnswers = {
  /** Newest first, as many as can be compared. */
  readonly ids: readonly string[];
  readonly total: number;
  /** The brand, domain or type of the figure. */
  readonly subject: TrendAnswer['subject'];
};
export type TrendBrand = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'own' | 'competitor' | 'other';
};
export type TrendAnswer = {
  readonly trend: Trend;
  /** The interval of its points: the selected or the automatic one. */
  readonly every: TrendInterval;
  /** Its subject, as found: name of the brand, domain or type. */
  readonly subject: { readonly id: string; readonly name: string } | null;
  /** Valid answers that passed every filter. */
  readonly answers: number;
  /** Answers excluded by the filter for branded questions. */
  readonly brandedLeftOut: number;
  /** Time zone of the project, whose days, weeks and months these are. */
  readonly timeZone: string;
  /** Lines beyond `most`. */
  readonly linesLeftOut: number;
  /** Version of the current brand rules; null if brands were never searched for. */
  readonly rulesVersion: number | null;
  /** Answers that passed every filter but were not searched with these rules yet. */
  readonly unsearched: number;
  /** Results that passed every filter but have no text that could name a brand, such as lists of links. */
  readonly textless: number;
};
export type TrendChanges = {
  /** Valid answers that passed every filter, in the period or in the compared one. */
  readonly answers: number;
  readonly lines: readonly TrendLine[];
};
export type MovementView = {
  readonly from: Pooled;
  readonly to: Pooled;
  readonly fromRules: number;
  readonly toRules: number;
  readonly change: number | null;
  readonly disjoint: boolean;
  readonly parts: readonly {
    readonly part: MovementPart;
    readonly change: number;
    readonly cells: number;
    /** Number of answers of the first and the second period, and ids of some of each. */
    readonly beforeCount: number;
    readonly nowCount: number;
    readonly before: readonly string[];
    readonly now: readonly string[];
  }[];
};
export type TrendChoice = {
  readonly value: string;
  readonly label: string;
  readonly count: number;
};
/** What a trend can be filtered by, in a subset of the answers. */
export type TrendChoices = {
  readonly answers: number;
  readonly brands: readonly TrendBrand[];
  readonly domains: readonly TrendChoice[];
  readonly engines: readonly TrendChoice[];
  readonly surfaces: readonly TrendChoice[];
  readonly markets: readonly TrendChoice[];
  readonly questions: readonly TrendChoice[];
  readonly monitors: readonly { readonly id: string; readonly name: string }[];
  readonly tags: readonly string[];
};
export type AnswerFilterInput = z.input<typeof answerFilterSchema>;
export type TrendQueryInput = z.input<typeof trendQuerySchema>;
export type TrendQuery = z.output<typeof trendQuerySchema>;
export type TrendPeriod = z.output<typeof periodSchema>;
