/**
 * Difference of two texts by word, by sentence, or as a whole. It is lossless: the base sides of all segments joined
 * are the base text, and the other sides are the other text, whatever is ignored. Ignored differences become segments
 * of kind `same` with unequal sides.
 */

import { sentences, type Token } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { commonSubsequence } from './commonSubsequence.ts';

export const kept = 0;
export const removed = 1;
export const added = 2;

export type DiffOptions = {
  /** ISO 639-1, for number formats and word segmentation. */
  readonly language: string;
  readonly granularity: 'word' | 'sentence' | 'block';
  readonly ignoreCase: boolean;
  readonly ignoreWhitespace: boolean;
  readonly ignoreTexts: readonly string[];
};

/** A text with its tokens, so that a text that is compared many times is tokenized once. */
export type TokenizedText = {
  readonly text: string;
  /** Three numbers per token: start, end, and the number of its text in the vocabulary. */
  readonly tokens: readonly number[];
};
const numbers = 3;

/**
 * Writes a token at `at` and returns the index after it.
 * @param text number of its text in the vocabulary
 */
export function putToken(tokens: number[], at: number, { start, end }: Token, text: number): number {
  tokens[at] = start;
  tokens[at + 1] = end;
  tokens[at + 2] = text;
  return at + numbers;
}

export type DiffSegment = {
  readonly kind: 'same' | 'removed' | 'added';
  readonly base: string;
  readonly other: string;
};

/**
 * Minimum share of kept words. Below it, a word difference is unreadable, and the whole text is shown as replaced.
 */
const confetti = 0.2;

/** The compared units of a text, and its ignored ranges. */
type Units = {
  readonly starts: number[];
  readonly ends: number[];
  /** Numbers that are equal for equal units. */
  readonly keys: number[];
  readonly ignored: readonly (readonly [number, number])[];
};

/**
 * Difference of two texts.
 * @returns spans as in `AnswerCell.spans`: triples [operation, length in base, length in other], in UTF-16 units
 */
export function diffTokenized(
  base: TokenizedText,
  other: TokenizedText,
  vocabulary: Vocabulary,
  options: DiffOptions,
): number[] {
  if (base.text === other.text) return base.text === '' ? [] : [kept, base.text.length, other.text.length];
  const one = unitsOf(base, vocabulary, options);
  const two = unitsOf(other, vocabulary, options);
  const total = one.keys.length + two.keys.length;
  const least = options.granularity === 'word' && total > 12 ? Math.ceil((confetti * total) / 2) : 0;
  const pairs = commonSubsequence(one.keys, two.keys, least);
  if (pairs.length < 2 * least) pairs.length = 0;
  return spansOf(base.text, one, other.text, two, pairs, options);
}

function unitsOf({ text, tokens }: TokenizedText, vocabulary: Vocabulary, options: DiffOptions): Units {
  const ignored = ignoredRanges(text, options.ignoreTexts);
  const starts: number[] = [];
  const ends: number[] = [];
  const keys: number[] = [];
  for (let at = 0; at < tokens.length; at += numbers) {
    const start = tokens[at] as number;
    const end = tokens[at + 1] as number;
    const written = tokens[at + 2] as number;
    if (touches(ignored, start, end)) continue;
    starts.push(start);
    ends.push(end);
    keys.push(options.ignoreCase ? vocabulary.lower(written) : written);
  }
  const units: Units = { starts, ends, keys, ignored };
  if (options.granularity === 'word') return units;
  const ranges: readonly (readonly [number, number])[] =
    options.granularity === 'block' ? [[0, text.length]] : sentences(text, options.language);
  return grouped(units, ranges, vocabulary);
}

/** Joins the word units of each range into one unit. */
function grouped(
  units: Units,
  ranges: readonly (readonly [number, number])[],
  vocabulary: Vocabulary,
): Units {
  const starts: number[] = [];
  const ends: number[] = [];
  const keys: number[] = [];
  let at = 0;
  for (const [, stop] of ranges) {
    const first = at;
    let key = '';
    while (at < units.starts.length && (units.starts[at] as number) < stop) {
      const glued = at > first && units.starts[at] === units.ends[at - 1];
      key += (glued ? '' : ' ') + vocabulary.texts[units.keys[at] as number];
      at++;
    }
    if (at === first) continue;
    starts.push(units.starts[first] as number);
    ends.push(units.ends[at - 1] as number);
    keys.push(vocabulary.text(key));
  }
  return { starts, ends, keys, ignored: units.ignored };
}

function ignoredRanges(text: string, ignoreTexts: readonly string[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const ignore of ignoreTexts) {
    if (ignore === '') continue;
    for (let at = text.indexOf(ignore); at !== -1; at = text.indexOf(ignore, at + ignore.length))
      ranges.push([at, at + ignore.length]);
  }
  return merged(ranges);
}

/** Sorted, with adjacent and overlapping ranges merged. */
function merged(ranges: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const joined: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((one, two) => one[0] - two[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

function spansOf(
  base: string,
  one: Units,
  other: string,
  two: Units,
  pairs: readonly number[],
  options: DiffOptions,
): number[] {
  const spans: number[] = [];
  const push = (operation: number, inBase: number, inOther: number): void => {
    if (inBase === 0 && inOther === 0) return;
    const last = spans.length - 3;
    if (last >= 0 && spans[last] === operation) {
      spans[last + 1] = (spans[last + 1] as number) + inBase;
      spans[last + 2] = (spans[last + 2] as number) + inOther;
    } else spans.push(operation, inBase, inOther);
  };
  let atBase = 0;
  let atOther = 0;
  let unitBase = 0;
  let unitOther = 0;
  for (let index = 0; index <= pairs.length; index += 2) {
    const ended = index === pairs.length;
    const nextBase = ended ? one.starts.length : (pairs[index] as number);
    const nextOther = ended ? two.starts.length : (pairs[index + 1] as number);
    const stopBase = ended ? base.length : (one.starts[nextBase] as number);
    const stopOther = ended ? other.length : (two.starts[nextOther] as number);
    const onlyGap = nextBase === unitBase && nextOther === unitOther;
    gap(base, atBase, stopBase, one, other, atOther, stopOther, two, onlyGap, options, push);
    if (ended) break;
    atBase = one.ends[nextBase] as number;
    atOther = two.ends[nextOther] as number;
    pushUnit(base, stopBase, atBase, other, stopOther, atOther, options, push);
    unitBase = nextBase + 1;
    unitOther = nextOther + 1;
  }
  return spans;
}

type Push = (operation: number, inBase: number, inOther: number) => void;

/** Adds a matched unit. Sentences that match by their words can still differ in their spaces. */
function pushUnit(
  base: string,
  fromBase: number,
  toBase: number,
  other: string,
  fromOther: number,
  toOther: number,
  options: DiffOptions,
  push: Push,
): void {
  const loose = options.granularity === 'word' || options.ignoreWhitespace || options.ignoreTexts.length > 0;
  if (loose || base.slice(fromBase, toBase) === other.slice(fromOther, toOther)) {
    push(kept, toBase - fromBase, toOther - fromOther);
    return;
  }
  const folded =
    options.ignoreCase &&
    base.slice(fromBase, toBase).toLowerCase() === other.slice(fromOther, toOther).toLowerCase();
  if (folded) push(kept, toBase - fromBase, toOther - fromOther);
  else {
    push(removed, toBase - fromBase, 0);
    push(added, 0, toOther - fromOther);
  }
}

/** Adds the text between two matched units: spaces, ignored ranges and unmatched units. */
function gap(
  base: string,
  fromBase: number,
  toBase: number,
  one: Units,
  other: string,
  fromOther: number,
  toOther: number,
  two: Units,
  onlyGap: boolean,
  options: DiffOptions,
  push: Push,
): void {
  const textBase = base.slice(fromBase, toBase);
  const textOther = other.slice(fromOther, toOther);
  if (textBase === textOther) {
    push(kept, textBase.length, textOther.length);
    return;
  }
  if (onlyGap) {
    const ignored = touches(one.ignored, fromBase, toBase) || touches(two.ignored, fromOther, toOther);
    if (options.ignoreWhitespace || ignored) {
      push(kept, textBase.length, textOther.length);
      return;
    }
  }
  // Common leading and trailing spaces are not marked as changed.
  let lead = 0;
  while (lead < textBase.length && textBase[lead] === textOther[lead] && /\s/.test(textBase.charAt(lead)))
    lead++;
  let tail = 0;
  while (
    tail < textBase.length - lead &&
    tail < textOther.length - lead &&
    textBase[textBase.length - 1 - tail] === textOther[textOther.length - 1 - tail] &&
    /\s/.test(textBase.charAt(textBase.length - 1 - tail))
  ) {
    tail++;
  }
  push(kept, lead, lead);
  push(removed, textBase.length - lead - tail, 0);
  push(added, 0, textOther.length - lead - tail);
  push(kept, tail, tail);
}

/** Whether one of the ranges overlaps `from`..`to`. They must be sorted and disjoint. */
function touches(ranges: readonly (readonly [number, number])[], from: number, to: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const half = (low + high) >> 1;
    if ((ranges[half]?.[1] ?? 0) > from) high = half;
    else low = half + 1;
  }
  const range = ranges[low];
  return range !== undefined && range[0] < to;
}

/** Converts the spans of `diffTokenized` to text segments. */
export function expandSpans(base: string, other: string, spans: readonly number[]): DiffSegment[] {
  const segments: DiffSegment[] = [];
  let atBase = 0;
  let atOther = 0;
  for (let index = 0; index + 2 < spans.length; index += 3) {
    const inBase = spans[index + 1] as number;
    const inOther = spans[index + 2] as number;
    const operation = spans[index];
    segments.push({
      kind: operation === kept ? 'same' : operation === removed ? 'removed' : 'added',
      base: base.slice(atBase, atBase + inBase),
      other: other.slice(atOther, atOther + inOther),
    });
    atBase += inBase;
    atOther += inOther;
  }
  return segments;
}

/** Whether the spans contain a difference. Ignored differences do not count. */
export function hasDifference(spans: readonly number[]): boolean {
  for (let index = 0; index < spans.length; index += 3) if (spans[index] !== kept) return true;
  return false;
}
