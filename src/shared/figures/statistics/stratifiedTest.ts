/**
 * Tests of a change between two periods that hold the same segments (question, engine, market). Under the null
 * hypothesis, an answer of a segment could be of either period, so answers are permuted within their segment only:
 * differences between segments, however large, neither hide a change nor make one up. For shares this is the exact form
 * of the test of N. Mantel and W. Haenszel, "Statistical Aspects of the Analysis of Data From Retrospective Studies",
 * JNCI 22, 1959, after W. G. Cochran, "Some Methods for Strengthening the Common χ² Tests", Biometrics 10, 1954; with
 * one answer a period and segment, it is McNemar's test.
 */

import { rounded } from '../../rounded.ts';
import { alpha, logFactorial, type Side } from './significance.ts';

/** One segment in both periods. */
export type Stratum = { readonly before: Side; readonly now: Side };

/** Distribution of the sum of the later period over all permutations within the segments. */
export type SumDistribution = {
  readonly mean: number;
  /** Probability of at most this sum, of at least it, and of exactly it (0 in the normal approximation). */
  readonly atMost: (sum: number) => number;
  readonly atLeast: (sum: number) => number;
  readonly exactly: (sum: number) => number;
  /** The largest `atMost` of any sum that is not above this probability; and the same of `atLeast`. */
  readonly lowerUpTo: (chance: number) => number;
  readonly upperUpTo: (chance: number) => number;
};

/** The sums of one segment: the probability of `from`, `from` + 1, … */
type Sums = { readonly from: number; readonly chances: Float64Array };

/** More possible sums are approximated by a normal distribution, from which they then differ by less than 0.001. */
const maxSums = 1000;

const choose = (all: number, some: number): number =>
  logFactorial(all) - logFactorial(some) - logFactorial(all - some);

/** Distribution of the number of answers of the later period that have it, with the totals of each segment fixed. */
export function countsOf(strata: readonly Stratum[]): SumDistribution {
  return sumOf(
    strata.map(({ before, now }) => {
      const [having, all] = [before.having + now.having, before.of + now.of];
      const share = having / all;
      return {
        mean: now.of * share,
        variance: all < 2 ? 0 : (now.of * before.of * share * (1 - share)) / (all - 1),
        width: Math.min(now.of, having) - Math.max(0, having - before.of),
        sums: () => hypergeometric(now.of, having, all),
      };
    }),
  );
}

function hypergeometric(now: number, having: number, all: number): Sums {
  const from = Math.max(0, having - (all - now));
  const to = Math.min(now, having);
  const total = choose(all, now);
  return {
    from,
    chances: Float64Array.from({ length: to - from + 1 }, (_, at) =>
      Math.exp(choose(having, from + at) + choose(all - having, now - from - at) - total),
    ),
  };
}

/** Values of both periods of one segment; whole numbers. */
export type Values = { readonly before: readonly number[]; readonly now: readonly number[] };

/** Distribution of the sum of the values of the later period. */
export function valuesOf(segments: readonly Values[]): SumDistribution {
  return sumOf(
    segments.map(({ before, now }) => {
      const all = [...before, ...now].sort((one, two) => one - two);
      const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
      const spread = all.reduce((sum, value) => sum + (value - mean) ** 2, 0);
      const [count, of] = [now.length, all.length];
      return {
        mean: count * mean,
        variance: of < 2 ? 0 : (spread * count * before.length) / (of * (of - 1)),
        width: ((all.at(-1) ?? 0) - (all[0] ?? 0)) * Math.min(count, before.length),
        sums: () => drawnSums(all, count),
      };
    }),
  );
}

/** Sums of `count` of these values, each draw equally likely. */
function drawnSums(values: readonly number[], count: number): Sums {
  const least = values[0] ?? 0;
  const width = values.slice(values.length - count).reduce((sum, value) => sum + value - least, 0) + 1;
  const ways = Array.from({ length: count + 1 }, () => new Float64Array(width));
  (ways[0] as Float64Array)[0] = 1;
  values.forEach((value, at) => {
    const step = value - least;
    for (let taken = Math.min(at + 1, count); taken > 0; taken--) {
      const [from, to] = [ways[taken - 1] as Float64Array, ways[taken] as Float64Array];
      for (let sum = width - 1; sum >= step; sum--)
        to[sum] = (to[sum] as number) + (from[sum - step] as number);
    }
  });
  const all = Math.exp(choose(values.length, count));
  return { from: count * least, chances: (ways[count] as Float64Array).map((way) => way / all) };
}

type Segment = {
  readonly mean: number;
  readonly variance: number;
  /** Number of possible sums minus 1. */
  readonly width: number;
  readonly sums: () => Sums;
};

function sumOf(segments: readonly Segment[]): SumDistribution {
  const mean = segments.reduce((sum, segment) => sum + segment.mean, 0);
  const width = segments.reduce((sum, segment) => sum + segment.width, 0);
  if (width > maxSums) {
    const variance = segments.reduce((sum, segment) => sum + segment.variance, 0);
    return normal(mean, Math.sqrt(variance));
  }
  let all: Sums = { from: 0, chances: Float64Array.of(1) };
  for (const segment of segments) all = added(all, segment.sums());
  return exact(mean, all);
}

function added(one: Sums, two: Sums): Sums {
  const chances = new Float64Array(one.chances.length + two.chances.length - 1);
  two.chances.forEach((chance, by) => {
    if (chance === 0) return;
    for (let at = 0; at < one.chances.length; at++)
      chances[at + by] = (chances[at + by] as number) + (one.chances[at] as number) * chance;
  });
  return { from: one.from + two.from, chances };
}

function exact(mean: number, { from, chances }: Sums): SumDistribution {
  const last = chances.length - 1;
  const lower = new Float64Array(chances.length);
  const upper = new Float64Array(chances.length);
  for (let at = 0; at <= last; at++) {
    lower[at] = (lower[at - 1] ?? 0) + (chances[at] as number);
    upper[last - at] = (upper[last - at + 1] ?? 0) + (chances[last - at] as number);
  }
  const within = (tail: Float64Array, at: number, before: number, after: number): number =>
    at < 0 ? before : at > last ? after : Math.min(1, tail[at] as number);
  const reachable = (chance: (at: number) => number, limit: number): number => {
    // The tail grows with the position, so the last one within the limit is found by bisection.
    let [low, high] = [0, last + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (chance(middle) <= limit * (1 + 1e-9)) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : chance(low - 1);
  };
  return {
    mean,
    atMost: (sum) => within(lower, Math.round(sum) - from, 0, 1),
    atLeast: (sum) => within(upper, Math.round(sum) - from, 1, 0),
    exactly: (sum) => chances[Math.round(sum) - from] ?? 0,
    lowerUpTo: (limit) => reachable((at) => lower[at] ?? 1, limit),
    upperUpTo: (limit) => reachable((at) => upper[last - at] ?? 1, limit),
  };
}

function normal(mean: number, deviation: number): SumDistribution {
  const atMost = (sum: number): number => (deviation === 0 ? 1 : standardNormal((sum - mean) / deviation));
  const same = (limit: number): number => limit;
  return {
    mean,
    atMost,
    atLeast: (sum) => atMost(2 * mean - sum),
    exactly: () => 0,
    lowerUpTo: same,
    upperUpTo: same,
  };
}

/**
 * Probability of at most z under the standard normal distribution, by the continued fraction of its tail (M. Abramowitz,
 * I. A. Stegun, "Handbook of Mathematical Functions", 1964, 26.2.14) or, near the middle, its power series (26.2.11).
 */
function standardNormal(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const size = Math.abs(z);
  if (size < 3) {
    let [term, sum] = [size, size];
    for (let at = 3; term > 1e-17; at += 2) {
      term *= (size * size) / at;
      sum += term;
    }
    return 0.5 + Math.sign(z) * density * sum;
  }
  let fraction = 0;
  for (let at = 40; at > 0; at--) fraction = at / (size + fraction);
  const tail = density / (size + fraction);
  return z < 0 ? tail : 1 - tail;
}

export type StratifiedTest = {
  /** Two-sided mid-p (H. O. Lancaster, "Significance Tests in Discrete Distributions", JASA 56, 1961). */
  readonly pValue: number;
  /** Whether the later period has more than expected (1), less (-1) or neither (0). */
  readonly direction: number;
};

/**
 * Tests whether a share changed between two periods.
 * @returns null if not even "none" against "all" could be significant
 */
export function stratifiedTest(strata: readonly Stratum[]): StratifiedTest | null {
  const paired = strata.filter(({ before, now }) => before.of > 0 && now.of > 0);
  const best = paired.reduce((sum, { before, now }) => sum - choose(before.of + now.of, now.of), 0);
  // The mid-p of "none" against "all" is the probability of the only arrangement that gives it.
  if (best > Math.log(alpha) + 1e-9) return null;
  const counts = countsOf(paired);
  const having = paired.reduce((sum, { now }) => sum + now.having, 0);
  const half = counts.exactly(having) / 2;
  const tail = Math.min(counts.atMost(having), counts.atLeast(having)) - half;
  return {
    // Without rounding errors: three against three is significant at exactly 0.05.
    pValue: Math.min(1, Math.max(0, Number((2 * tail).toPrecision(9)))),
    direction: Math.sign(rounded(having - counts.mean)),
  };
}
