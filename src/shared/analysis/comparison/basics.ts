/** What figures of every tab are made of: shares with their intervals, tests against re-run noise, agreement of two columns. */

/** Raised whenever a rule below changes what a number means; printed beside every figure. */
export const RULE_VERSION = '2026-11.4';

export type Direction = 'ltr' | 'rtl';

export type Consensus = 'all' | 'most' | 'some' | 'only-here';

export type Verdict = 'larger-than-noise' | 'within-noise' | 'not-enough-samples' | 'not-comparable';

/** Share with everything needed to check it. `value` is null when there is nothing to divide by. */
export interface Rate {
  readonly numerator: number;
  readonly denominator: number;
  readonly value: number | null;
  /** Wilson 95 % interval; null when n = 0. */
  readonly low: number | null;
  readonly high: number | null;
}

/** A figure that is not a share (a mean, an index), with how many answers stand behind it. */
export interface Figure {
  readonly value: number | null;
  readonly n: number;
}

export type IncomparableReason = 'shape' | 'language' | 'rule-version' | 'no-data';

/** Between-market distance against re-run distance. */
export interface NoiseTest {
  readonly verdict: Verdict;
  readonly reason: IncomparableReason | null;
  /** Mean distance between samples of different markets, 0..1. */
  readonly between: number | null;
  /** Mean distance between samples of the same market, 0..1. */
  readonly within: number | null;
  /** between - within. */
  readonly effect: number | null;
  /** Permutation test over market labels, (1 + at least as large) / (1 + permutations). */
  readonly pValue: number | null;
  readonly permutations: number;
  /** Markets and samples that took part. */
  readonly markets: number;
  readonly samples: number;
}

export interface LanguageTag {
  /** ISO 639-1, "und" when the text is too short to tell. */
  readonly code: string;
  /** ISO 15924. */
  readonly script: string;
  readonly direction: Direction;
  /** 0..1; below 0.5 treat it as a guess. */
  readonly confidence: number;
}

/** Exclusive intersection for an UpSet plot: these items are in exactly these columns. */
export interface Intersection {
  readonly columns: readonly number[];
  readonly items: readonly string[];
}

/** Agreement of two columns on one ordered set. */
export interface PairFigures {
  readonly shared: number;
  readonly union: number;
  readonly jaccard: number | null;
  readonly weighted: number | null;
  readonly rankBiased: number | null;
}
