/** Numbers for words and anchors, so that texts are compared by comparing integers. */
import type { Anchor } from './comparison.ts';
import { type Term, termOf } from './terms.ts';
import type { Token } from './tokens.ts';

export class Vocabulary {
  readonly #words = new Map<string, number>();
  /** By kind and key of the token: most tokens of a comparison have been met before. */
  readonly #termOfToken = new Map<Token['kind'], Map<string, number>>();
  readonly #terms = new Map<string, number>();
  readonly terms: Term[] = [];
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

  /** What alignment compares a token by; -1 where it says nothing. */
  term(token: Token): number {
    let ofKind = this.#termOfToken.get(token.kind);
    if (ofKind === undefined) {
      ofKind = new Map();
      this.#termOfToken.set(token.kind, ofKind);
    }
    const known = ofKind.get(token.key);
    if (known !== undefined) return known;
    const term = termOf(token);
    let id = -1;
    if (term !== null) {
      id = this.#terms.get(term.key) ?? -1;
      if (id === -1) {
        id = this.terms.push(term) - 1;
        this.#terms.set(term.key, id);
      }
    }
    ofKind.set(token.key, id);
    return id;
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
