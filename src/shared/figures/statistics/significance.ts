/** Exact tests of two shares, and control of multiple tests: from p-values to verdicts. */
import type {
  IncomparableReason,
  NoiseTest,
  TestFamily,
  Verdict,
} from '../../model/comparison/comparison.ts';

/** Two-sided significance level of every verdict, and the false discovery rate of a test family. */
export const alpha = 0.05;

/** Natural logarithms of factorials, computed on demand. */
const logFactorials: number[] = [0];

/** ln(value!) */
export function logFactorial(value: number): number {
  for (let next = logFactorials.length; next <= value; next++)
    logFactorials.push((logFactorials[next - 1] as number) + Math.log(next));
  return logFactorials[value] as number;
}

function logChoose(all: number, some: number): number {
  return logFactorial(all) - logFactorial(some) - logFactorial(all - some);
}

/** Counts of one side: `having` of `of`. */
export type Side = {
  readonly having: number;
  readonly of: number;
};

export type ShareTest = {
  /** Two-sided p. */
  readonly pValue: number;
  /** The smallest p-value of any split of the same total over the two sides. */
  readonly smallest: number;
};

/**
 * Fisher's exact test of two shares (R. A. Fisher, "The Logic of Inductive Inference", JRSS 98, 1935): with fixed
 * margins, the total probability of all tables that are not likelier than the observed one.
 */
export function shareTest(one: Side, two: Side): ShareTest {
  const having = one.having + two.having;
  const all = one.of + two.of;
  const from = Math.max(0, having - two.of);
  const to = Math.min(one.of, having);
  const total = logChoose(all, having);
  const likelihood = (count: number): number =>
    Math.exp(logChoose(one.of, count) + logChoose(two.of, having - count) - total);
  const seen = likelihood(one.having);
  const rarest = Math.min(likelihood(from), likelihood(to));
  let pValue = 0;
  let smallest = 0;
  for (let count = from; count <= to; count++) {
    const each = likelihood(count);
    // Tolerates rounding errors.
    if (each <= seen * (1 + 1e-7)) pValue += each;
    if (each <= rarest * (1 + 1e-7)) smallest += each;
  }
  return { pValue: Math.min(1, pValue), smallest: Math.min(1, smallest) };
}

/**
 * The p-value of `shareTest` for sides of equal size, or its mid-p. The tables are symmetric, so one tail is enough, as
 * far as it is not negligible. Used for the many outcomes of a power computation.
 */
export function balancedP(one: number, two: number, of: number, kind: 'exact' | 'mid' = 'exact'): number {
  const having = one + two;
  if (one === two) return 1;
  const total = logChoose(2 * of, having);
  const least = Math.min(one, two);
  let tail = 0;
  for (let count = least; count >= Math.max(0, having - of); count--) {
    const each = Math.exp(logChoose(of, count) + logChoose(of, having - count) - total);
    tail += kind === 'mid' && count === least ? each / 2 : each;
    if (each < tail * 1e-9) break;
  }
  return Math.min(1, 2 * tail);
}

/**
 * Whether any outcome with this many answers per side could be significant. "All" against "none" is the most extreme.
 */
export function canDiffer(one: number, two: number): boolean {
  return one > 0 && two > 0 && shareTest({ having: 0, of: one }, { having: two, of: two }).pValue <= alpha;
}

/**
 * McNemar's exact test of two items in the same answers (Q. McNemar, "Note on the Sampling Error of the Difference
 * Between Correlated Proportions", Psychometrika 12, 1947): the probability of a split that is at least as uneven,
 * among the answers that have exactly one of the two.
 * @param one answers with only the first
 * @param two answers with only the second
 * @returns two-sided p-value
 */
export function pairedTest(one: number, two: number): number {
  const all = one + two;
  let tail = 0;
  for (let count = 0; count <= Math.min(one, two); count++)
    tail += Math.exp(logChoose(all, count) - all * Math.LN2);
  return Math.min(1, 2 * tail);
}

/** Whether any split of this many answers could be significant. */
export const canDifferPaired = (answers: number): boolean => pairedTest(answers, 0) <= alpha;

/**
 * Adjusts p-values for multiple tests (Y. Benjamini, Y. Hochberg, "Controlling the False Discovery Rate", JRSS B 57,
 * 1995). On average, at most one in twenty of those up to 0.05 is false. Null stays null and is not counted.
 */
export function adjusted(pValues: readonly (number | null)[]): readonly (number | null)[] {
  const order = pValues
    .flatMap((pValue, index) => (pValue === null ? [] : [{ pValue, index }]))
    .sort((one, two) => two.pValue - one.pValue);
  const result: (number | null)[] = pValues.map(() => null);
  let least = 1;
  order.forEach(({ pValue, index }, at) => {
    least = Math.min(least, (pValue * order.length) / (order.length - at));
    result[index] = least;
  });
  return result;
}

/**
 * Combines the p-values of several tests of the same hypothesis (R. J. Simes, "An Improved Bonferroni Procedure",
 * Biometrika 73, 1986); null if there are none.
 */
export function combined(pValues: readonly (number | null)[]): number | null {
  const known = adjusted(pValues).filter((pValue) => pValue !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Summary of a test family. */
export function familyOf(pValues: readonly (number | null)[], untested: number): TestFamily {
  const tested = pValues.filter((pValue) => pValue !== null).length;
  const significant = adjusted(pValues).filter((pValue) => pValue !== null && pValue <= alpha).length;
  return { tested, untested, significant, expectedByChance: Math.round(tested * alpha * 100) / 100 };
}

/** The rows with the verdicts of their tests adjusted together. */
export function controlled<Row extends { readonly test: NoiseTest }>(
  rows: readonly Row[],
): { readonly rows: readonly Row[]; readonly family: TestFamily } {
  const pValues = rows.map(({ test }) => (test.counts ? test.pValue : null));
  const all = adjusted(pValues);
  return {
    rows: rows.map((row, at) => {
      const pAdjusted = all[at] ?? null;
      if (pAdjusted === null) return row;
      const larger = pAdjusted <= alpha && (row.test.effect ?? 0) > 0;
      const verdict: Verdict = larger ? 'larger-than-noise' : 'within-noise';
      return { ...row, test: { ...row.test, adjusted: Math.round(pAdjusted * 10_000) / 10_000, verdict } };
    }),
    family: familyOf(pValues, rows.filter(({ test }) => test.verdict === 'not-enough-samples').length),
  };
}

/**
 * Verdicts of every column against the baseline in every row of a tab, adjusted together. A share of 0 is a result
 * like any other. The verdict is null for the baseline and for columns without an answer.
 * @param shares by row and column; null if the column has no answer
 */
export function baselineVerdicts(
  shares: readonly (readonly (Side | null)[])[],
  baseline: number | null,
  incomparable: IncomparableReason | null,
): { readonly verdicts: readonly (readonly (Verdict | null)[])[]; readonly family: TestFamily | null } {
  if (baseline === null) return { verdicts: shares.map(() => []), family: null };
  const enough = new Map<string, boolean>();
  const reaches = (one: number, two: number): boolean => {
    const key = `${one} ${two}`;
    const known = enough.get(key) ?? canDiffer(one, two);
    enough.set(key, known);
    return known;
  };
  const pValues: (number | null)[] = [];
  const found = shares.map((columns) => {
    const base = columns[baseline] ?? null;
    return columns.map((side, column): Verdict | number | null => {
      if (side === null || base === null || column === baseline || side.of === 0 || base.of === 0)
        return null;
      if (incomparable !== null) return 'not-comparable';
      if (!reaches(side.of, base.of)) return 'not-enough-samples';
      const { pValue, smallest } = shareTest(side, base);
      // A test that could not be significant with any split is excluded from the correction.
      return pValues.push(smallest <= alpha ? pValue : null) - 1;
    });
  });
  const family = familyOf(pValues, found.flat().filter((verdict) => verdict === 'not-enough-samples').length);
  // Stated once instead of in every cell: comparisons with very many markets mostly have one sample each.
  if (
    found.every((columns) => columns.every((verdict) => verdict === null || verdict === 'not-enough-samples'))
  )
    return { verdicts: shares.map(() => []), family };
  const all = adjusted(pValues);
  const verdicts = found.map((columns) =>
    columns.map((verdict) => {
      if (typeof verdict !== 'number') return verdict;
      return (all[verdict] ?? 1) <= alpha ? 'larger-than-noise' : 'within-noise';
    }),
  );
  return { verdicts, family };
}
