/** Divisions of samples into groups of given sizes: all of them, or random ones. */
import { logFactorial } from './significance.ts';

/**
 * Every division of the samples into groups of these sizes, each once, as the concatenated groups. The first is the
 * observed one. To avoid duplicates, a sample may open only the first empty group of a size. Null if there are more
 * than `most`.
 */
export function everyArrangement(sizes: readonly number[], most: number): readonly Int32Array[] | null {
  if (1 / smallestP(sizes) > most + 0.5) return null;
  const key = sizes.join();
  if (latest?.key === key) return latest.all;
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const groups: number[][] = sizes.map(() => []);
  const isFirstEmpty = (at: number): boolean =>
    !groups.some((group, before) => before < at && group.length === 0 && sizes[before] === sizes[at]);
  const all: Int32Array[] = [];
  const place = (sample: number): void => {
    if (sample === count) {
      all.push(Int32Array.from(groups.flat()));
      return;
    }
    groups.forEach((group, at) => {
      if (group.length === sizes[at] || (group.length === 0 && !isFirstEmpty(at))) return;
      group.push(sample);
      place(sample + 1);
      group.pop();
    });
  };
  place(0);
  latest = { key, all };
  return all;
}
/** Cache: the rows of a tab test the same samples. */
let latest: { readonly key: string; readonly all: readonly Int32Array[] } | null = null;

/** The smallest possible p-value: the share of all permutations that divide the samples exactly as observed. */
export function smallestP(sizes: readonly number[]): number {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const same = new Map<number, number>();
  let log = -logFactorial(count);
  for (const size of sizes) {
    log += logFactorial(size);
    same.set(size, (same.get(size) ?? 0) + 1);
  }
  for (const times of same.values()) log += logFactorial(times);
  return Math.exp(log);
}

/** Index of the market at each place, for markets of these sizes. */
export function groupOfPlaces(sizes: readonly number[]): Int32Array {
  return Int32Array.from(sizes.flatMap((size, group) => Array<number>(size).fill(group)));
}

/** All places, for `drawPlaces`. */
export function placesOf(sizes: readonly number[]): Int32Array {
  return Int32Array.from(groupOfPlaces(sizes).keys());
}

/** Moves `count` random places to the front, each draw equally likely (the first steps of Fisher-Yates). */
export function drawPlaces(places: Int32Array, count: number, random: () => number): void {
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(random() * (places.length - at));
    const kept = places[at] as number;
    places[at] = places[other] as number;
    places[other] = kept;
  }
}

/** Shuffles in place (Fisher-Yates). */
export function shuffle(values: Uint8Array | Int32Array, random: () => number): void {
  for (let at = values.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = values[at] as number;
    values[at] = values[other] as number;
    values[other] = kept;
  }
}

/** Seeded generator of numbers in [0, 1) (mulberry32), so that comparisons and failed tests can be reproduced. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
