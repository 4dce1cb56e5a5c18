/**
 * Metrics through time (product.md 5.6). A **cell** is question x engine x country; a point pools its cells with
 * equal weight, so that a cell asked more often does not outvote others. Where there is nothing to divide by there
 * is no point: a gap, never a zero.
 */
import type { SurfaceCount } from '../../provider/surface.ts';
import type { Verdict } from '../comparison.ts';

export const trendIntervals = ['day', 'week', 'month', 'run'] as const;
export type TrendInterval = (typeof trendIntervals)[number];

export const trendGroupings = ['none', 'brand', 'market', 'engine', 'surface', 'question', 'type'] as const;
export type TrendGrouping = (typeof trendGroupings)[number];

/** Fewer points than this are drawn as points, without a line through them. */
export const leastLinePoints = 4;

/** Question, engine and market of an answer, and in which words: what it is grouped and pooled by. */
export type TrendPlace = {
  readonly question: number;
  readonly engine: string;
  readonly country: string;
  readonly market: string;
  /** Number of the cell (question x engine x country); markets of one country share it. */
  readonly cell: number;
  /** Which wording of the question was asked; 0 or absent for its main text. */
  readonly wording?: number;
};

/** What answered, on which surface and in which form: a change of any may move a figure by itself. */
export type RequestContext = {
  readonly driver: string | null;
  readonly surface: string | null;
  readonly shape: string | null;
};

/** Valid answers column by column, in the order of `at`; every array is as long as `size` or longer. */
export type TrendFacts = {
  readonly size: number;
  /** Received, milliseconds since the epoch. */
  readonly at: Float64Array;
  readonly run: Int32Array;
  /** Index into `places`. */
  readonly place: Int32Array;
  /** Index into `contexts`. */
  readonly context: Int32Array;
  readonly places: readonly TrendPlace[];
  readonly contexts: readonly RequestContext[];
};

/**
 * What each answer adds to a metric. A denominator of 0 leaves the answer out: it was not looked at, or the
 * figure means nothing for it. `counts` is for metrics over distributions, such as citations by domain.
 */
export type TrendValues = {
  readonly numerator: Float64Array;
  readonly denominator: Float64Array;
  readonly counts?: (answer: number, visit: (item: number) => void) => void;
  /** The brand rules these were made with; 0 for none. */
  readonly rules: number;
};

export type TrendPoint = {
  /** Index into the trend's buckets. */
  readonly bucket: number;
  /** Null is "no data". */
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly cells: number;
  /** Version of the brand rules; 0 where none are used. */
  readonly rules: number;
};

export type TrendBucket = {
  readonly label: string;
  readonly fromMs: number;
  /** Not included. */
  readonly beforeMs: number;
};

/** The later half of the period against the equally long one before it, on the cells both have. */
export type TrendDelta = {
  readonly before: number | null;
  readonly now: number | null;
  /** now - before. */
  readonly delta: number | null;
  /** Null for figures that are no rate: they have no interval to tell noise by. */
  readonly verdict: Verdict | null;
  readonly commonCells: number;
};

export type TrendSeries = {
  /** Empty for everything pooled; otherwise the brand's id, market key, engine, surface, question or source type. */
  readonly key: string;
  readonly label: string;
  readonly points: readonly TrendPoint[];
  readonly delta: TrendDelta;
};

/** A line by what changed, without its points. */
export type TrendLine = Pick<TrendSeries, 'key' | 'label' | 'delta'>;

export type TrendMarker = {
  readonly bucket: number;
  /** `annotation`: what a person noted of a day; the others are found in the answers and rules. */
  readonly kind: 'annotation' | 'rules' | 'driver' | 'surface' | 'shape' | 'segments' | 'wording';
  readonly words: string;
};

export type Trend = {
  readonly metric: string;
  readonly ruleVersion: string;
  readonly buckets: readonly TrendBucket[];
  /** Everything pooled comes first. */
  readonly series: readonly TrendSeries[];
  readonly markers: readonly TrendMarker[];
  /** Of the answers that count, the most frequent first; null where the provider states none. */
  readonly surfaces: readonly SurfaceCount[];
};
