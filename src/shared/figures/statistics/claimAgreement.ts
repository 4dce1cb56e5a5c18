/** Agreement of a model with a person. */

import type { ClaimAgreement } from '../../model/comparison/claims.ts';

/** Labels below which no agreement is shown: simulated, 30 can refuse a rater but not certify one. */
export const minLabels = 30;
/** "Substantial" agreement (Landis and Koch 1977). */
export const minKappa = 0.6;
/** One-sided 95 %. */
const z = 1.6449;

/**
 * Cohen's kappa with one-sided 95 % bounds, and Gwet's AC1. The bounds are those of the observed agreement (Wilson
 * score) with the expected agreement fixed; they are defined where all labels agree too.
 */
export function agreementOf<Tone extends string>(
  pairs: readonly (readonly [rated: Tone, label: Tone])[],
): ClaimAgreement {
  const n = pairs.length;
  if (n === 0) return { n, kappa: null, ac1: null, state: 'not-shown' };
  const classes = [...new Set(pairs.flat())];
  const share = (at: 0 | 1, tone: Tone): number => pairs.filter((pair) => pair[at] === tone).length / n;
  const observed = pairs.filter(([rated, label]) => rated === label).length / n;
  const expected = classes.reduce((sum, tone) => sum + share(0, tone) * share(1, tone), 0);
  const kappaOf = (agreed: number): number => (expected >= 1 ? 0 : (agreed - expected) / (1 - expected));
  const middle = (observed + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z * Math.sqrt((observed * (1 - observed)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  const kappa = { value: kappaOf(observed), lower: kappaOf(middle - half), upper: kappaOf(middle + half) };
  return { n, kappa, ac1: ac1Of(classes, observed, share), state: stateOf(n, kappa) };
}

function stateOf(n: number, { lower, upper }: NonNullable<ClaimAgreement['kappa']>): ClaimAgreement['state'] {
  if (n < minLabels) return 'not-shown';
  if (lower >= minKappa) return 'shown';
  return upper < minKappa ? 'unreliable' : 'not-shown';
}

/** Gwet 2008; with one class only, agreement is complete. */
function ac1Of<Tone extends string>(
  classes: readonly Tone[],
  observed: number,
  share: (at: 0 | 1, tone: Tone) => number,
): number {
  if (classes.length < 2) return 1;
  const expected =
    classes.reduce((sum, tone) => {
      const mean = (share(0, tone) + share(1, tone)) / 2;
      return sum + mean * (1 - mean);
    }, 0) /
    (classes.length - 1);
  return (observed - expected) / (1 - expected);
}
