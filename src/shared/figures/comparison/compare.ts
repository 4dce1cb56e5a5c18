/** The whole comparison: one call that returns JSON for the window, exports and the command line. */

import {
  type ColumnCounts,
  type ComparedColumn,
  type Comparison,
  comparisonRuleVersion,
  type MatrixTab,
} from '../../model/comparison/comparison.ts';
import type { CompareColumn, CompareOptions } from '../../model/comparison/samples.ts';
import { canNameBrands } from '../../text/brands/brandsInAnswer.ts';
import { longHash } from '../../text/contentHash.ts';
import type { ParsedAnswer } from '../../text/markdown/blocks.ts';
import { type Headline, headlineTest } from '../statistics/headlineTest.ts';
import type { Distances } from '../statistics/noise.ts';
import { adsTab } from './ads.ts';
import { type AnswerAlignment, alignSections, orderAnswers } from './answerAlignment.ts';
import { answerTab } from './answerTab.ts';
import { brandsTab } from './brandsTab.ts';
import { claimsTab } from './claimsTab.ts';
import { type ReadColumn, type ReadComparison, readColumns, withOptions } from './columns.ts';
import { dataQualityOf, overallVerdict } from './dataQuality.ts';
import { fanoutTab } from './fanout.ts';
import { searchTab } from './searchResults.ts';
import { shoppingTab } from './shopping.ts';
import { matrixTab, withOutliers } from './similarity.ts';
import { sourcesTab } from './sources.ts';

/** Hash of the columns. A caller that has them as JSON text calls `longHash` on that text instead. */
export function contentsHash(columns: readonly CompareColumn[]): string {
  return longHash(JSON.stringify(columns));
}

/** Cache key of a comparison, from the hash of the columns and the options. */
export function keyOfContents(hash: string, options: CompareOptions): string {
  return longHash(`${comparisonRuleVersion} ${hash} ${JSON.stringify(options)}`);
}

/** Results that do not depend on baseline and view options. */
type Stage = {
  readonly key: string;
  readonly read: ReadComparison;
  readonly sections: AnswerAlignment;
  readonly matrix: MatrixTab;
  readonly headline: Headline;
};

/** Cache of one thread: parsed answers and alignment of the last comparison. */
export type CompareMemory = {
  parsed: ReadonlyMap<string, ParsedAnswer>;
  stage: Stage | null;
};

export function createCompareMemory(): CompareMemory {
  return { parsed: new Map(), stage: null };
}

/**
 * Compares 1 to 250 columns of one question. The function is pure: equal input gives equal output (`options.seed`
 * seeds the permutation tests), and the order of the columns changes only the order of the cells.
 * @param memory cache that makes the next call with another baseline or view option faster
 * @param hash of the columns, see `contentsHash`
 */
export function compareObservations(
  columns: readonly CompareColumn[],
  options: CompareOptions,
  memory: CompareMemory = createCompareMemory(),
  hash: string = contentsHash(columns),
): Comparison {
  const stage = stageOf(columns, options, memory, hash);
  const read = withOptions(stage.read, options);
  const alignment = orderAnswers(read, stage.sections);
  const answer = answerTab(read, alignment);
  const groups = identicalGroups(read);
  const compared = read.columns.map((column) =>
    describe(column, groups[column.index] ?? 0, answer.counts[column.index] as ColumnCounts),
  );
  const [sources, brands] = [sourcesTab(read), brandsTab(read)];
  const { matrix, headline } = stage;
  return {
    key: keyOfContents(hash, options),
    ruleVersion: comparisonRuleVersion,
    columns: compared,
    dataQuality: dataQualityOf(read, compared, answer.tab, matrix, headline),
    baseline: answer.tab.baseline,
    alignedRows: answer.tab.rows.length,
    answer: answer.tab,
    sources,
    brands,
    claims: claimsTab(read, brands),
    fanout: fanoutTab(read),
    search: searchTab(read),
    shopping: shoppingTab(read),
    ads: adsTab(read),
    matrix,
  };
}

function stageOf(
  columns: readonly CompareColumn[],
  options: CompareOptions,
  memory: CompareMemory,
  hash: string,
): Stage {
  const { brands, proposeBrands, shownSample, shapes, seed, permutations, translations } = options;
  const key = longHash(
    `${hash} ${JSON.stringify([brands, proposeBrands, shownSample, shapes, seed, permutations, translations])}`,
  );
  if (memory.stage?.key === key) return memory.stage;
  const parsed = new Map<string, ParsedAnswer>();
  const read = readColumns(columns, options, { last: memory.parsed, current: parsed });
  memory.parsed = parsed;
  const sections = alignSections(read);
  const matrix = matrixTab(read, sections.rows);
  const headline = headlineTest(read, saidBy(read, matrix));
  const overall = overallVerdict(headline, matrix);
  memory.stage = { key, read, sections, matrix: withOutliers(read, matrix, overall), headline };
  return memory.stage;
}

/** Distances of the preferred measure: words in one language, language-independent terms across languages. */
function saidBy({ distances }: ReadComparison, { preferred }: MatrixTab): Distances | null {
  // Brands and sources have separate tests.
  if (preferred === null || preferred === 'brands' || preferred === 'sources') return null;
  return distances.get(preferred) ?? distances.get('anchors') ?? null;
}

/**
 * Group number of each column; columns with the same shown blocks share one, a column without an answer has its own.
 */
function identicalGroups(read: ReadComparison): readonly number[] {
  const known = new Map<string, number>();
  return read.columns.map((column) => {
    const key =
      column.shown === null
        ? `none ${column.index}`
        : column.shown.blocks.map((block) => block.content.id).join(' ');
    const group = known.get(key) ?? known.size;
    known.set(key, group);
    return group;
  });
}

function describe(read: ReadColumn, identicalGroup: number, counts: ColumnCounts): ComparedColumn {
  const { column } = read;
  const all = column.samples;
  const failure = all.find((sample) => sample.error !== null && sample.status !== 'completed');
  const charged = all.flatMap((sample) => sample.creditsCharged ?? []);
  const latencies = all.flatMap((sample) => (sample.status === 'completed' ? (sample.latencyMs ?? []) : []));
  const times = all.flatMap((sample) => sample.at ?? []).sort();
  const shown = read.shown;
  return {
    id: column.id,
    label: column.label,
    market: column.market,
    engine: column.engine,
    state: read.state,
    samples: {
      valid: read.samples.length,
      answers: read.samples.filter(({ sample }) => canNameBrands(sample)).length,
      failed: read.failed,
      pending: read.pending,
      total: all.length,
    },
    shown:
      shown === null
        ? null
        : {
            observationId: shown.sample.observationId,
            number: all.indexOf(shown.sample) + 1,
          },
    language: read.language,
    servedShapes: distinct(all.map((sample) => sample.servedShape)),
    drivers: distinct(all.map((sample) => sample.driver)),
    surfaces: distinct(all.map((sample) => sample.surface)),
    model: shown?.sample.model ?? null,
    creditsCharged: charged.length === 0 ? null : charged.reduce((sum, credits) => sum + credits, 0),
    latencyMs:
      latencies.length === 0
        ? null
        : Math.round(latencies.reduce((sum, latency) => sum + latency, 0) / latencies.length),
    at: times.at(-1) ?? null,
    error: failure?.error ?? null,
    words: shown?.words ?? 0,
    identicalGroup,
    counts,
  };
}

function distinct(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
