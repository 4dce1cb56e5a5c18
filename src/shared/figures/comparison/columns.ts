/** Reads the columns of a comparison: which samples count, which one is shown, its language. */

import type {
  ColumnState,
  IncomparableReason,
  LanguageTag,
  NoiseTest,
} from '../../model/comparison/comparison.ts';
import type {
  BrandRule,
  CompareColumn,
  CompareOptions,
  CompareSample,
} from '../../model/comparison/samples.ts';
import { trueAddresses } from '../../text/addresses/redirects.ts';
import { decideBrands } from '../../text/brands/brandDecisions.ts';
import { type BrandMatcher, createBrandMatcher } from '../../text/brands/brands.ts';
import { createOwnedSites, type OwnedSites } from '../../text/brands/ownedSites.ts';
import { type Evidence, proposeBrands } from '../../text/brands/proposals.ts';
import { hash53 } from '../../text/contentHash.ts';
import type { ParseCache } from '../../text/markdown/blocks.ts';
import { isValid, type ParsedSample, parseSample, Reader, type ReadSample } from '../../text/reading.ts';
import { sharedCount, sortedNumbers, type Vocabulary } from '../../text/words/vocabulary.ts';
import type { Distances } from '../statistics/noise.ts';
import { seededRandom } from '../statistics/permutations.ts';
import { dice } from '../statistics/setMeasures.ts';

export type ReadColumn = {
  readonly index: number;
  readonly column: CompareColumn;
  /** Samples that count, in the given order. */
  readonly samples: readonly ReadSample[];
  readonly failed: number;
  readonly pending: number;
  readonly state: ColumnState;
  readonly shown: ReadSample | null;
  readonly language: LanguageTag;
};

export type ReadComparison = {
  readonly columns: readonly ReadColumn[];
  readonly options: CompareOptions;
  /** Index of the pinned column, null in consensus mode or when it has no answer. */
  readonly baseline: number | null;
  readonly reader: Reader;
  readonly vocabulary: Vocabulary;
  /** Finds the listed brands only. */
  readonly listed: BrandMatcher;
  /** Folded names that are not brands. */
  readonly dismissed: ReadonlySet<string>;
  readonly brands: readonly BrandRule[];
  /** Sites of brands and of manual corrections. */
  readonly sites: OwnedSites;
  /** How each detected brand was found, by id. */
  readonly proposals: ReadonlyMap<string, readonly Evidence[]>;
  /** Columns with at least one valid sample. */
  readonly answered: readonly ReadColumn[];
  /** Why samples cannot be compared at all; null if they can. */
  readonly mixedShapes: IncomparableReason | null;
  /** Creates a separate generator for every test, so that an additional test does not change the others. */
  readonly random: (name: string) => () => number;
  /** Cache of tests that several tabs show, by name. */
  readonly tests: Map<string, NoiseTest>;
  /** Cache of the sample distances of tests on whole answers. */
  readonly distances: Map<string, Distances>;
};

const noLanguage: LanguageTag = { code: 'und', script: 'Zyyy', direction: 'ltr', confidence: 0 };

/** Reads the samples that count. `cache` keeps parsed answers for the next call. */
export function readColumns(
  columns: readonly CompareColumn[],
  options: CompareOptions,
  cache: ParseCache,
): ReadComparison {
  const wanted = (sample: CompareSample) =>
    options.shapes.length === 0 || options.shapes.includes(sample.servedShape ?? '');
  const parsed = columns.map((column) =>
    column.samples
      .filter((sample) => isValid(sample) && wanted(sample))
      .map((sample) => parseSample(sample, column.market.country, cache)),
  );
  const { brands: listed, dismissed } = decideBrands(options.brands);
  const plain = createBrandMatcher(listed);
  const found = options.proposeBrands ? proposeBrands(parsed.flat(), plain, dismissed) : [];
  const matcher =
    found.length === 0
      ? plain
      : createBrandMatcher(
          listed,
          found.map((proposal) => proposal.brand),
        );
  const addresses = trueAddresses(parsed.flat().map(({ sample }) => sample));
  const reader = new Reader(matcher, addresses, options.translations);
  const read = columns.map((column, index) =>
    readColumn(column, index, parsed[index] ?? [], reader, options),
  );
  const shapes = new Set(
    read.flatMap((column) => column.samples.map((sample) => sample.sample.servedShape ?? '')),
  );
  return {
    columns: read,
    options,
    baseline: baselineOf(read, options),
    reader,
    vocabulary: reader.vocabulary,
    listed: plain,
    dismissed,
    brands: matcher.brands,
    sites: createOwnedSites(
      listed,
      { own: options.ownDomains, competitor: options.competitorDomains },
      Object.entries(options.sourceTypes),
      options.watchedSites,
    ),
    proposals: new Map(found.map((proposal) => [proposal.brand.id, proposal.evidence])),
    answered: read.filter((column) => column.shown !== null),
    mixedShapes: shapes.size > 1 ? 'shape' : null,
    random: (name) => seededRandom(options.seed + hash53(name)),
    tests: new Map(),
    distances: new Map(),
  };
}

function baselineOf(columns: readonly ReadColumn[], options: CompareOptions): number | null {
  return (
    columns.find((column) => column.column.id === options.baseline && column.shown !== null)?.index ?? null
  );
}

/** The same columns with other options. Only for options that do not affect reading. */
export function withOptions(read: ReadComparison, options: CompareOptions): ReadComparison {
  return { ...read, options, baseline: baselineOf(read.columns, options) };
}

function readColumn(
  column: CompareColumn,
  index: number,
  parsed: readonly ParsedSample[],
  reader: Reader,
  options: CompareOptions,
): ReadColumn {
  const samples = parsed.map((sample) => reader.read(sample));
  const failed = column.samples.filter(
    (sample) => sample.status === 'failed' || sample.status === 'canceled',
  ).length;
  const pending = column.samples.filter((sample) => sample.status === 'pending').length;
  const chosen = options.shownSample[column.id];
  const shown = samples.find((sample) => sample.sample.observationId === chosen) ?? mostTypical(samples);
  return {
    index,
    column,
    samples,
    failed,
    pending,
    state: shown !== null ? 'answered' : pending > 0 ? 'pending' : failed > 0 ? 'failed' : 'empty',
    shown,
    language: shown?.language ?? noLanguage,
  };
}

/** The sample nearest to all others of its market; the first on ties and for two samples. */
function mostTypical(samples: readonly ReadSample[]): ReadSample | null {
  if (samples.length < 3) return samples[0] ?? null;
  const bags = samples.map(bagOf);
  let best: ReadSample | null = null;
  let most = -1;
  samples.forEach((sample, one) => {
    let similarity = 0;
    bags.forEach((bag, two) => {
      if (one !== two) similarity += bagSimilarity(bags[one] as readonly number[], bag);
    });
    if (similarity > most + 1e-9) {
      most = similarity;
      best = sample;
    }
  });
  return best;
}

/** The language in which the words of an answer are compared: that of most of its blocks. */
export function languageOfWords({ blocks, language }: ReadSample): string {
  const translated = blocks.filter(({ content }) => content.wordsIn !== content.language);
  return translated.length * 2 > blocks.length
    ? (translated[0]?.content.wordsIn ?? language.code)
    : language.code;
}

const bags = new WeakMap<ReadSample, readonly number[]>();

/** All words of a sample's answer, sorted, with repetition. */
export function bagOf(sample: ReadSample): readonly number[] {
  const known = bags.get(sample);
  if (known !== undefined) return known;
  const words: number[] = [];
  for (const { content } of sample.blocks) for (const word of content.bag) words.push(word);
  const bag = sortedNumbers(words, 0, words.length);
  bags.set(sample, bag);
  return bag;
}

/** Dice coefficient of two bags: 2 x shared words / all words, counted with repetition, 0..1. */
export function bagSimilarity(one: readonly number[], two: readonly number[]): number {
  return dice(sharedCount(one, two), one.length + two.length);
}
