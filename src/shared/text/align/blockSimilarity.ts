/**
 * Similarity of two blocks, 0..1: how likely they say the same. Within a language it depends mostly on rare common
 * words, across languages only on language-independent terms: URLs, brands, numbers with units, prices.
 */
import type { AnchorKind } from '../../model/comparison/comparison.ts';
import type { BlockContent } from '../reading.ts';
import { sameLanguage } from '../words/language.ts';
import { sharedCount, sharedWeight, type Vocabulary } from '../words/vocabulary.ts';

export type Weights = {
  readonly words: Float64Array;
  readonly anchors: Float64Array;
  /**
   * Sum of the weights by content index: of all words, the language-independent words, the anchors.
   */
  readonly wordTotals: Float64Array;
  readonly travelTotals: Float64Array;
  readonly anchorTotals: Float64Array;
  /** Number of distinct blocks that contain the word, by word number. */
  readonly wordFrequency: Int32Array;
};

const kindWeight: Readonly<Record<AnchorKind, number>> = {
  url: 1.5,
  brand: 1.5,
  code: 1.3,
  domain: 0.6,
  number: 0.8,
  price: 0.8,
  date: 1,
};

/**
 * Weights by inverse document frequency over distinct blocks: log(1 + N / df), times the factor of the term's kind.
 */
export function weightsOf(contents: readonly BlockContent[], vocabulary: Vocabulary): Weights {
  const count = contents.length;
  const wordFrequency = frequencies(contents, (content) => content.words, vocabulary.factors.length);
  const anchorFrequency = frequencies(contents, (content) => content.anchors, vocabulary.anchors.length);
  const rarity = (frequency: number) => Math.log(1 + count / Math.max(1, frequency));
  // Most words have one of few frequencies.
  const rarities: number[] = [];
  const rarityOf = (frequency: number): number => (rarities[frequency] ??= rarity(frequency));
  const words = Float64Array.from(
    wordFrequency,
    (frequency, word) => (vocabulary.factors[word] ?? 1) * rarityOf(frequency),
  );
  const anchors = Float64Array.from(
    anchorFrequency,
    (frequency, anchor) => kindWeight[vocabulary.anchors[anchor]?.kind ?? 'number'] * rarityOf(frequency),
  );
  const totals = (of: (content: BlockContent) => readonly number[], weights: Float64Array) =>
    Float64Array.from(contents, (content) => sumOf(of(content), weights));
  return {
    words,
    anchors,
    wordTotals: totals((content) => content.words, words),
    travelTotals: totals((content) => content.travelling, words),
    anchorTotals: totals((content) => content.anchors, anchors),
    wordFrequency,
  };
}

function frequencies(
  contents: readonly BlockContent[],
  of: (content: BlockContent) => readonly number[],
  size: number,
): Int32Array {
  const counts = new Int32Array(size);
  for (const content of contents) for (const id of of(content)) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}

function sumOf(ids: readonly number[], weights: Float64Array): number {
  let sum = 0;
  for (const id of ids) sum += weights[id] ?? 0;
  return sum;
}

/** Factor by the kinds of two blocks: 0 if they cannot say the same, less than 1 if they rarely do. */
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
    case 'heading paragraph':
      return 0.75;
    default:
      return 0;
  }
}

/** Weighted Dice coefficient of the words: 2 x shared / (all of a + all of b). */
export function wordSimilarity(a: BlockContent, b: BlockContent, weights: Weights): number {
  const total = (weights.wordTotals[a.index] ?? 0) + (weights.wordTotals[b.index] ?? 0);
  return total === 0 ? 0 : (2 * sharedWeight(a.words, b.words, weights.words)) / total;
}

/** Weighted Dice coefficient of the anchors; null if either block has none. */
export function anchorSimilarity(a: BlockContent, b: BlockContent, weights: Weights): number | null {
  if (a.anchors.length === 0 || b.anchors.length === 0) return null;
  const total = (weights.anchorTotals[a.index] ?? 0) + (weights.anchorTotals[b.index] ?? 0);
  return total === 0 ? 0 : (2 * sharedWeight(a.anchors, b.anchors, weights.anchors)) / total;
}

/**
 * Share of language-independent words of two blocks in different languages, relative to the smaller side: a
 * translation often keeps only some of the names. A minimum weight prevents a single shared term from counting as
 * full agreement.
 */
export function travelSimilarity(a: BlockContent, b: BlockContent, weights: Weights): number {
  const least = Math.min(weights.travelTotals[a.index] ?? 0, weights.travelTotals[b.index] ?? 0);
  if (least === 0) return 0;
  return sharedWeight(a.travelling, b.travelling, weights.words) / Math.max(least, travelLeast);
}
const travelLeast = 6;

/**
 * `different`: the heads name two different things. `other`: the leads share no word, which rewording also causes.
 */
export type HeadAgreement = 'same' | 'different' | 'other' | 'unknown';

/** Whether the heads of two blocks show that they are about the same thing. */
export function headAgreement(a: BlockContent, b: BlockContent): HeadAgreement {
  if (a.head !== '' && a.head === b.head) return 'same';
  if (a.headBrands.length > 0 && b.headBrands.length > 0)
    return sharedCount(a.headBrands, b.headBrands) > 0 ? 'same' : 'different';
  if (a.kind === 'result' && b.kind === 'result') return 'different';
  if (a.head === '' || b.head === '' || a.kind !== b.kind) return 'unknown';
  if (sharedCount(a.headWords, b.headWords) > 0) return 'unknown';
  if (a.named && b.named) return 'different';
  if (!sameLanguage(a.wordsIn, b.wordsIn)) return 'unknown';
  if (a.kind === 'product') return 'different';
  return a.kind === 'table-row' || a.kind === 'list-item' ? 'other' : 'unknown';
}

/** Similarity of two blocks, 0..1; 1 for the same block. */
export function blockSimilarity(a: BlockContent, b: BlockContent, weights: Weights): number {
  if (a === b) return 1;
  const factor = kindFactor(a, b);
  if (factor === 0) return 0;
  const heads = headAgreement(a, b);
  if (heads === 'different') return 0;
  const anchors = anchorSimilarity(a, b, weights);
  let score: number;
  if (sameLanguage(a.wordsIn, b.wordsIn)) {
    const words = wordSimilarity(a, b, weights);
    score = anchors === null ? words : Math.max(words, 0.65 * words + 0.35 * anchors);
    if (heads === 'same') score = Math.max(score, 0.55 + 0.45 * score);
  } else {
    score = Math.max(0.9 * (anchors ?? 0), 0.8 * travelSimilarity(a, b, weights));
    if (heads === 'same') score = Math.max(score, 0.6 + 0.4 * score);
  }
  return score * factor;
}
