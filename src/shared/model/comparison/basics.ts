/** Basic figures of every tab: shares with intervals, significance tests, agreement of two columns. */

/** Incremented whenever a rule below changes the meaning of a number. Shown with every figure. */
export const comparisonRuleVersion = '2026-12.22';

export type Direction = 'ltr' | 'rtl';

export type Consensus = 'all' | 'most' | 'some' | 'only-here';

export type Verdict = 'larger-than-noise' | 'within-noise' | 'not-enough-samples' | 'not-comparable';

/** Share with the counts behind it. `value` is null if n = 0. */
export type Rate = {
  readonly numerator: number;
  readonly denominator: number;
  readonly value: number | null;
  /** Wilson 95 % interval; null when n = 0. */
  readonly low: number | null;
  readonly high: number | null;
};

/** A figure that is not a share (a mean, an index); `n` is the number of answers it is based on. */
export type Figure = {
  readonly value: number | null;
  readonly n: number;
};

/** In how many columns a row is found. */
export type Reach = {
  /** Columns that have it, of the columns with an answer. */
  readonly columns: number;
  readonly of: number;
  readonly consensus: Consensus;
};

/** What a row is tested for. */
export type TestedRow = Reach & {
  /**
   * Test of every column's rate against the baseline's rate, also for columns that never have it. Null for the
   * baseline and for columns without an answer. Empty without a baseline, or if every column has too few samples.
   */
  readonly verdicts: readonly (Verdict | null)[];
  readonly test: NoiseTest;
};

export type IncomparableReason = 'shape' | 'language' | 'rule-version' | 'no-data';

/** Distance between markets compared with the distance between repeats of one market. */
export type NoiseTest = {
  readonly verdict: Verdict;
  readonly reason: IncomparableReason | null;
  /** Mean distance between samples of different markets, 0..1. */
  readonly between: number | null;
  /** Mean distance between samples of the same market, 0..1. */
  readonly within: number | null;
  /** between - within. */
  readonly effect: number | null;
  /** P-value of a permutation test over market labels. */
  readonly pValue: number | null;
  /** P-value after controlling the false discovery rate among the rows of the tab; null for a single test. */
  readonly adjusted: number | null;
  /** Permutations evaluated; 0 if the exact distribution was computed instead. */
  readonly permutations: number;
  /** Whether the p-value covers all permutations and not a random sample of them. */
  readonly exact: boolean;
  /** Whether the test is part of its tab's false discovery control: some outcome could have been significant. */
  readonly counts: boolean;
  /** Number of markets and samples in the test. */
  readonly markets: number;
  readonly samples: number;
};

/** Tests that are controlled together, at a false discovery rate of 5 %. */
export type TestFamily = {
  /** Tests that could have been significant with some outcome. */
  readonly tested: number;
  /** Tests with too few answers to become significant. */
  readonly untested: number;
  /** Tests that are significant after the control. On average at most one in twenty of them is false. */
  readonly significant: number;
  /** Expected number of false positives without the control: tested x 0.05. */
  readonly expectedByChance: number;
};

/** Test families of a tab: rows between markets, and cells against the baseline (null without one). */
export type TabTests = {
  readonly rows: TestFamily;
  readonly cells: TestFamily | null;
};

export type LanguageTag = {
  /** ISO 639-1; "und" if the text is too short to detect the language. */
  readonly code: string;
  /** ISO 15924. */
  readonly script: string;
  readonly direction: Direction;
  /** Certainty of the detection, 0..1; below 0.5 it is a guess. */
  readonly confidence: number;
};

/** Exclusive intersection for an UpSet plot: the items that occur in exactly these columns. */
export type Intersection = {
  readonly columns: readonly number[];
  readonly items: readonly string[];
};

/** Agreement of two columns on one ordered list. */
export type PairFigures = {
  readonly shared: number;
  readonly union: number;
  readonly jaccard: number | null;
  readonly weighted: number | null;
  readonly rankBiased: number | null;
};

export type SpanKind = 'strong' | 'emphasis' | 'code' | 'link' | 'strike';

/** Formatted or linked words of a block, as offsets (UTF-16) into its text. */
export type TextSpan = {
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
  readonly href?: string;
};
