/**
 * Longest common subsequence of two sequences of numbers, by Myers' O(ND) algorithm with the linear-space
 * refinement (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1, 1986), and
 * the longest increasing subsequence used to tell moves from shifts.
 */

/** Matched index pairs, flat: [a0, b0, a1, b1, …], increasing on both sides. */
export function commonSubsequence(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const pairs: number[] = [];
  const max = a.length + b.length + 2;
  const forward = new Int32Array(2 * max + 2);
  const backward = new Int32Array(2 * max + 2);
  solve(a, 0, a.length, b, 0, b.length, forward, backward, max, pairs);
  return pairs;
}

function solve(
  a: ArrayLike<number>,
  startA: number,
  stopA: number,
  b: ArrayLike<number>,
  startB: number,
  stopB: number,
  forward: Int32Array,
  backward: Int32Array,
  middle: number,
  pairs: number[],
): void {
  let fromA = startA;
  let fromB = startB;
  let toA = stopA;
  let toB = stopB;
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) pairs.push(fromA++, fromB++);
  let tail = 0;
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) {
    toA--;
    toB--;
    tail++;
  }
  if (fromA < toA && fromB < toB) {
    const [x, y, u, v] = middleSnake(a, fromA, toA, b, fromB, toB, forward, backward, middle);
    if (x > fromA || y > fromB || u < toA || v < toB) {
      solve(a, fromA, x, b, fromB, y, forward, backward, middle, pairs);
      for (let step = 0; step < u - x; step++) pairs.push(x + step, y + step);
      solve(a, u, toA, b, v, toB, forward, backward, middle, pairs);
    }
  }
  for (let step = 0; step < tail; step++) pairs.push(toA + step, toB + step);
}

/** The middle snake (x, y)..(u, v) of an optimal path; the whole box when the two sides share nothing. */
function middleSnake(
  a: ArrayLike<number>,
  fromA: number,
  toA: number,
  b: ArrayLike<number>,
  fromB: number,
  toB: number,
  forward: Int32Array,
  backward: Int32Array,
  middle: number,
): readonly [number, number, number, number] {
  const n = toA - fromA;
  const m = toB - fromB;
  const delta = n - m;
  const odd = (delta & 1) !== 0;
  const limit = Math.ceil((n + m) / 2);
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
  return [fromA, fromB, fromA, fromB];
}

/**
 * Positions of a longest strictly increasing subsequence of `values` (patience sorting, O(n log n)). With
 * `weights` the heaviest one instead (O(n²)), so that a long paragraph stays and a short one is said to move.
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

function heaviestIncreasing(values: readonly number[], weights: readonly number[]): Set<number> {
  const best: number[] = [];
  const previous: number[] = [];
  let top = -1;
  for (let index = 0; index < values.length; index++) {
    best[index] = weights[index] ?? 1;
    previous[index] = -1;
    for (let before = 0; before < index; before++) {
      if ((values[before] as number) >= (values[index] as number)) continue;
      const sum = (best[before] as number) + (weights[index] ?? 1);
      if (sum > (best[index] as number)) {
        best[index] = sum;
        previous[index] = before;
      }
    }
    if (top === -1 || (best[index] as number) > (best[top] as number)) top = index;
  }
  const chosen = new Set<number>();
  for (let at = top; at !== -1; at = previous[at] as number) chosen.add(at);
  return chosen;
}
