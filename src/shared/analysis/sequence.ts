/**
 * Longest common subsequence of two sequences of numbers, by Myers' O(ND) algorithm with the linear-space
 * refinement (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1, 1986), and
 * the longest increasing subsequence used to tell moves from shifts.
 */

/**
 * Edits looked at from each end before a split is taken that need not be the best one. Up to twice as many edits the
 * result is a longest common subsequence; beyond, a long one, and the cost stays in proportion to the length.
 */
const MOST_EDITS = 256;

/** Matched index pairs, flat: [a0, b0, a1, b1, …], increasing on both sides. */
export function commonSubsequence(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const pairs: number[] = [];
  // What only one side has is in no common subsequence: without it, unlike texts are short ones.
  const one = presentIn(a, b);
  const two = presentIn(b, a);
  const x = Int32Array.from(one, (index) => a[index] ?? 0);
  const y = Int32Array.from(two, (index) => b[index] ?? 0);
  const found: number[] = [];
  const width = Math.min(MOST_EDITS, x.length + y.length) + 2;
  solve(x, y, { fromA: 0, toA: x.length, fromB: 0, toB: y.length }, new Frontiers(width), found);
  for (let at = 0; at < found.length; at += 2)
    pairs.push(one[found[at] as number] as number, two[found[at + 1] as number] as number);
  return pairs;
}

function presentIn(values: ArrayLike<number>, others: ArrayLike<number>): Int32Array {
  const known = new Set<number>();
  for (let at = 0; at < others.length; at++) known.add(others[at] as number);
  const kept = new Int32Array(values.length);
  let count = 0;
  for (let at = 0; at < values.length; at++) if (known.has(values[at] as number)) kept[count++] = at;
  return kept.subarray(0, count);
}

/** Furthest places reached on every diagonal, from the start and from the end. */
class Frontiers {
  readonly middle: number;
  readonly forward: Int32Array;
  readonly backward: Int32Array;

  constructor(width: number) {
    this.middle = width;
    this.forward = new Int32Array(2 * width + 2);
    this.backward = new Int32Array(2 * width + 2);
  }
}

/** The stretch of both sides that is being compared. */
interface Box {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

function solve(a: Int32Array, b: Int32Array, whole: Box, frontiers: Frontiers, pairs: number[]): void {
  let { fromA, fromB, toA, toB } = whole;
  /** Equal ends, put down when what lies before them is. */
  const tails: (readonly [a: number, b: number, length: number])[] = [];
  for (;;) {
    while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) pairs.push(fromA++, fromB++);
    let tail = 0;
    while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) {
      toA--;
      toB--;
      tail++;
    }
    if (tail > 0) tails.push([toA, toB, tail]);
    if (fromA === toA || fromB === toB) break;
    const [x, y, u, v] = middleSnake(a, b, { fromA, toA, fromB, toB }, frontiers);
    solve(a, b, { fromA, toA: x, fromB, toB: y }, frontiers, pairs);
    for (let step = 0; step < u - x; step++) pairs.push(x + step, y + step);
    // The rest goes on here and not one call deeper: a long text is split hundreds of times.
    fromA = u;
    fromB = v;
  }
  for (const [inA, inB, length] of tails.reverse())
    for (let step = 0; step < length; step++) pairs.push(inA + step, inB + step);
}

/**
 * The middle snake (x, y)..(u, v) of an optimal path; after `MOST_EDITS` edits without one the place they lead furthest
 * to, with a snake of no length.
 */
function middleSnake(
  a: Int32Array,
  b: Int32Array,
  { fromA, toA, fromB, toB }: Box,
  { forward, backward, middle }: Frontiers,
): readonly [number, number, number, number] {
  const n = toA - fromA;
  const m = toB - fromB;
  const delta = n - m;
  const odd = (delta & 1) !== 0;
  const limit = Math.min(Math.ceil((n + m) / 2), MOST_EDITS);
  forward[middle + 1] = 0;
  backward[middle + 1] = 0;
  for (let d = 0; d <= limit; d++) {
    for (let k = -d; k <= d; k += 2) {
      const down = forward[middle + k + 1] ?? 0;
      const right = forward[middle + k - 1] ?? 0;
      let x = k === -d || (k !== d && right < down) ? down : right + 1;
      const startX = x;
      while (x < n && x - k < m && a[fromA + x] === b[fromB + x - k]) x++;
      forward[middle + k] = x;
      if (odd && k - delta >= -(d - 1) && k - delta <= d - 1) {
        if (x + (backward[middle - (k - delta)] ?? 0) >= n) {
          return [fromA + startX, fromB + startX - k, fromA + x, fromB + x - k];
        }
      }
    }
    for (let k = -d; k <= d; k += 2) {
      const down = backward[middle + k + 1] ?? 0;
      const right = backward[middle + k - 1] ?? 0;
      let x = k === -d || (k !== d && right < down) ? down : right + 1;
      const startX = x;
      while (x < n && x - k < m && a[toA - 1 - x] === b[toB - 1 - (x - k)]) x++;
      backward[middle + k] = x;
      if (!odd && -(k - delta) >= -d && -(k - delta) <= d) {
        if (x + (forward[middle - (k - delta)] ?? 0) >= n) {
          return [toA - x, toB - (x - k), toA - startX, toB - (startX - k)];
        }
      }
    }
  }
  const [x, y] = furthest(n, m, forward, middle);
  return [fromA + x, fromB + y, fromA + x, fromB + y];
}

/** The place furthest from the start that `MOST_EDITS` edits lead to. */
function furthest(
  n: number,
  m: number,
  forward: Int32Array,
  middle: number,
): readonly [x: number, y: number] {
  let best: readonly [x: number, y: number] = [0, 0];
  for (let k = -MOST_EDITS; k <= MOST_EDITS; k += 2) {
    const x = Math.min(n, forward[middle + k] ?? 0);
    const y = x - k;
    if (y >= 0 && y <= m && x + y > best[0] + best[1]) best = [x, y];
  }
  return best[0] + best[1] === 0 ? [n, m] : best;
}

/**
 * Positions of a longest strictly increasing subsequence of `values` (patience sorting, O(n log n)). With
 * `weights` the heaviest one instead, so that a long paragraph stays and a short one is said to move.
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

/** By a tree of running maxima over the values (P. M. Fenwick, 1994), O(n log n). */
function heaviestIncreasing(values: readonly number[], weights: readonly number[]): Set<number> {
  const ranks = new Map(
    [...new Set(values)].sort((one, two) => one - two).map((value, rank) => [value, rank + 1]),
  );
  /** By node: the position whose sum is the largest of the values it stands for; of equals the first. */
  const tree = new Int32Array(ranks.size + 1).fill(-1);
  const sums = new Float64Array(values.length);
  const previous = new Int32Array(values.length).fill(-1);
  let top = -1;
  values.forEach((value, index) => {
    const rank = ranks.get(value) ?? 0;
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

/** The position with the larger sum, of equals the first; -1 is none. */
function better(sums: Float64Array, one: number, two: number): number {
  if (one === -1 || two === -1) return Math.max(one, two);
  const difference = (sums[one] ?? 0) - (sums[two] ?? 0);
  return difference > 0 || (difference === 0 && one < two) ? one : two;
}
