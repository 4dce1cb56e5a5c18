/**
 * Number of answers needed to detect a difference: the power of the tests behind the verdicts (J. Cohen, "Statistical
 * Power Analysis for the Behavioral Sciences", 1988). It is computed exactly over all binomial outcomes, not by a
 * normal approximation.
 */
import { alpha, balancedP, logFactorial } from './significance.ts';

/** `periods`: test of a trend, within segments. `markets`: test of a market against the baseline. */
export const powerTests = ['periods', 'markets'] as const;
export type PowerTest = (typeof powerTests)[number];

export type PowerInput = {
  readonly test: PowerTest;
  /** Shares of the two sides, 0..1. */
  readonly from: number;
  readonly to: number;
  /** Answers on each side. */
  readonly answers: number;
  /**
   * Variance between repeats of one segment as a share of p(1 − p), at most 1. Segments whose repeats always agree
   * add answers but no variance.
   */
  readonly spread: number;
};

/** Outcomes with a smaller probability are ignored. */
const negligible = 1e-9;

/** Power: the probability that the test finds the difference between `from` and `to` significant, 0..1. */
export function powerOf({ test, from, to, answers, spread }: PowerInput): number {
  const drawn = Math.min(answers, Math.max(1, Math.round(answers * spread)));
  const certain = (share: number): number => Math.round(share * (answers - drawn));
  // Segments that always say the same tell two periods nothing, except by as many as change from one to the other.
  const gain = certain(to) - certain(from);
  const periods = test === 'periods';
  const [one, two] = periods ? [Math.max(0, -gain), Math.max(0, gain)] : [certain(from), certain(to)];
  const of = periods ? drawn + Math.abs(gain) : answers;
  const kind = periods ? 'mid' : 'exact';
  const rejects = (first: number, second: number): boolean =>
    balancedP(one + first, two + second, of, kind) <= alpha;
  const chances = binomial(drawn, to);
  const upTo = cumulated(chances.of);
  const below = (count: number): number =>
    count < chances.from ? 0 : (upTo[Math.min(count, chances.from + upTo.length - 1) - chances.from] ?? 0);
  let power = 0;
  const outcomes = binomial(drawn, from);
  outcomes.of.forEach((chance, at) => {
    const first = outcomes.from + at;
    const rejected = (second: number): boolean => rejects(first, second);
    const level = Math.max(0, Math.min(drawn, one + first - two));
    if (rejected(level)) {
      power += chance;
      return;
    }
    // The p-value decreases with the distance, so the borders can be found by bisection.
    const lower = border(0, level, rejected);
    const upper = border(drawn, level, rejected);
    power += chance * ((lower === null ? 0 : below(lower)) + (upper === null ? 0 : 1 - below(upper - 1)));
  });
  return Math.min(1, power);
}

/** The rejected count nearest to `inside` in the direction of `outermost`; null if none is rejected. */
function border(outermost: number, inside: number, rejected: (count: number) => boolean): number | null {
  if (outermost === inside || !rejected(outermost)) return null;
  let [far, near] = [outermost, inside];
  while (Math.abs(far - near) > 1) {
    const middle = Math.floor((far + near) / 2);
    if (rejected(middle)) far = middle;
    else near = middle;
  }
  return far;
}

/** Probabilities of all counts that are not negligible, beginning with the count `from`. */
function binomial(count: number, share: number): { readonly from: number; readonly of: readonly number[] } {
  if (share <= 0) return { from: 0, of: [1] };
  if (share >= 1) return { from: count, of: [1] };
  const [yes, no] = [Math.log(share), Math.log(1 - share)];
  const chance = (having: number): number =>
    Math.exp(
      logFactorial(count) -
        logFactorial(having) -
        logFactorial(count - having) +
        having * yes +
        (count - having) * no,
    );
  const likeliest = Math.min(count, Math.floor((count + 1) * share));
  let [from, to] = [likeliest, likeliest];
  while (from > 0 && chance(from - 1) > negligible) from--;
  while (to < count && chance(to + 1) > negligible) to++;
  return { from, of: Array.from({ length: to - from + 1 }, (_, at) => chance(from + at)) };
}

function cumulated(chances: readonly number[]): readonly number[] {
  let sum = 0;
  return chances.map((chance) => {
    sum += chance;
    return sum;
  });
}

export type SampleDesign = Omit<PowerInput, 'from' | 'to' | 'answers'> & {
  /** The current share; null if unknown, which assumes the worst case. */
  readonly share: number | null;
  /** Difference to detect, 0..1. */
  readonly change: number;
  /** Answers that one repeat adds to each side. */
  readonly perRepeat: number;
};

/** The shares of the two sides. The change is applied towards 0.5, where it is hardest to detect. */
export function sidesOf({ share, change }: Pick<SampleDesign, 'share' | 'change'>): {
  readonly from: number;
  readonly to: number;
} {
  if (share === null) return { from: 0.5 - change / 2, to: 0.5 + change / 2 };
  const to = share + change <= 1 && (share <= 0.5 || share - change < 0) ? share + change : share - change;
  return { from: share, to: Math.min(1, Math.max(0, to)) };
}

/** Power of a design with this many repeats, 0..1. */
export const powerAt = (design: SampleDesign, repeats: number): number =>
  powerOf({ ...design, ...sidesOf(design), answers: repeats * design.perRepeat });

/** Maximum repeats of a question in a plan. */
export const maxRepeats = 50;
export const usualPower = 0.8;

/** Minimum repeats that detect the change with the required power; null if a plan does not allow as many. */
export function repeatsFor(design: SampleDesign, power = usualPower): number | null {
  if (powerAt(design, maxRepeats) < power) return null;
  let [few, enough] = [0, maxRepeats];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (powerAt(design, middle) >= power) enough = middle;
    else few = middle;
  }
  return enough;
}

/** Smallest change in whole percentage points that this many repeats detect with the required power; null if none. */
export function smallestChange(
  design: Omit<SampleDesign, 'change'>,
  repeats: number,
  power = usualPower,
): number | null {
  const most = Math.round(100 * (design.share === null ? 1 : Math.max(design.share, 1 - design.share)));
  const sees = (points: number): boolean => powerAt({ ...design, change: points / 100 }, repeats) >= power;
  if (!sees(most)) return null;
  let [few, enough] = [0, most];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (sees(middle)) enough = middle;
    else few = middle;
  }
  return enough / 100;
}
