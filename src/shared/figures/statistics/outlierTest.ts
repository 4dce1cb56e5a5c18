/**
 * Tests the statement "this market is the outlier". Its statistic is how much further the furthest market is from the
 * rest than the next one (the gap of W. J. Dixon, "Analysis of Extreme Values", Ann. Math. Stat. 21, 1950), and its
 * distribution is that of the same gap over permutations of the market labels. The furthest of all markets is taken in
 * every permutation, so the test covers all markets. Two markets that are equally far from the rest have no gap.
 */

import { type Design, type Distances, type Drawing, withinSum } from './noise.ts';
import { shuffle, smallestP } from './permutations.ts';
import { alpha } from './significance.ts';

/** @returns index of the column that is the outlier; null if none is, or if it cannot be tested */
export function outlierOf({ design, kinds, matrix }: Distances, drawing: Drawing): number | null {
  const { sizes, columns } = design;
  if (sizes.length < 3 || smallestP(sizes) > alpha) return null;
  const toAll = distancesToAll(kinds.of, matrix, kinds.count);
  const observed = gapOf(kinds.of, design, matrix, kinds.count, toAll);
  if (observed.gap <= 1e-9) return null;
  const order = Int32Array.from(kinds.of);
  let extreme = 1;
  const most = Math.floor(alpha * (drawing.permutations + 1));
  for (let run = 0; run < drawing.permutations && extreme <= most; run++) {
    shuffle(order, drawing.random);
    if (gapOf(order, design, matrix, kinds.count, toAll).gap >= observed.gap - 1e-9) extreme++;
  }
  return extreme <= most ? (columns[observed.furthest] ?? null) : null;
}

/** Sum of the distances of each distinct sample to all samples. */
function distancesToAll(of: Int32Array, matrix: Float64Array, width: number): Float64Array {
  const toAll = new Float64Array(width);
  for (let kind = 0; kind < width; kind++) {
    let sum = 0;
    for (const other of of) sum += matrix[kind * width + other] ?? 0;
    toAll[kind] = sum;
  }
  return toAll;
}

/** The market with the largest mean distance to the samples of the others, and how far the next one is behind. */
function gapOf(
  order: Int32Array,
  { sizes, count }: Design,
  matrix: Float64Array,
  width: number,
  toAll: Float64Array,
): { readonly furthest: number; readonly gap: number } {
  let [first, second, furthest, start] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  sizes.forEach((size, market) => {
    const own = order.subarray(start, start + size);
    let sum = -2 * withinSum(own, matrix, width, [size]);
    for (const kind of own) sum += toAll[kind] ?? 0;
    const mean = sum / (size * (count - size));
    if (mean > first) {
      second = first;
      first = mean;
      furthest = market;
    } else if (mean > second) second = mean;
    start += size;
  });
  return { furthest, gap: first - second };
}
