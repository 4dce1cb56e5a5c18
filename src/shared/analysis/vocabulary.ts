/** Numbers for words and anchors, so that texts are compared by comparing integers. */
import type { Anchor } from './comparison.ts';

export class Vocabulary {
  readonly #words = new Map<string, number>();
  readonly #anchors = new Map<string, number>();
  readonly anchors: Anchor[] = [];

  word(text: string): number {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    const id = this.#words.size;
    this.#words.set(text, id);
    return id;
  }

  anchor(anchor: Anchor): number {
    const name = `${anchor.kind}:${anchor.key}`;
    const known = this.#anchors.get(name);
    if (known !== undefined) return known;
    const id = this.anchors.length;
    this.anchors.push(anchor);
    this.#anchors.set(name, id);
    return id;
  }

  get size(): number {
    return this.#words.size;
  }
}

/** Number of entries two sorted lists share, counted with repetition. */
export function sharedCount(a: Int32Array, b: Int32Array): number {
  let shared = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const difference = (a[i] as number) - (b[j] as number);
    if (difference === 0) {
      shared++;
      i++;
      j++;
    } else if (difference < 0) i++;
    else j++;
  }
  return shared;
}

/** Sum of the weights of the entries two sorted lists of distinct numbers share. */
export function sharedWeight(a: Int32Array, b: Int32Array, weights: Float64Array): number {
  let shared = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = a[i] as number;
    const right = b[j] as number;
    if (left === right) {
      shared += weights[left] ?? 0;
      i++;
      j++;
    } else if (left < right) i++;
    else j++;
  }
  return shared;
}

export function sortedDistinct(values: Int32Array): Int32Array {
  let count = 0;
  const distinct = new Int32Array(values.length);
  for (let index = 0; index < values.length; index++) {
    if (index === 0 || values[index] !== values[index - 1]) distinct[count++] = values[index] as number;
  }
  return distinct.subarray(0, count);
}
