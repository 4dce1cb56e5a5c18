/** Similarity of every pair of markets by several measures, with an order that shows clusters, and the outlier, if a test
 * holds that there is one. */

import type {
  MatrixTab,
  Measure,
  NoiseTest,
  SimilarityMatrix,
  Verdict,
} from '../../model/comparison/comparison.ts';
import { rounded } from '../../rounded.ts';
import type { AlignedCell, AlignedRow } from '../../text/align/alignedRow.ts';
import type { BlockContent, ReadSample } from '../../text/reading.ts';
import { foldName } from '../../text/words/folding.ts';
import { sameLanguage } from '../../text/words/language.ts';
import { sharedCount } from '../../text/words/vocabulary.ts';
import { distancesOf, notTested, testOf, verdictWithoutTest } from '../statistics/noise.ts';
import { outlierOf } from '../statistics/outlierTest.ts';
import { rankBiasedOverlap } from '../statistics/setMeasures.ts';
import { setTest } from '../statistics/setTest.ts';
import { brandKeys } from './brandsTab.ts';
import { seriate } from './cluster.ts';
import { bagOf, bagSimilarity, languageOfWords, type ReadColumn, type ReadComparison } from './columns.ts';
import { entriesOf, resultSets } from './searchResults.ts';
import { sourceKeys } from './sources.ts';

/** Index of the pair i < j in `SimilarityMatrix.values`. */
export function pairIndex(count: number, one: number, two: number): number {
  const i = Math.min(one, two);
  return (i * (2 * count - i - 1)) / 2 + (Math.max(one, two) - i - 1);
}

type PairSimilarity = (one: number, two: number) => number | null;

/** @param rows of all sections, in any order */
export function matrixTab(read: ReadComparison, rows: readonly AlignedRow[]): MatrixTab {
  const measures: SimilarityMatrix[] = [];
  const add = (measure: Measure, similarity: PairSimilarity, test: () => NoiseTest): void => {
    const matrix = build(read, measure, similarity, test);
    if (matrix !== null) measures.push(matrix);
  };
  add('text', textSimilarity(read, rows), () => textTest(read));
  add(
    'anchors',
    jaccardOf(
      read.columns.map(({ shown }) => (shown === null ? null : anchorsIn(shown))),
      read.vocabulary.anchors.length,
    ),
    () =>
      setTest(read, 'anchors', () =>
        read.columns.map((column) => column.samples.map((sample) => new Set(anchorsIn(sample)))),
      ),
  );
  add('sources', jaccardOfSets(read.columns.map((column) => union(column, sourceKeys(read)))), () =>
    setTest(read, 'sources', () =>
      read.columns.map((column) => column.samples.flatMap((sample) => sourceKeys(read)(sample) ?? [])),
    ),
  );
  add('brands', jaccardOfSets(read.columns.map((column) => union(column, brandKeys))), () =>
    setTest(read, 'brands', () => read.columns.map((column) => column.samples.map(brandKeys))),
  );
  add('queries', jaccardOfSets(read.columns.map((column) => union(column, queryKeys))), () =>
    setTest(read, 'queries', () =>
      read.columns.map((column) => column.samples.flatMap((sample) => queryKeys(sample) ?? [])),
    ),
  );
  add('results', resultSimilarity(read.columns), () =>
    setTest(read, 'results', () => read.columns.map(resultSets)),
  );
  const covered = (measure: Measure) =>
    measures.find((matrix) => matrix.measure === measure)?.divergence.n ?? 0;
  const preferred = (['text', 'anchors', 'results', 'sources', 'brands'] as const).reduce<Measure | null>(
    (best, measure) => (covered(measure) > (best === null ? 0 : covered(best)) ? measure : best),
    null,
  );
  return { preferred, measures };
}

/**
 * The same with the outlier of each measure, where a test holds that it is one. None where the markets do not differ
 * significantly: by this measure, or as a whole.
 */
export function withOutliers(read: ReadComparison, tab: MatrixTab, overall: Verdict): MatrixTab {
  if (overall !== 'larger-than-noise') return tab;
  return {
    ...tab,
    measures: tab.measures.map((matrix) => {
      const distances = read.distances.get(matrix.measure);
      if (distances === undefined || matrix.test.verdict !== 'larger-than-noise') return matrix;
      const { permutations } = read.options;
      const random = read.random(`outlier ${matrix.measure}`);
      return { ...matrix, outlier: outlierOf(distances, { permutations, random }) };
    }),
  };
}

function build(
  read: ReadComparison,
  measure: Measure,
  similarity: PairSimilarity,
  test: () => NoiseTest,
): SimilarityMatrix | null {
  const count = read.columns.length;
  const values: (number | null)[] = new Array<number | null>((count * (count - 1)) / 2).fill(null);
  const sums = new Float64Array(count);
  const pairs = new Int32Array(count);
  let known = 0;
  let total = 0;
  for (let one = 0; one < count; one++) {
    if (read.columns[one]?.shown == null) continue;
    for (let two = one + 1; two < count; two++) {
      if (read.columns[two]?.shown == null) continue;
      const value = similarity(one, two);
      if (value === null) continue;
      values[pairIndex(count, one, two)] = rounded(value);
      known++;
      total += 1 - value;
      sums[one] = (sums[one] ?? 0) + 1 - value;
      sums[two] = (sums[two] ?? 0) + 1 - value;
      pairs[one] = (pairs[one] ?? 0) + 1;
      pairs[two] = (pairs[two] ?? 0) + 1;
    }
  }
  if (known === 0) return null;
  const distance = (one: number, two: number) => 1 - (values[pairIndex(count, one, two)] ?? 0);
  const { order, clusters } = seriate(count, distance);
  const meanDistance = Array.from(sums, (sum, column) =>
    pairs[column] === 0 ? null : rounded(sum / (pairs[column] ?? 1)),
  );
  return {
    measure,
    values,
    order,
    clusters,
    meanDistance,
    outlier: null,
    divergence: { value: rounded(total / known), n: known },
    test: test(),
  };
}

/**
 * 2 x matched words / all words, 0..1. Words are matched within aligned rows at any position; only for pairs in the
 * same language, or read in translations into one.
 */
function textSimilarity(read: ReadComparison, rows: readonly AlignedRow[]): PairSimilarity {
  const count = read.columns.length;
  const totals = new Float64Array(count);
  const shared = new Float64Array((count * (count - 1)) / 2);
  const wordingsWith = new Uint16Array(read.vocabulary.texts.length);
  for (const row of rows) {
    for (const [column, { block }] of row.cells)
      totals[column] = (totals[column] ?? 0) + block.content.bag.length;
    if (row.cells.size < 2) continue;
    if (row.cells.size === 2) {
      addMatchedOfTwo(count, row, shared);
      continue;
    }
    const wordings = new Map<BlockContent, number[]>();
    for (const [column, { block }] of row.cells) {
      const columns = wordings.get(block.content);
      if (columns === undefined) wordings.set(block.content, [column]);
      else columns.push(column);
    }
    addMatched(count, [...wordings], shared, wordingsWith);
  }
  const languages = read.columns.map(({ shown }) => (shown === null ? null : languageOfWords(shown)));
  return (one, two) => {
    const a = languages[one] ?? null;
    const b = languages[two] ?? null;
    if (a === null || b === null || !sameLanguage(a, b)) return null;
    const total = (totals[one] ?? 0) + (totals[two] ?? 0);
    return total === 0 ? null : (2 * (shared[pairIndex(count, one, two)] ?? 0)) / total;
  };
}

/** `addMatched` for a row with two columns, without lists. */
function addMatchedOfTwo(count: number, row: AlignedRow, shared: Float64Array): void {
  const [one, two] = [...row.cells.keys()] as [number, number];
  const a = (row.cells.get(one) as AlignedCell).block.content;
  const b = (row.cells.get(two) as AlignedCell).block.content;
  if (!sameLanguage(a.wordsIn, b.wordsIn)) return;
  const pair = pairIndex(count, one, two);
  shared[pair] = (shared[pair] ?? 0) + (a === b ? a.bag.length : sharedCount(a.bag, b.bag));
}

/**
 * Adds the common words of a row's wordings to all pairs of columns that have them.
 * @param wordingsWith counter by word, all zero before and after
 */
function addMatched(
  count: number,
  wordings: readonly (readonly [BlockContent, readonly number[]])[],
  shared: Float64Array,
  wordingsWith: Uint16Array,
): void {
  const bags = commonWords(
    wordings.map(([{ bag }]) => bag),
    wordingsWith,
  );
  wordings.forEach(([a, ones], first) => {
    for (let second = first; second < wordings.length; second++) {
      const [b, twos] = wordings[second] as (typeof wordings)[number];
      if (!sameLanguage(a.wordsIn, b.wordsIn)) continue;
      const words =
        first === second
          ? a.bag.length
          : sharedCount(bags[first] as readonly number[], bags[second] as readonly number[]);
      if (words === 0) continue;
      for (let at = 0; at < ones.length; at++) {
        for (let other = first === second ? at + 1 : 0; other < twos.length; other++) {
          const pair = pairIndex(count, ones[at] as number, twos[other] as number);
          shared[pair] = (shared[pair] ?? 0) + words;
        }
      }
    }
  });
}

/** The bags without the words that only one of them has, which no pair shares: there are up to 31,125 pairs. */
function commonWords(
  bags: readonly (readonly number[])[],
  bagsWith: Uint16Array,
): readonly (readonly number[])[] {
  if (bags.length < 4) return bags;
  for (const bag of bags)
    for (let at = 0; at < bag.length; at++)
      if (bag[at] !== bag[at - 1]) bagsWith[bag[at] as number] = (bagsWith[bag[at] as number] as number) + 1;
  const common = bags.map((bag) => bag.filter((word) => (bagsWith[word] as number) > 1));
  for (const bag of bags) for (const word of bag) bagsWith[word] = 0;
  return common;
}

function textTest(read: ReadComparison): NoiseTest {
  const samples = read.columns.flatMap((column) =>
    column.samples.map((sample) => ({ market: column.index, sample })),
  );
  // In translation, too: a translator's own wording comes back in every repeat and looks like a market's.
  const languages = new Set(samples.map((entry) => entry.sample.language.code));
  if ([...languages].some((one) => [...languages].some((two) => !sameLanguage(one, two))))
    return notTested('language', read.answered.length, samples.length);
  const markets = samples.map((entry) => entry.market);
  const untested = verdictWithoutTest(markets, read.mixedShapes);
  if (untested !== null) return untested;
  const distances = distancesOf({
    markets,
    kinds: samples.map(({ sample }) => sample.blocks.map((block) => block.content.index).join(' ')),
    distance: (one, two) =>
      1 -
      bagSimilarity(
        bagOf((samples[one] as { sample: ReadSample }).sample),
        bagOf((samples[two] as { sample: ReadSample }).sample),
      ),
  });
  read.distances.set('text', distances);
  return testOf(distances, {
    permutations: read.options.permutations,
    random: read.random('text'),
  });
}

/** All anchors of an answer, with repetition. */
function anchorsIn(sample: ReadSample): readonly number[] {
  const anchors: number[] = [];
  for (const { content } of sample.blocks) for (const anchor of content.anchors) anchors.push(anchor);
  return anchors;
}

function jaccardOfSets(sets: readonly (ReadonlySet<unknown> | null)[]): PairSimilarity {
  const places = new Map<unknown, number>();
  for (const set of sets) for (const item of set ?? []) if (!places.has(item)) places.set(item, places.size);
  const placed = sets.map((set) => set && [...set].map((item) => places.get(item) ?? 0));
  return jaccardOf(placed, places.size);
}

/**
 * Jaccard index of every pair of sets of numbers below `count`, computed on bit sets: 250 columns have 31,125 pairs.
 */
function jaccardOf(sets: readonly (readonly number[] | null)[], count: number): PairSimilarity {
  const width = (count + 31) >> 5;
  const bits = sets.map((set) => {
    if (set === null) return null;
    const words = new Int32Array(width);
    let size = 0;
    for (const place of set) {
      const word = words[place >> 5] as number;
      const bit = 1 << (place & 31);
      if ((word & bit) === 0) size++;
      words[place >> 5] = word | bit;
    }
    return { words, size };
  });
  return (one, two) => {
    const a = bits[one];
    const b = bits[two];
    if (a == null || b == null) return null;
    let shared = 0;
    for (let word = 0; word < width; word++) shared += bitsIn((a.words[word] ?? 0) & (b.words[word] ?? 0));
    const all = a.size + b.size - shared;
    return all === 0 ? null : shared / all;
  };
}

/** Number of set bits in a 32-bit word. */
function bitsIn(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function union<T>(
  column: ReadColumn,
  keys: (sample: ReadSample) => ReadonlySet<T> | null,
): ReadonlySet<T> | null {
  const all = column.samples.map(keys).filter((set) => set !== null);
  return all.length === 0 ? null : new Set(all.flatMap((set) => [...set]));
}

function queryKeys(sample: ReadSample): ReadonlySet<string> | null {
  return sample.sample.searchQueries === null ? null : new Set(sample.sample.searchQueries.map(foldName));
}

function resultSimilarity(columns: readonly ReadColumn[]): PairSimilarity {
  const lists = columns.map((column) => {
    if (column.shown === null) return null;
    const entries = entriesOf(column.shown.sample, 'organic') ?? entriesOf(column.shown.sample, 'news');
    return entries === null ? null : entries.map((entry) => entry.key);
  });
  return (one, two) => {
    const a = lists[one] ?? null;
    const b = lists[two] ?? null;
    return a === null || b === null ? null : rankBiasedOverlap(a, b);
  };
}
