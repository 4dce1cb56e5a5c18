/** Assigns numbers to words and anchors, so that texts are compared by comparing integers. */
import type { Anchor, AnchorKind } from '../../model/comparison/comparison.ts';
import { StringPool } from './stringPool.ts';
import { termOf } from './terms.ts';
import type { Token, TokenKind } from './tokens.ts';

const unknownTerm = -2;

/** The words, terms and anchors of one comparison. Numbers are assigned from 0 in order of first use. */
export class Vocabulary {
  readonly #texts = new StringPool();
  /** Number of the lower-case text, by text number; `unknownTerm` until requested. */
  readonly #lower: number[] = [];
  /** Term number as a word, by number of the lower-case text; `unknownTerm` until requested. */
  readonly #wordTerms: number[] = [];
  /** Terms of all other tokens, by kind and key. */
  readonly #otherTerms = new Map<TokenKind, Map<string, number>>();
  readonly #terms = new StringPool();
  /** By term: the factor applied to its weight, and whether it is language-independent. */
  readonly factors: number[] = [];
  readonly travels: boolean[] = [];
  readonly #anchors = new Map<AnchorKind, Map<string, number>>();
  readonly anchors: Anchor[] = [];

  /** Texts by number. */
  get texts(): readonly string[] {
    return this.#texts.texts;
  }

  anchor(kind: AnchorKind, key: string, label: string): number {
    const ofKind = entryOf(this.#anchors, kind);
    const known = ofKind.get(key);
    if (known !== undefined) return known;
    const id = this.anchors.push({ kind, key, label }) - 1;
    ofKind.set(key, id);
    return id;
  }

  /** Number of a text; equal for equal texts. */
  text(text: string): number {
    const id = this.#texts.number(text);
    if (id === this.#lower.length) {
      this.#lower.push(unknownTerm);
      this.#wordTerms.push(unknownTerm);
    }
    return id;
  }

  /** Number of the lower-case text; equal for texts that differ only in case. */
  lower(text: number): number {
    const known = this.#lower[text] as number;
    if (known !== unknownTerm) return known;
    const written = this.texts[text] as string;
    const lower = written.toLowerCase();
    const id = lower === written ? text : this.text(lower);
    this.#lower[text] = id;
    return id;
  }

  /** Term of a word, by number of its lower-case text: the stem, or a language-independent term. */
  wordTerm(lower: number): number {
    const known = this.#wordTerms[lower] as number;
    if (known !== unknownTerm) return known;
    const id = this.#term({ kind: 'word', key: this.texts[lower] as string });
    this.#wordTerms[lower] = id;
    return id;
  }

  /** Term of a token that is not a word; -1 if it has none. */
  otherTerm({ kind, key }: Token): number {
    const ofKind = entryOf(this.#otherTerms, kind);
    const known = ofKind.get(key);
    if (known !== undefined) return known;
    const id = this.#term({ kind, key });
    ofKind.set(key, id);
    return id;
  }

  #term(token: Pick<Token, 'kind' | 'key'>): number {
    const term = termOf(token);
    if (term === null) return -1;
    const id = this.#terms.number(term.key);
    if (id === this.factors.length) {
      this.factors.push(term.factor);
      this.travels.push(term.travels);
    }
    return id;
  }
}

function entryOf<K, T>(map: Map<K, Map<string, T>>, kind: K): Map<string, T> {
  let entry = map.get(kind);
  if (entry === undefined) {
    entry = new Map();
    map.set(kind, entry);
  }
  return entry;
}

/** Number of common entries of two sorted lists, with repetition. */
export function sharedCount(a: readonly number[], b: readonly number[]): number {
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

/** Sum of the weights of the common entries of two sorted lists without repetition. */
export function sharedWeight(a: readonly number[], b: readonly number[], weights: Float64Array): number {
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

/** Up to this many numbers are sorted by insertion. */
const few = 24;
let room = new Int32Array(1024);

/** The numbers from one index to another, sorted. */
export function sortedNumbers(values: readonly number[], from: number, to: number): number[] {
  const sorted = values.slice(from, to);
  if (sorted.length > few) {
    if (room.length < sorted.length) room = new Int32Array(2 * sorted.length);
    const part = room.subarray(0, sorted.length);
    part.set(sorted);
    part.sort();
    for (let at = 0; at < sorted.length; at++) sorted[at] = part[at] as number;
    return sorted;
  }
  for (let at = 1; at < sorted.length; at++) {
    const value = sorted[at] as number;
    let to = at;
    for (; to > 0 && (sorted[to - 1] as number) > value; to--) sorted[to] = sorted[to - 1] as number;
    sorted[to] = value;
  }
  return sorted;
}

const none: readonly number[] = [];

/** The numbers from one index to another, sorted and without repetition. */
export function distinctNumbers(values: readonly number[], from = 0, to = values.length): readonly number[] {
  if (from === to) return none;
  const sorted = sortedNumbers(values, from, to);
  let count = 1;
  for (let at = 1; at < sorted.length; at++)
    if (sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at] as number;
  if (count < sorted.length) sorted.length = count;
  return sorted;
}
