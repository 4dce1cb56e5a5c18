/** Longest increasing subsequence, which distinguishes moved items from shifted ones. */

/**
 * Indexes of a longest strictly increasing subsequence of `values` (patience sorting, O(n log n)).
 * @param weights returns the subsequence with the largest total weight instead; long paragraphs then stay, and short
 * ones count as moved
 */
export function increasingSubsequence(values: readonly number[], weights?: readonly number[]): Set<number> {
  if (weights !== undefined) return heaviestIncreasing(values, weights);
  const tails: number[] = [];
  const previous: number[] = new Array<number>(values.length).fill(-1);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const half = (low + high) >> 1;
      if ((values[tails[half] as number] as number) < value) low = half + 1;
      else high = half;
    }
    if (low > 0) previous[index] = tails[low - 1] as number;
    tails[low] = index;
  }
  const chosen = new Set<number>();
  let at = tails.length === 0 ? -1 : (tails[tails.length - 1] as number);
  while (at !== -1) {
    chosen.add(at);
    at = previous[at] as number;
  }
  return chosen;
}

/** Uses a Fenwick tree of prefix maxima over the values (P. M. Fenwick, 1994), O(n log n). */
function heaviestIncreasing(values: readonly number[], weights: readonly number[]): Set<number> {
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  /** Index with the largest sum among the values of each node; the first on ties. */
  const tree = new Int32Array(largest + 2).fill(-1);
  const sums = new Float64Array(values.length);
  const previous = new Int32Array(values.length).fill(-1);
  let top = -1;
  values.forEach((value, index) => {
    const rank = value + 1;
    let before = -1;
    for (let node = rank - 1; node > 0; node -= node & -node) before = better(sums, before, tree[node] ?? -1);
    sums[index] = (weights[index] ?? 1) + (before === -1 ? 0 : (sums[before] ?? 0));
    previous[index] = before;
    for (let node = rank; node < tree.length; node += node & -node)
      tree[node] = better(sums, tree[node] ?? -1, index);
    top = better(sums, top, index);
  });
  const chosen = new Set<number>();
  for (let at = top; at !== -1; at = previous[at] ?? -1) chosen.add(at);
  return chosen;
}

/** The index with the larger sum; the first on ties. -1 means none. */
function better(sums: Float64Array, one: number, two: number): number {
  if (one === -1 || two === -1) return Math.max(one, two);
  const difference = (sums[one] ?? 0) - (sums[two] ?? 0);
  return difference > 0 || (difference === 0 && one < two) ? one : two;
}
