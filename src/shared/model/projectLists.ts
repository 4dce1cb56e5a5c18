import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import type { Pooled } from './league.ts';
import type { SourceType } from './sourceTypes.ts';
import { answerFilterSchema, periodSchema, type TrendBrand } from './trend.ts';
import type { TrendDelta } from './trendLines.ts';

/** The questions, the sources and the brands of a project, as their screens and commands list them. */

const listFilterSchema = lazySchema(() =>
  answerFilterSchema.unwrap().extend({
    /** An earlier period, whose figures stand beside those of the period. */
    compare: periodSchema.optional(),
  }),
);

export const brandListQuerySchema = listFilterSchema;
export type BrandListRow = TrendBrand & {
  readonly visibility: Pooled;
  readonly shareOfVoice: Pooled;
  readonly position: Pooled;
  /** The change of visibility from the compared period; null without one. */
  readonly change: TrendDelta | null;
};
export type BrandList = {
  /** The listed brands, named in most answers first. */
  readonly brands: readonly BrandListRow[];
  readonly answers: number;
  /** Answers to questions that name your brand, which are left out as in trends. */
  readonly brandedLeftOut: number;
};

export const questionQuerySchema = lazySchema(() =>
  listFilterSchema.unwrap().extend({
    /** Id or name of a listed brand; by default your first one. */
    brand: z.string().max(500).optional(),
  }),
);
export type QuestionRow = {
  readonly question: string;
  readonly tags: readonly string[];
  /** Null if no brand is listed. */
  readonly branded: boolean | null;
  readonly brandedByRule: boolean;
  readonly answers: number;
  /** Of the brand; null without one. */
  readonly visibility: Pooled | null;
  readonly position: Pooled | null;
  /** The change of visibility from the compared period; null without one. */
  readonly change: TrendDelta | null;
  /** Visibility by bucket. */
  readonly trend: readonly (number | null)[];
  /** The listed brands named in most answers; several if they are level. */
  readonly leaders: readonly Pick<TrendBrand, 'id' | 'name'>[];
  /** Markets with answers that were searched for brands, and those of them whose answers never name the brand. */
  readonly markets: readonly string[];
  readonly missing: readonly string[];
  /** Of all time; `row` is the number of the question in its run, from 0. */
  readonly last: {
    readonly observationId: string;
    readonly runId: string;
    readonly engine: string;
    readonly row: number;
    readonly atMs: number;
  } | null;
};
export type QuestionList = {
  readonly brand: TrendBrand | null;
  /** Every question of the project that passes the filters of questions and tags, visible ones first. */
  readonly questions: readonly QuestionRow[];
  readonly buckets: readonly string[];
  readonly answers: number;
  readonly unsearched: number;
  readonly textless: number;
  readonly rulesVersion: number | null;
};

export const sourceQuerySchema = lazySchema(() =>
  listFilterSchema.unwrap().extend({
    of: z.enum(['domain', 'page']).default('domain'),
    /** Only the pages of this domain. */
    domain: z.string().max(500).optional(),
    /** Maximum number returned, the most cited first. */
    most: z.number().int().min(1).max(1000).default(100),
  }),
);
type ListCount = {
  readonly numerator: number;
  readonly denominator: number;
  readonly value: number | null;
};
type ListRate = ListCount & {
  readonly low: number | null;
  readonly high: number | null;
};
export type SourceRow = {
  readonly domain: string;
  /** The page; null in a list of domains. */
  readonly url: string | null;
  readonly type: SourceType;
  /** The listed brand whose site it is. */
  readonly owner: TrendBrand | null;
  /** Answers that cite it, of those that can cite. */
  readonly presence: ListRate;
  /** Its part of all citations. */
  readonly share: ListCount;
  /** Answers that cite it and not your site, of those that cite it; null if your sites are not known, or it is yours. */
  readonly instead: ListCount | null;
  readonly questions: number;
  readonly markets: readonly string[];
  readonly change: TrendDelta | null;
  /** Presence by bucket. */
  readonly trend: readonly (number | null)[];
  readonly last: { readonly observationId: string; readonly atMs: number };
};
export type SourceList = {
  readonly sources: readonly SourceRow[];
  /** How many there are; `sources` has the first of them. */
  readonly total: number;
  readonly buckets: readonly string[];
  /** Answers that can cite, and all their citations. */
  readonly answers: number;
  readonly citations: number;
  /** Answers that cite one of your sites; null if none is listed. */
  readonly own: ListRate | null;
};

export type BrandListQuery = z.output<typeof brandListQuerySchema>;
export type QuestionQuery = z.output<typeof questionQuerySchema>;
export type SourceQuery = z.output<typeof sourceQuerySchema>;
