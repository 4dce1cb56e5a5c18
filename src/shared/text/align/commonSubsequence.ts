/**
 * Longest common subsequence of two sequences of numbers, by Myers' O(ND) algorithm with the linear-space
 * refinement (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1, 1986).
 */

/**
 * Maximum edits searched from each end before an approximate split is accepted. Up to twice this number of edits, the
 * result is a longest common subsequence. Beyond that, it is a long one, and the cost stays proportional to the
 * length.
 */
const maxEdits = 256;

/** Boxes longer than this (both sides together) are first searched from each end separately. */
const longEditCount = 8 * maxEdits;

/**
 * Longest common subsequence as flat index pairs: [a0, b0, a1, b1, …], increasing on both sides.
 * @param least returns no pairs, without a full search, if it is certain that there are fewer than this
 */
export function commonSubsequence(a: ArrayLike<number>, b: ArrayLike<number>, least = 0): number[] {
  const shared = sharedOf(a, b);
  const pairs: number[] = [];
  if (least > 0 && isBelow(shared, least)) return pairs;
  const { x, y } = shared;
  const found: number[] = [];
  solve(new Searched(x, y), { fromA: 0, toA: x.length, fromB: 0, toB: y.length }, found);
  for (let at = 0; at < found.length; at += 2)
    pairs.push(shared.inA[found[at] as number] as number, shared.inB[found[at + 1] as number] as number);
  return pairs;
}

/**
 * Values that both sides contain, renumbered from 0, with their original indexes. Other values cannot be in a common
 * subsequence.
 */
type Shared = {
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly inA: Int32Array;
  readonly inB: Int32Array;
  /** Occurrences of each number in `x` and in `y`. */
  readonly countsX: Int32Array;
  readonly countsY: Int32Array;
};

function sharedOf(a: ArrayLike<number>, b: ArrayLike<number>): Shared {
  const numbers = new Map<number, number>();
  const x = new Int32Array(a.length);
  for (let at = 0; at < a.length; at++) {
    const value = a[at] as number;
    let number = numbers.get(value);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(value, number);
    }
    x[at] = number;
  }
  const countsY = new Int32Array(numbers.size);
  const y = new Int32Array(b.length);
  const inB = new Int32Array(b.length);
  let inY = 0;
  for (let at = 0; at < b.length; at++) {
    const number = numbers.get(b[at] as number);
    if (number === undefined) continue;
    countsY[number] = (countsY[number] as number) + 1;
    inB[inY] = at;
    y[inY++] = number;
  }
  const countsX = new Int32Array(numbers.size);
  const inA = new Int32Array(a.length);
  let inX = 0;
  for (let at = 0; at < x.length; at++) {
    const number = x[at] as number;
    if (countsY[number] === 0) continue;
    countsX[number] = (countsX[number] as number) + 1;
    inA[inX] = at;
    x[inX++] = number;
  }
  return { x: x.subarray(0, inX), y: y.subarray(0, inY), inA, inB, countsX, countsY };
}

/** Maximum pairs of equal numbers, per number, for which checking all of them is fast. */
const maxEqual = 32;

/** Whether it is certain, by a fast check, that a longest common subsequence has fewer than `least` numbers. */
function isBelow({ x, y, countsX, countsY }: Shared, least: number): boolean {
  let most = 0;
  let equal = 0;
  countsX.forEach((count, number) => {
    most += Math.min(count, countsY[number] as number);
    equal += count * (countsY[number] as number);
  });
  if (most < least) return true;
  const length = x.length + y.length;
  return length > longEditCount && equal <= maxEqual * length && lengthBelow(x, y, countsX, least);
}

/**
 * Length of a longest common subsequence by the smallest end position in `x` for every length (J. W. Hunt, T. G.
 * Szymanski, "A Fast Algorithm for Computing Longest Common Subsequences", CACM 20, 1977), stored as one bit per
 * position.
 */
function lengthBelow(x: Int32Array, y: Int32Array, countsX: Int32Array, least: number): boolean {
  /** `places` has the positions of every number, last first; those of a number begin at `from[number]`. */
  const from = new Int32Array(countsX.length + 1);
  countsX.forEach((count, number) => {
    from[number + 1] = (from[number] as number) + count;
  });
  const next = from.slice();
  const places = new Int32Array(x.length);
  for (let place = x.length - 1; place >= 0; place--) {
    const number = x[place] as number;
    places[next[number] as number] = place;
    next[number] = (next[number] as number) + 1;
  }
  const ends = new Int32Array((x.length >> 5) + 1);
  let last = -1;
  let longest = 0;
  for (const number of y) {
    const stop = from[number + 1] as number;
    for (let at = from[number] as number; at < stop; at++) {
      const place = places[at] as number;
      if (place > last) {
        longest++;
        last = place;
      } else {
        let word = place >> 5;
        let bits = (ends[word] as number) & (-1 << (place & 31));
        while (bits === 0) bits = ends[++word] as number;
        const lowest = bits & -bits;
        ends[word] = (ends[word] as number) ^ lowest;
        if ((word << 5) + 31 - Math.clz32(lowest) === last) last = place;
      }
      ends[place >> 5] = (ends[place >> 5] as number) | (1 << (place & 31));
    }
  }
  return longest < least;
}

/** Two sequences and the working memory of their comparison. */
class Searched {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Both reversed; null if they are short. */
  readonly reversed: { readonly a: Int32Array; readonly b: Int32Array } | null;
  readonly lengths: readonly [number, number];
  /** Furthest positions on every diagonal, from the start and from the end. `middle` is the index of diagonal 0. */
  readonly middle: number;
  readonly forward: Int32Array;
  readonly backward: Int32Array;

  constructor(x: Int32Array, y: Int32Array) {
    const length = x.length + y.length;
    const long = length > longEditCount;
    this.a = long ? padded(x, -1) : x;
    this.b = long ? padded(y, -2) : y;
    this.reversed = long ? { a: padded(x.toReversed(), -1), b: padded(y.toReversed(), -2) } : null;
    this.lengths = [x.length, y.length];
    this.middle = Math.min(maxEdits, length) + 2;
    this.forward = new Int32Array(2 * this.middle + 2);
    this.backward = new Int32Array(2 * this.middle + 2);
  }
}

/** Adds space for `maxEdits` steps after the end, filled with a value that matches nothing on the other side. */
function padded(values: Int32Array, nothing: number): Int32Array {
  const longer = new Int32Array(values.length + maxEdits + 2).fill(nothing, values.length);
  longer.set(values);
  return longer;
}

/** The part of both sequences that is being compared. */
type Box = {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
};

function solve(searched: Searched, whole: Box, pairs: number[]): void {
  const { a, b } = searched;
  let { fromA, fromB, toA, toB } = whole;
  /** Equal ends, added after everything before them. */
  const tails: (readonly [a: number, b: number, length: number])[] = [];
  for (let reached: number | null = null; ; ) {
    while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) pairs.push(fromA++, fromB++);
    let tail = 0;
    while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) {
      toA--;
      toB--;
      tail++;
    }
    if (tail > 0) tails.push([toA, toB, tail]);
    if (fromA === toA || fromB === toB) break;
    const box = { fromA, toA, fromB, toB };
    if (tail > 0 || reached === null) reached = reachedFromEnd(searched, box);
    const [x, y, u, v] = splitFromStart(searched, box, reached) ?? middleSnake(searched, box);
    solve(searched, { fromA, toA: x, fromB, toB: y }, pairs);
    for (let step = 0; step < u - x; step++) pairs.push(x + step, y + step);
    // A loop instead of recursion, because a long text is split hundreds of times.
    fromA = u;
    fromB = v;
  }
  for (const [inA, inB, length] of tails.reverse())
    for (let step = 0; step < length; step++) pairs.push(inA + step, inB + step);
}

/** How far `maxEdits` edits lead from the end of a long box, in numbers of both sides; infinite for a short box. */
function reachedFromEnd(
  { reversed, lengths, backward, middle }: Searched,
  { fromA, toA, fromB, toB }: Box,
): number {
  if (reversed === null || toA - fromA + toB - fromB <= longEditCount) return Number.POSITIVE_INFINITY;
  goAhead(reversed.a, reversed.b, lengths[0] - toA, lengths[1] - toB, backward, middle);
  let most = 0;
  for (let k = -maxEdits; k <= maxEdits; k += 2)
    most = Math.max(most, 2 * (backward[middle + k] as number) - k);
  return most;
}

/**
 * The result of `middleSnake` for a box so long that `maxEdits` from both ends cannot meet, without searching from
 * the end again. Null if they may meet or leave the box.
 */
function splitFromStart(
  { a, b, forward, middle }: Searched,
  { fromA, toA, fromB, toB }: Box,
  reached: number,
): Snake | null {
  const n = toA - fromA;
  const m = toB - fromB;
  if (n + m <= longEditCount || reached >= n + m) return null;
  goAhead(a, b, fromA, fromB, forward, middle);
  for (let k = -maxEdits; k <= maxEdits; k += 2) {
    const x = forward[middle + k] as number;
    if (x > n || x - k > m || 2 * x - k + reached >= n + m) return null;
  }
  const [x, y] = furthest(n, m, forward, middle);
  return [fromA + x, fromB + y, fromA + x, fromB + y];
}

/** Computes the furthest position on every diagonal for `maxEdits` edits, ignoring the end of the box. */
function goAhead(
  a: Int32Array,
  b: Int32Array,
  fromA: number,
  fromB: number,
  furthestOn: Int32Array,
  middle: number,
): void {
  for (let d = 0; d <= maxEdits; d++) {
    furthestOn[middle + d + 1] = d === 0 ? 0 : nowhere;
    let right = nowhere;
    for (let k = -d; k <= d; k += 2) {
      const down = furthestOn[middle + k + 1] as number;
      // Math.max(down, right + 1) without a branch, which would be unpredictable and slower.
      const ahead = right + 1 - down;
      let x = down + (ahead & ~(ahead >> 31));
      right = down;
      const shift = fromB - k;
      while (a[fromA + x] === b[shift + x]) x++;
      furthestOn[middle + k] = x;
    }
  }
}
const nowhere = -2;

/** From (x, y) to (u, v). */
type Snake = readonly [x: number, y: number, u: number, v: number];

/**
 * The middle snake (x, y)..(u, v) of an optimal path. If there is none within `maxEdits` edits, an empty snake at the
 * furthest position they reach.
 */
function middleSnake({ a, b, forward, backward, middle }: Searched, { fromA, toA, fromB, toB }: Box): Snake {
  const n = toA - fromA;
  const m = toB - fromB;
  const delta = n - m;
  const odd = (delta & 1) !== 0;
  const limit = Math.min(Math.ceil((n + m) / 2), maxEdits);
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
        if (x + (backward[middle - (k - delta)] ?? 0) >= n)
          return [fromA + startX, fromB + startX - k, fromA + x, fromB + x - k];
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
        if (x + (forward[middle - (k - delta)] ?? 0) >= n)
          return [toA - x, toB - (x - k), toA - startX, toB - (startX - k)];
      }
    }
  }
  const [x, y] = furthest(n, m, forward, middle);
  return [fromA + x, fromB + y, fromA + x, fromB + y];
}

/** The position furthest from the start that `maxEdits` edits reach. */
function furthest(
  n: number,
  m: number,
  forward: Int32Array,
  middle: number,
): readonly [x: number, y: number] {
  let best: readonly [x: number, y: number] = [0, 0];
  for (let k = -maxEdits; k <= maxEdits; k += 2) {
    const x = Math.min(n, forward[middle + k] ?? 0);
    const y = x - k;
    if (y >= 0 && y <= m && x + y > best[0] + best[1]) best = [x, y];
  }
  return best[0] + best[1] === 0 ? [n, m] : best;
}
