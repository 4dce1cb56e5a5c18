/**
 * Metrics over time. A **cell** is question x engine x country. A point is the
 * figure of the summed counts of its cells. A period without data is a gap, never zero.
 */

import type { SurfaceCount } from '../interface/surface.ts';
import type { Verdict } from './comparison/comparison.ts';
import type { Pooled } from './league.ts';

export const trendIntervals = ['day', 'week', 'month', 'run'] as const;
export type TrendInterval = (typeof trendIntervals)[number];

export const trendGroupings = ['none', 'brand', 'market', 'engine', 'surface', 'question', 'type'] as const;
export type TrendGrouping = (typeof trendGroupings)[number];

/** With fewer points, no line is drawn through them. */
export const leastLinePoints = 4;

/** Minimum day-to-day transitions for the stability of the sources. */
export const leastStabilityTransitions = 20;

/** Question, engine, market and wording of an answer: the keys for grouping and pooling. */
export type TrendPlace = {
  readonly question: number;
  readonly engine: string;
  readonly country: string;
  readonly market: string;
  /** Number of the cell (question x engine x country); markets of one country share it. */
  readonly cell: number;
  /** Index of the wording of the question; 0 or absent for its main text. */
  readonly wording?: number;
};

/** Provider, surface and response type of an answer. A change of any of them may change a figure. */
export type RequestContext = {
  readonly driver: string | null;
  readonly surface: string | null;
  readonly shape: string | null;
};

/** Valid answers as columns, in the order of `at`. Arrays may be longer than `size`. */
export type TrendFacts = {
  readonly size: number;
  /** Time received, milliseconds since the epoch. */
  readonly at: Float64Array;
  readonly run: Int32Array;
  /** Index into `places`. */
  readonly place: Int32Array;
  /** Index into `contexts`. */
  readonly context: Int32Array;
  readonly places: readonly TrendPlace[];
  readonly contexts: readonly RequestContext[];
};

/** The citations of every answer; a URL counts once per answer. */
export type Citations = {
  /** The citations of answer i are at `from[i]` to `from[i + 1]` (exclusive). */
  readonly from: Uint32Array;
  /** Number of the normalized URL. */
  readonly url: Int32Array;
  /** Number of the registrable domain, by URL number. */
  readonly domainOfUrl: readonly number[];
};

/**
 * Contribution of each answer to a metric. Answers with a denominator of 0 are excluded: they were not searched, or
 * the metric does not apply. `items` is for metrics over distributions: the citations, counted by domain.
 */
export type TrendValues = {
  readonly numerator: Float64Array;
  readonly denominator: Float64Array;
  readonly items?: Citations;
  /** Version of the brand rules; 0 for none. */
  readonly rules: number;
};

export type TrendPoint = Pooled & {
  /** Index into the buckets of the trend. */
  readonly bucket: number;
  /** Version of the brand rules; 0 if none are used. */
  readonly rules: number;
};

export type TrendBucket = {
  readonly label: string;
  readonly fromMs: number;
  /** End of the bucket, exclusive. */
  readonly beforeMs: number;
};

/** The later half of the period compared with the equally long one before it, over the cells that both have. */
export type TrendDelta = {
  readonly before: number | null;
  readonly now: number | null;
  /** now - before. */
  readonly delta: number | null;
  /** Null for figures that are not rates. */
  readonly verdict: Verdict | null;
  /** Mid-p of the test within the segments, adjusted for the lines tested together; null without a test. */
  readonly pValue: number | null;
  readonly commonCells: number;
  /** The counts whose shares are `before` and `now`. */
  readonly counts: { readonly before: Counts; readonly now: Counts };
};

export type Counts = { readonly numerator: number; readonly denominator: number };

export type TrendSeries = {
  /** Empty for the pooled series; otherwise the brand's id, market key, engine, surface, question or source type. */
  readonly key: string;
  readonly label: string;
  readonly points: readonly TrendPoint[];
  readonly delta: TrendDelta;
};

/** A series without its points, for lists of changes. */
export type TrendLine = Pick<TrendSeries, 'key' | 'label' | 'delta'>;

export type TrendMarker = {
  readonly bucket: number;
  /** `annotation`: the user's note on a day. The other kinds are detected from answers and rules. */
  readonly kind: 'annotation' | 'rules' | 'driver' | 'surface' | 'shape' | 'segments' | 'wording';
  readonly words: string;
};

export type Trend = {
  readonly metric: string;
  readonly ruleVersion: string;
  readonly buckets: readonly TrendBucket[];
  /** The pooled series comes first. */
  readonly series: readonly TrendSeries[];
  readonly markers: readonly TrendMarker[];
  /** Surfaces of the answers that count, most frequent first; null for answers whose provider states none. */
  readonly surfaces: readonly SurfaceCount[];
};

export const movementParts = ['lost', 'rules', 'circumstances', 'real', 'new'] as const;
export type MovementPart = (typeof movementParts)[number];
