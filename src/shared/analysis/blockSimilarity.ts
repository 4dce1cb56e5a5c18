/**
 * How likely two blocks say the same thing, 0..1. In one language mostly by rare shared words, in two only
 * by what needs no translation: addresses, brands, numbers with units, prices.
 */
import type { AnchorKind } from './comparison.ts';
import { sameLanguage } from './language.ts';
import type { BlockContent } from './reading.ts';
import { sharedWeight, type Vocabulary } from './vocabulary.ts';

export interface Weights {
  readonly words: Float64Array;
  readonly anchors: Float64Array;
  /** By content index: sum of the weights of its words / anchors. */
  readonly wordTotals: Float64Array;
  readonly anchorTotals: Float64Array;
  /** By number: in how many distinct blocks it stands. */
  readonly wordFrequency: Int32Array;
  readonly anchorFrequency: Int32Array;
}

const KIND_WEIGHT: Readonly<Record<AnchorKind, number>> = {
  url: 1.5,
  brand: 1.5,
  domain: 0.6,
  number: 0.8,
  price: 0.8,
  date: 1,
};

/** Inverse document frequency over distinct blocks: log(1 + N / df). */
export function weightsOf(contents: readonly BlockContent[], vocabulary: Vocabulary): Weights {
  const wordFrequency = new Int32Array(vocabulary.size);
  const anchorFrequency = new Int32Array(vocabulary.anchors.length);
  for (const content of contents) {
    for (const word of content.words) wordFrequency[word] = (wordFrequency[word] ?? 0) + 1;
    for (const anchor of content.anchors) anchorFrequency[anchor] = (anchorFrequency[anchor] ?? 0) + 1;
  }
  const count = contents.length;
  const words = new Float64Array(vocabulary.size);
  for (let word = 0; word < words.length; word++)
    words[word] = Math.log(1 + count / Math.max(1, wordFrequency[word] ?? 1));
  const anchors = new Float64Array(anchorFrequency.length);
  for (let anchor = 0; anchor < anchors.length; anchor++) {
    const kind = vocabulary.anchors[anchor]?.kind ?? 'number';
    anchors[anchor] = KIND_WEIGHT[kind] * Math.log(1 + count / Math.max(1, anchorFrequency[anchor] ?? 1));
  }
  const wordTotals = new Float64Array(count);
  const anchorTotals = new Float64Array(count);
  for (const content of contents) {
    for (const word of content.words)
      wordTotals[content.index] = (wordTotals[content.index] ?? 0) + (words[word] ?? 0);
    for (const anchor of content.anchors)
      anchorTotals[content.index] = (anchorTotals[content.index] ?? 0) + (anchors[anchor] ?? 0);
  }
  return { words, anchors, wordTotals, anchorTotals, wordFrequency, anchorFrequency };
}

/** 0 for kinds that never say the same thing, less than 1 for those that rarely do. */
export function kindFactor(a: BlockContent, b: BlockContent): number {
  if (a.section !== b.section) return 0;
  if (a.kind === b.kind) {
    if (a.kind === 'table-row' && a.header !== b.header) return 0;
    return a.kind === 'list-item' && a.depth !== b.depth ? 0.9 : 1;
  }
  const pair = a.kind < b.kind ? `${a.kind} ${b.kind}` : `${b.kind} ${a.kind}`;
  switch (pair) {
    case 'list-item paragraph':
      return 0.9;
    case 'list-item table-row':
      return a.header || b.header ? 0 : 0.8;
    case 'heading list-item':
    case 'heading paragraph':
      return 0.75;
    default:
      return 0;
  }
}

/** Weighted Dice of the words: 2 x shared / (all of a + all of b). */
export function wordSimilarity(a: BlockContent, b: BlockContent, weights: Weights): number {
  const total = (weights.wordTotals[a.index] ?? 0) + (weights.wordTotals[b.index] ?? 0);
  return total === 0 ? 0 : (2 * sharedWeight(a.words, b.words, weights.words)) / total;
}

/** Weighted Dice of the anchors; null when a side has none. */
export function anchorSimilarity(a: BlockContent, b: BlockContent, weights: Weights): number | null {
  if (a.anchors.length === 0 || b.anchors.length === 0) return null;
  const total = (weights.anchorTotals[a.index] ?? 0) + (weights.anchorTotals[b.index] ?? 0);
  return total === 0 ? 0 : (2 * sharedWeight(a.anchors, b.anchors, weights.anchors)) / total;
}

export type HeadAgreement = 'same' | 'different' | 'unknown';

/** Whether two blocks are about the same thing, as far as their heads tell. */
export function headAgreement(a: BlockContent, b: BlockContent): HeadAgreement {
  if (a.head !== '' && a.head === b.head) return 'same';
  if (a.headBrands.length > 0 && b.headBrands.length > 0) {
    for (const brand of a.headBrands) if (b.headBrands.includes(brand)) return 'same';
    return 'different';
  }
  if (a.kind === 'result' && b.kind === 'result') return 'different';
  if (a.head === '' || b.head === '' || a.kind !== b.kind || !sameLanguage(a.language, b.language))
    return 'unknown';
  if (a.kind === 'table-row' || a.kind === 'product') return 'different';
  if (a.kind === 'list-item' && shareNoWord(a.head, b.head)) return 'different';
  return 'unknown';
}

/** Two leads that have no word in common name two things; a lead in several words may just be reworded. */
function shareNoWord(one: string, two: string): boolean {
  const words = new Set(one.split(' '));
  return !two.split(' ').some((word) => words.has(word));
}

/** Similarity of two distinct blocks, 0..1. */
export function blockSimilarity(a: BlockContent, b: BlockContent, weights: Weights): number {
  if (a === b) return 1;
  const factor = kindFactor(a, b);
  if (factor === 0) return 0;
  const heads = headAgreement(a, b);
  const anchors = anchorSimilarity(a, b, weights);
  let score: number;
  if (sameLanguage(a.language, b.language)) {
    const words = wordSimilarity(a, b, weights);
    score = anchors === null ? words : Math.max(words, 0.65 * words + 0.35 * anchors);
    if (heads === 'same') score = Math.max(score, 0.55 + 0.45 * score);
  } else {
    score = anchors === null ? 0 : 0.9 * anchors;
    if (heads === 'same') score = Math.max(score, 0.6 + 0.4 * score);
  }
  if (heads === 'different') score *= 0.25;
  return score * factor;
}
