/**
 * Corrects tests for their number where each has only a few possible p-values (P. H. Westfall, R. D. Wolfinger,
 * "Multiple Tests with Discrete Distributions", The American Statistician 51, 1997). If nothing has changed, the
 * probability that any p-value is as small as the smallest one is at most the sum over all tests of the largest p-value
 * that each can have up to it. Tests that cannot reach so small a p-value add nothing, however many they are, and the
 * sum is a bound whatever the tests have in common. Continued with the next smallest p-value, over the tests that are
 * left (S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scand. J. Stat. 6, 1979).
 */

import { alpha } from './significance.ts';

export type DiscreteTest = {
  readonly pValue: number;
  /** The largest p-value of any outcome that is not above this one; 0 if there is none. */
  readonly upTo: (pValue: number) => number;
};

/** @returns the significant tests: with a probability of at most 0.05, any of them is false */
export function significantOf<T extends DiscreteTest>(tests: readonly T[]): ReadonlySet<T> {
  const order = [...tests].sort((one, two) => one.pValue - two.pValue);
  const found = new Set<T>();
  for (const [at, test] of order.entries()) {
    if (test.pValue > alpha) break;
    let sum = 0;
    for (let other = at; other < order.length && sum <= alpha + 1e-9; other++)
      sum += (order[other] as T).upTo(test.pValue);
    if (sum > alpha + 1e-9) break;
    found.add(test);
  }
  return found;
}

/** Whether any outcome of the test could be significant by itself. */
export const canBeSignificant = (test: DiscreteTest): boolean => test.upTo(alpha) > 0;
