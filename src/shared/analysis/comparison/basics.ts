/** What figures of every tab are made of: shares with their intervals, tests against re-run noise, agreement of two columns. */

/** Raised whenever a rule below changes what a number means; printed beside every figure. */
export const comparisonRuleVersion = '2026-11.5';

export type Direction = 'ltr' | 'rtl';

export type Consensus = 'all' | 'most' | 'some' | 'only-here';

export type Verdict = 'larger-than-noise' | 'within-noise' | 'not-enough-samples' | 'not-comparable';

/** Share with everything needed to check it. `value` is null when there is nothing to divide by. */
export type Rate = {
  readonly numerator: number;
  readonly denominator: number;
  readonly value: number | null;
  /** Wilson 95 % interval; null when n = 0. */
  readonly low: number | null;
  readonly high: number | null;
};

/** A figure that is not a share (a mean, an index), with how many answers stand behind it. */
export type Figure = {
  readonly value: number | null;
  readonly n: number;
};

export type IncomparableReason = 'shape' | 'language' | 'rule-version' | 'no-data';

/** Between-market distance against re-run distance. */
export type NoiseTest = {
  readonly verdict: Verdict;
  readonly reason: IncomparableReason | null;
  /** Mean distance between samples of different markets, 0..1. */
  readonly between: number | null;
  /** Mean distance between samples of the same market, 0..1. */
  readonly within: number | null;
  /** between - within. */
  readonly effect: number | null;
  /** Of a permutation test over market labels. */
  readonly pValue: number | null;
  /** The same after the control of false discoveries among the rows of its tab; null for a test by itself. */
  readonly adjusted: number | null;
  /** Arrangements of the labels that were looked at; 0 where their distribution was worked out instead. */
  readonly permutations: number;
  /** Whether p is that of all arrangements, not of some that were drawn. */
  readonly exact: boolean;
  /** Whether it takes part in the control of its tab: some outcome of it could have been significant. */
  readonly counts: boolean;
  /** Markets and samples that took part. */
  readonly markets: number;
  readonly samples: number;
};

/** Tests that are controlled together, for a rate of false discoveries of 5 %. */
export type TestFamily = {
  /** Tests of which some outcome could have been significant. */
  readonly tested: number;
  /** Significant after the control; of them at most one in twenty is false on average. */
  readonly significant: number;
  /** How many would be called significant by chance alone without the control: tested x 0.05. */
  readonly expectedByChance: number;
};

/** The families of a tab: rows between markets, and cells against the baseline (null without one). */
export type TabTests = {
  readonly rows: TestFamily;
  readonly cells: TestFamily | null;
};

export type LanguageTag = {
  /** ISO 639-1, "und" when the text is too short to tell. */
  readonly code: string;
  /** ISO 15924. */
  readonly script: string;
  readonly direction: Direction;
  /** 0..1; below 0.5 treat it as a guess. */
  readonly confidence: number;
};

/** Exclusive intersection for an UpSet plot: these items are in exactly these columns. */
export type Intersection = {
  readonly columns: readonly number[];
  readonly items: readonly string[];
};

/** Agreement of two columns on one ordered set. */
export type PairFigures = {
  readonly shared: number;
  readonly union: number;
  readonly jaccard: number | null;
  readonly weighted: number | null;
  readonly rankBiased: number | null;
};
