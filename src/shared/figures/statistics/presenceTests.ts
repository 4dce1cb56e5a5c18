/**
 * The permutation test of `noise.ts` for items that a sample has or lacks. A tab has many of them over the same
 * samples.
 */
import type { NoiseTest } from '../../model/comparison/comparison.ts';
import { type Drawing, decided, designOf, drawn, measured, verdictBefore } from './noise.ts';
import { drawPlaces, groupOfPlaces, placesOf, smallestP } from './permutations.ts';
import { alpha, logFactorial } from './significance.ts';

export type PresenceTest = (present: readonly boolean[], drawing: Drawing) => NoiseTest;

/**
 * Creates the test. Two samples have distance 1 if one has the item and the other lacks it, so pairs are counted: k
 * of n samples with the item give k(n − k) differing pairs. The exact distribution of these counts over all
 * permutations is computed once for all items, if that is not slower than sampling.
 * @param markets market of each sample
 */
export function presenceTests(markets: readonly number[]): PresenceTest {
  const design = designOf(markets);
  const { taking, sizes, count } = design;
  const smallest = smallestP(sizes);
  let sums: SumsWithin | null | undefined;
  return (present, drawing) => {
    const early = verdictBefore(design, drawing.incomparable);
    if (early !== null) return early;
    const ones = Uint8Array.from(taking, (sample) => (present[sample] === true ? 1 : 0));
    const having = ones.reduce((sum, one) => sum + one, 0);
    const total = having * (count - having);
    const observed = presenceWithin(ones, sizes);
    const base = measured(design, total, observed);
    if (smallest > alpha) return { ...base, verdict: 'not-enough-samples' };
    if (total === 0) return { ...base, verdict: 'within-noise', pValue: 1 };
    if (sums === undefined) sums = sumsWithin(sizes);
    if (sums === null) {
      // Having and lacking are symmetric: the fewer ones are drawn.
      const draw = presenceDraws(Math.min(having, count - having), sizes, drawing.random);
      return decided(
        base,
        drawn(() => draw() <= observed, drawing),
      );
    }
    const { pValue, smallest: least } = sums.atMost(having, observed);
    const exact = decided(base, { pValue, permutations: 0, exact: true });
    // A test that could not be significant with any permutation is excluded from the correction.
    return least > alpha ? { ...exact, counts: false } : exact;
  };
}

/** Number of differing pairs within groups of these sizes. */
function presenceWithin(ones: Uint8Array, sizes: readonly number[]): number {
  let sum = 0;
  let at = 0;
  for (const size of sizes) {
    let having = 0;
    for (const stop = at + size; at < stop; at++) having += ones[at] as number;
    sum += having * (size - having);
  }
  return sum;
}

function addScaled(
  to: Float64Array,
  toAt: number,
  from: Float64Array,
  fromAt: number,
  length: number,
  by: number,
): void {
  for (let at = 0; at < length; at++)
    to[toAt + at] = (to[toAt + at] as number) + (from[fromAt + at] as number) * by;
}

/** Draws the places of `having` samples with the item and returns the number of differing pairs within groups. */
function presenceDraws(having: number, sizes: readonly number[], random: () => number): () => number {
  const groups = groupOfPlaces(sizes);
  const places = placesOf(sizes);
  const inGroup = new Int32Array(sizes.length);
  return () => {
    drawPlaces(places, having, random);
    inGroup.fill(0);
    let sum = 0;
    for (let at = 0; at < having; at++) {
      const group = groups[places[at] as number] as number;
      const before = inGroup[group] as number;
      // One more of h in a group of s: (h + 1)(s − h − 1) − h(s − h) = s − 2h − 1.
      sum += (sizes[group] as number) - 2 * before - 1;
      inGroup[group] = before + 1;
    }
    return sum;
  };
}

type SumsWithin = {
  /**
   * Probability of at most `sum` differing pairs within groups if `having` samples have the item, and the smallest
   * such probability.
   */
  readonly atMost: (having: number, sum: number) => { readonly pValue: number; readonly smallest: number };
};

/** Maximum steps of the exact distribution; more would be slower than sampling. */
const maxSteps = 50_000_000;
/** Maximum number of samples. With more, the number of permutations exceeds the range of a double. */
const maxCounted = 1000;

/**
 * Number of permutations by their count of differing pairs within groups; null if the computation would be too slow.
 */
function sumsWithin(sizes: readonly number[]): SumsWithin | null {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const widest = sizes.reduce((sum, size) => sum + Math.floor(size / 2) * Math.ceil(size / 2), 0);
  const steps = sizes.reduce((sum, size) => sum + (size + 1) * (count + 1) * (widest + 1), 0) / 8;
  if (steps > maxSteps || count > maxCounted) return null;
  const width = widest + 1;
  let ways = new Float64Array((count + 1) * width);
  let next = new Float64Array(ways.length);
  ways[0] = 1;
  let [placed, reach] = [0, 0];
  for (const size of sizes) {
    const after = placed + size;
    next.fill(0, 0, (after + 1) * width);
    for (let having = 0; having <= size; having++) {
      const choices = Math.round(
        Math.exp(logFactorial(size) - logFactorial(having) - logFactorial(size - having)),
      );
      const pairs = having * (size - having);
      // Having and lacking are symmetric: the upper half of the counts mirrors the lower one.
      const most = Math.min(placed, Math.floor(after / 2) - having);
      for (let before = 0; before <= most; before++)
        addScaled(next, (before + having) * width + pairs, ways, before * width, reach + 1, choices);
    }
    placed = after;
    reach += Math.floor(size / 2) * Math.ceil(size / 2);
    for (let low = 0; low < placed - low; low++)
      next.copyWithin((placed - low) * width, low * width, low * width + reach + 1);
    [ways, next] = [next, ways];
  }
  return {
    atMost: (having, sum) => {
      const row = ways.subarray(having * width, (having + 1) * width);
      const all = row.reduce((total, each) => total + each, 0);
      const first = row.findIndex((each) => each > 0);
      let ended = 0;
      for (let at = 0; at <= sum; at++) ended += row[at] as number;
      return { pValue: Math.min(1, ended / all), smallest: (row[first] ?? 0) / all };
    },
  };
}
