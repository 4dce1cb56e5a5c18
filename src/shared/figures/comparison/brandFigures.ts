import type {
  BrandCell,
  BrandRow,
  BrandsTab,
  Figure,
  NoiseTest,
  Rate,
} from '../../model/comparison/comparison.ts';
import { rounded } from '../../rounded.ts';
import { type BrandInAnswer, brandsInBlocks, canNameBrands } from '../../text/brands/brandsInAnswer.ts';
import type { ReadSample } from '../../text/reading.ts';
import { budget } from '../statistics/noise.ts';
import { presenceTests } from '../statistics/presenceTests.ts';
import { pairFigures } from '../statistics/setMeasures.ts';
import { setTest } from '../statistics/setTest.ts';
import { baselineVerdicts, controlled, type Side } from '../statistics/significance.ts';
import { rateOf, shareOf } from '../statistics/wilson.ts';
import type { ReadColumn, ReadComparison } from './columns.ts';
import { consensusOf } from './consensus.ts';
import { intersectionsOf } from './intersections.ts';

/** Brands named in one answer, by index into the matcher's brands, in order of first mention. */
export function brandsOf(sample: ReadSample, listed: number): ReadonlyMap<number, BrandInAnswer> {
  return brandsInBlocks(sample.naming, sample.length, listed);
}

/** Mentions of all brands, and of the listed ones only. */
type Mentions = {
  readonly all: number;
  readonly listed: number;
};

type BrandColumn = {
  readonly column: ReadColumn;
  readonly answers: readonly {
    readonly sample: ReadSample;
    readonly brands: ReadonlyMap<number, BrandInAnswer>;
  }[];
  /** Mentions counted once per answer. */
  readonly mentions: Mentions;
  /** Brands by average position. */
  readonly ranked: readonly number[];
  readonly counts: ReadonlyMap<number, number>;
};

function brandColumn(column: ReadColumn, listed: number): BrandColumn {
  const answers = column.samples
    .filter((sample) => canNameBrands(sample.sample))
    .map((sample) => ({ sample, brands: brandsOf(sample, listed) }));
  const ranks = new Map<number, number[]>();
  for (const { brands } of answers) {
    for (const [brand, found] of brands) {
      const list = ranks.get(brand);
      if (list === undefined) ranks.set(brand, [found.rank]);
      else list.push(found.rank);
    }
  }
  const ranked = [...ranks]
    .map(([brand, list]) => ({ brand, answers: list.length, mean: mean(list) }))
    .sort((one, two) => two.answers - one.answers || one.mean - two.mean || one.brand - two.brand)
    .map((entry) => entry.brand);
  return {
    column,
    answers,
    mentions: {
      all: [...ranks.values()].reduce((sum, list) => sum + list.length, 0),
      listed: [...ranks].reduce((sum, [brand, list]) => sum + (brand < listed ? list.length : 0), 0),
    },
    ranked,
    counts: new Map([...ranks].map(([brand, list]) => [brand, list.length])),
  };
}

export function brandsTab(read: ReadComparison): BrandsTab {
  const columns = read.columns.map((column) => brandColumn(column, read.reader.matcher.listed));
  const answering = columns.filter((column) => column.answers.length > 0);
  const named = new Set(answering.flatMap((column) => column.ranked));
  const listed = read.brands.flatMap((brand, index) =>
    named.has(index) || !read.proposals.has(brand.id) ? [index] : [],
  );
  const mentions: Mentions = {
    all: answering.reduce((sum, column) => sum + column.mentions.all, 0),
    listed: answering.reduce((sum, column) => sum + column.mentions.listed, 0),
  };
  const samples = answering.reduce((sum, column) => sum + column.answers.length, 0);
  const presence = presenceTests(
    answering.flatMap((column) => column.answers.map(() => column.column.index)),
  );
  const permutations = budget(samples, listed.length);
  const cells = baselineVerdicts(
    listed.map((brand) => columns.map((column) => sideOf(column, brand))),
    read.baseline,
    read.mixedShapes,
  );
  const { rows: tested, family } = controlled(
    listed.map((brand, at) =>
      brandRow(read, columns, answering, brand, {
        mentions,
        verdicts: cells.verdicts[at] ?? [],
        presence: (present) =>
          presence(present, {
            permutations,
            oneOfMany: true,
            random: read.random(`brand ${read.brands[brand]?.id}`),
            incomparable: read.mixedShapes,
          }),
      }),
    ),
  );
  const rows = [...tested];
  rows.sort(
    (one, two) =>
      kindOrder(one) - kindOrder(two) ||
      two.visibility.numerator - one.visibility.numerator ||
      (one.meanRank.value ?? 999) - (two.meanRank.value ?? 999) ||
      (one.name < two.name ? -1 : 1),
  );
  const baseline = read.baseline === null ? undefined : columns[read.baseline];
  return {
    available: answering.length > 0,
    rulesVersion: read.options.brands.version,
    answers: columns.map((column) => column.answers.length),
    rows,
    intersections: intersectionsOf(
      rows.map((row) => ({
        item: row.name,
        columns: row.cells.flatMap((cell, index) => (cell === null ? [] : [index])),
      })),
    ),
    onlyHere: columns.map((column) =>
      rows
        .filter((row) => row.columns === 1 && row.of > 1 && row.cells[column.column.index] != null)
        .map((row) => row.id),
    ),
    overlap: columns.map((column) =>
      baseline === undefined || column === baseline || column.answers.length === 0
        ? null
        : pairFigures(column.ranked, baseline.ranked, column.counts, baseline.counts),
    ),
    test: setTest(read, 'brands', () =>
      columns.map((column) => column.answers.map((answer) => new Set(answer.brands.keys()))),
    ),
    tests: { rows: family, cells: cells.family },
  };
}

/** Answers of the column that name the brand, of all its answers; null without an answer. */
function sideOf({ answers, counts }: BrandColumn, brand: number): Side | null {
  return answers.length === 0 ? null : { having: counts.get(brand) ?? 0, of: answers.length };
}

/** Data of the tab that every row needs. */
type RowContext = {
  readonly mentions: Mentions;
  readonly verdicts: BrandRow['verdicts'];
  readonly presence: (present: readonly boolean[]) => NoiseTest;
};

/**
 * Share of voice S = Σ m(b) / Σ over k of Σ m(k). For a listed brand, k runs over the listed brands; for a detected
 * brand, over all named brands. Empty if there is no other brand.
 */
function voiceShare(
  { reader, brands }: ReadComparison,
  brand: number,
  named: number,
  mentions: Mentions,
): Rate {
  const tracked = brand < reader.matcher.listed;
  const rivals = (tracked ? reader.matcher.listed : brands.length) - 1;
  return rivals < 1 ? shareOf(0, 0) : shareOf(named, tracked ? mentions.listed : mentions.all);
}

function kindOrder(row: BrandRow): number {
  return row.kind === 'own' ? 0 : row.proposed ? 2 : 1;
}

function brandRow(
  read: ReadComparison,
  columns: readonly BrandColumn[],
  answering: readonly BrandColumn[],
  index: number,
  { mentions, verdicts, presence }: RowContext,
): BrandRow {
  const brand = read.brands[index];
  if (brand === undefined) throw new RangeError(`no brand at ${index}`);
  const cells = columns.map((column) => brandCell(read, column, index));
  const naming = cells.filter((cell) => cell !== null).length;
  const found = answering.flatMap((column) =>
    column.answers.flatMap((answer) => answer.brands.get(index) ?? []),
  );
  const answers = answering.reduce((sum, column) => sum + column.answers.length, 0);
  const countries = new Map<string, boolean>();
  for (const column of answering) {
    const country = column.column.column.market.country;
    countries.set(country, (countries.get(country) ?? false) || column.counts.has(index));
  }
  const ranks = found.map((entry) => entry.rank);
  return {
    id: brand.id,
    name: brand.name,
    kind: brand.kind,
    proposed: read.proposals.has(brand.id),
    evidence: read.proposals.get(brand.id) ?? [],
    cells,
    verdicts,
    columns: naming,
    of: answering.length,
    consensus: consensusOf(naming, answering.length),
    visibility: rateOf(found.length, answers),
    shareOfVoice: voiceShare(read, index, found.length, mentions),
    countryReach: rateOf([...countries.values()].filter(Boolean).length, countries.size),
    meanRank: figure(ranks, mean),
    medianRank: figure(ranks, median),
    branded: read.columns.some((column) => namesBrand(read, column.column.prompt, index)),
    test: presence(answering.flatMap((column) => column.answers.map((answer) => answer.brands.has(index)))),
  };
}

function brandCell(read: ReadComparison, column: BrandColumn, brand: number): BrandCell | null {
  const naming = column.answers.filter((answer) => answer.brands.has(brand));
  if (naming.length === 0) return null;
  const shown = column.answers.find((answer) => answer.sample === column.column.shown)?.brands.get(brand);
  const found = naming.map((answer) => answer.brands.get(brand)).filter((entry) => entry !== undefined);
  const visibility = rateOf(naming.length, column.answers.length);
  return {
    rank: shown?.rank ?? null,
    listRank: shown?.listRank ?? null,
    depth: shown?.depth ?? null,
    mentions: found.reduce((sum, entry) => sum + entry.mentions, 0),
    visibility,
    firstRate: rateOf(found.filter((entry) => entry.rank === 1).length, column.answers.length),
    shareOfVoice: voiceShare(read, brand, naming.length, column.mentions),
    meanRank: figure(
      found.map((entry) => entry.rank),
      mean,
    ),
    spelling: shown?.spelling ?? found[0]?.spelling ?? '',
    observationIds: naming.map((answer) => answer.sample.sample.observationId),
    ranks: found.map((entry) => entry.rank),
  };
}

/** Whether the question names the brand. Such questions are excluded by default. */
function namesBrand(read: ReadComparison, prompt: string, brand: number): boolean {
  return read.reader.matcher.find(prompt).some((mention) => mention.brand === brand);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** The median; 0 if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, two) => one - two);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

function figure(values: readonly number[], of: (values: readonly number[]) => number): Figure {
  return { value: values.length === 0 ? null : rounded(of(values)), n: values.length };
}
