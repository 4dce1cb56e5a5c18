/** Agreement of two sets, two distributions or two rankings, 0..1. */
import type { PairFigures } from '../../model/comparison/comparison.ts';
import { rounded } from '../../rounded.ts';

/** Jaccard index: size of the intersection / size of the union; null if both are empty. */
export function jaccard<T>(one: ReadonlySet<T>, two: ReadonlySet<T>): number | null {
  const shared = sharedOf(one, two);
  const union = one.size + two.size - shared;
  return union === 0 ? null : shared / union;
}

/** Dice coefficient of two bags of `shared` common and `total` items: 2 × shared / total, 0..1; 1 for two empty bags. */
export const dice = (shared: number, total: number): number => (total === 0 ? 1 : (2 * shared) / total);

/** The mean; 0 if there are no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** The median; 0 if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, two) => one - two);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

/** Size of the intersection. */
export function sharedOf<T>(one: ReadonlySet<T>, two: ReadonlySet<T>): number {
  const [small, large] = one.size < two.size ? [one, two] : [two, one];
  let shared = 0;
  for (const item of small) if (large.has(item)) shared++;
  return shared;
}

/**
 * Weighted overlap W = Σ min(share in one, share in two); 1 − W is the Bray–Curtis dissimilarity of the two
 * distributions. Null if either has no counts.
 */
export function weightedOverlap<T>(one: ReadonlyMap<T, number>, two: ReadonlyMap<T, number>): number | null {
  const totalOne = sum(one);
  const totalTwo = sum(two);
  if (totalOne === 0 || totalTwo === 0) return null;
  let overlap = 0;
  for (const [item, count] of one) overlap += Math.min(count / totalOne, (two.get(item) ?? 0) / totalTwo);
  return overlap;
}

function sum(counts: ReadonlyMap<unknown, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

/**
 * Rank-biased overlap, extrapolated (W. Webber, A. Moffat, J. Zobel, "A Similarity Measure for Indefinite Rankings",
 * ACM TOIS 28, 2010, equation 32). With p = 0.9, the first ten ranks have 86 % of the weight. Lists must not contain
 * duplicates. Null if both are empty, 0 if one is.
 */
export function rankBiasedOverlap<T>(one: readonly T[], two: readonly T[], p = 0.9): number | null {
  if (one.length === 0 && two.length === 0) return null;
  if (one.length === 0 || two.length === 0) return 0;
  const [short, long] = one.length <= two.length ? [one, two] : [two, one];
  const s = short.length;
  const l = long.length;
  const seenShort = new Set<T>();
  const seenLong = new Set<T>();
  let overlap = 0;
  let overlapAtShort = 0;
  let summed = 0;
  let tail = 0;
  for (let depth = 1; depth <= l; depth++) {
    const inLong = long[depth - 1] as T;
    if (depth <= s) {
      const inShort = short[depth - 1] as T;
      if (inShort === inLong) overlap++;
      else overlap += (seenLong.has(inShort) ? 1 : 0) + (seenShort.has(inLong) ? 1 : 0);
      seenShort.add(inShort);
      if (depth === s) overlapAtShort = overlap;
    } else if (seenShort.has(inLong)) overlap++;
    seenLong.add(inLong);
    if (depth === s) overlapAtShort = overlap;
    summed += (overlap / depth) * p ** depth;
    if (depth > s) tail += ((overlapAtShort * (depth - s)) / (s * depth)) * p ** depth;
  }
  return ((1 - p) / p) * (summed + tail) + ((overlap - overlapAtShort) / l + overlapAtShort / s) * p ** l;
}

/** All three measures of two ordered lists, with the number of occurrences of each item. */
export function pairFigures<T>(
  one: readonly T[],
  two: readonly T[],
  countsOne: ReadonlyMap<T, number> | null = null,
  countsTwo: ReadonlyMap<T, number> | null = null,
): PairFigures {
  const setOne = new Set(one);
  const setTwo = new Set(two);
  const shared = sharedOf(setOne, setTwo);
  return {
    shared,
    union: setOne.size + setTwo.size - shared,
    jaccard: orNull(jaccard(setOne, setTwo)),
    weighted: countsOne === null || countsTwo === null ? null : orNull(weightedOverlap(countsOne, countsTwo)),
    rankBiased: orNull(rankBiasedOverlap(one, two)),
  };
}

function orNull(value: number | null): number | null {
  return value === null ? null : rounded(value);
}
