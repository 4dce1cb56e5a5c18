/** Metrics of what is more than asking again. */
import type { DefinitionRow } from './definition.ts';

export const noiseMetrics: readonly DefinitionRow[] = [
  [
    're-run-noise',
    'Re-run noise',
    'Mean distance between samples of the same market.',
    'mean d(i, j), same market',
    'sum of distances',
    'pairs of samples of one market',
    'none',
    'reproducibility tests of the trade body',
  ],
  [
    'country-effect',
    'Market effect',
    'Mean distance between markets less the mean distance within, tested by exchanging the market labels (999 permutations, seeded). Larger than noise at p ≤ 0.05; not enough samples under 3 a market, or when even the most extreme arrangement could not reach 0.05.',
    'E = between − within; p = (1 + b) / (1 + m)',
    'permutations at least as extreme, plus 1',
    'permutations, plus 1',
    'permutation',
    'Anderson 2001; Phipson and Smyth 2010',
  ],
  [
    'rate-verdict',
    'Rate verdict',
    'Two rates differ by more than noise when their Wilson intervals do not overlap; not enough samples under 3 on a side; not comparable when shape, language or rule version differ.',
    'intervals disjoint',
    'as the rate',
    'as the rate',
    'Wilson',
    'Wilson 1927',
  ],
];
