/**
 * The permutation test of `noise.ts` for things a sample has or has not, of which a tab has many over the same samples.
 */
import type { NoiseTest } from './comparison.ts';
import {
  type Drawing,
  decided,
  designOf,
  drawn,
  measured,
  shuffle,
  smallestP,
  verdictBefore,
} from './noise.ts';
import { alpha, logFactorial } from './significance.ts';

export type PresenceTest = (present: readonly boolean[], drawing: Drawing) => NoiseTest;

/**
 * Distance 1 where two samples differ in having it, counted instead of measured pair by pair: a group of n samples
 * of which k have it holds k(n − k) differing pairs. How these sums are distributed over all arrangements is worked
 * out once for all things, exactly, where it takes no longer than drawing would.
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
      const isExtreme = (): boolean => {
        shuffle(ones, drawing.random);
        return presenceWithin(ones, sizes) <= observed;
      };
      return decided(base, drawn(isExtreme, drawing));
    }
    const { pValue, smallest: least } = sums.atMost(having, observed);
    const exact = decided(base, { pValue, permutations: 0, exact: true });
    // A total that no arrangement could make significant tells nothing and takes no part in a correction.
    return least > alpha ? { ...exact, counts: false } : exact;
  };
}

/** Pairs inside the stretches of these sizes that differ. */
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

type SumsWithin = {
  /** Probability that `having` marks fall so that at most `sum` pairs within differ, and the least one can have. */
  readonly atMost: (having: number, sum: number) => { readonly pValue: number; readonly smallest: number };
};

/** Steps of the exact distribution that take about as long as drawing arrangements would. */
const maxSteps = 8_000_000;
/** Beyond this many samples the number of arrangements is no longer a number. */
const maxCounted = 1000;

/**
 * How many arrangements of the marks give which sum of differing pairs within, market after market; null where that
 * takes too long.
 */
function sumsWithin(sizes: readonly number[]): SumsWithin | null {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const widest = sizes.reduce((sum, size) => sum + Math.floor(size / 2) * Math.ceil(size / 2), 0);
  const steps = sizes.reduce((sum, size) => sum + (size + 1) * (count + 1) * (widest + 1), 0) / 4;
  if (steps > maxSteps || count > maxCounted) return null;
  const width = widest + 1;
  let ways = new Float64Array((count + 1) * width);
  ways[0] = 1;
  let [placed, reach] = [0, 0];
  for (const size of sizes) {
    const next = new Float64Array(ways.length);
    for (let having = 0; having <= size; having++) {
      const choices = Math.round(
        Math.exp(logFactorial(size) - logFactorial(having) - logFactorial(size - having)),
      );
      const pairs = having * (size - having);
      for (let before = 0; before <= placed; before++) {
        const from = before * width;
        const to = (before + having) * width + pairs;
        for (let sum = 0; sum <= reach; sum++) {
          const known = ways[from + sum] as number;
          if (known !== 0) next[to + sum] = (next[to + sum] as number) + known * choices;
        }
      }
    }
    ways = next;
    placed += size;
    reach += Math.floor(size / 2) * Math.ceil(size / 2);
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
