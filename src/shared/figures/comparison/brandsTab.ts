import type {
  BrandCell,
  BrandRow,
  BrandsTab,
  NoiseTest,
  Verdict,
} from '../../model/comparison/comparison.ts';
import {
  type BrandInAnswer,
  brandsInBlocks,
  canNameBrands,
  presentedBrands,
} from '../../text/brands/brandsInAnswer.ts';
import type { ReadSample } from '../../text/reading.ts';
import { figureIn, rateIn } from '../definitions/answerFigure.ts';
import {
  averagePosition,
  type BrandColumns,
  firstMentionRate,
  medianPosition,
  shareOfVoice,
  visibility,
} from '../definitions/brandFigures.ts';
import { budget } from '../statistics/noise.ts';
import { presenceTests } from '../statistics/presenceTests.ts';
import { setTest } from '../statistics/setTest.ts';
import { baselineVerdicts, controlled } from '../statistics/significance.ts';
import type { ReadColumn, ReadComparison } from './columns.ts';
import { consensusOf } from './consensus.ts';
import { intersectionsOf } from './intersections.ts';

/** Brands named in one answer, by index into the matcher's brands, in order of first mention. */
function brandsOf(
  { reader: { matcher }, listed, dismissed }: ReadComparison,
  { sample, sections, naming, length }: ReadSample,
): ReadonlyMap<number, BrandInAnswer> {
  return brandsInBlocks(naming, length, matcher, () => presentedBrands(sample, sections, listed, dismissed));
}

/** The same without what is said of them. */
export const brandKeys = ({ naming }: ReadSample): ReadonlySet<number> =>
  new Set(naming.flatMap(({ content }) => content.mentions.map(({ brand }) => brand)));

type NamingAnswer = {
  readonly sample: ReadSample;
  readonly brands: ReadonlyMap<number, BrandInAnswer>;
};

/** A market: its answers are those from `from` up to `to` of all. */
type BrandMarket = {
  readonly column: ReadColumn;
  readonly answers: readonly NamingAnswer[];
  readonly from: number;
  readonly to: number;
};

function marketsOf(read: ReadComparison): readonly BrandMarket[] {
  let to = 0;
  return read.columns.map((column) => {
    const answers = column.samples
      .filter((sample) => canNameBrands(sample.sample))
      .map((sample) => ({ sample, brands: brandsOf(read, sample) }));
    const from = to;
    to += answers.length;
    return { column, answers, from, to };
  });
}

/** The answers of all markets as columns of one brand, for the figures. */
function createColumns({ brands }: ReadComparison, markets: readonly BrandMarket[]) {
  const answers = markets.flatMap((market) => market.answers);
  const searched = new Uint8Array(answers.length).fill(1);
  const named = Uint16Array.from(answers, (answer) => answer.brands.size);
  return (brand: number): BrandColumns => {
    const found = answers.map((answer) => answer.brands.get(brand));
    return {
      rules: 0,
      searched,
      brand: {
        rank: Uint16Array.from(found, (each) => each?.rank ?? 0),
        listRank: Uint16Array.from(found, (each) => each?.listRank ?? 0),
        depth: Float64Array.from(found, (each) => each?.depth ?? 0),
      },
      named,
      brands: brands.length,
    };
  };
}

export function brandsTab(read: ReadComparison): BrandsTab {
  const markets = marketsOf(read);
  const answering = markets.filter(({ answers }) => answers.length > 0);
  const named = new Set(
    answering.flatMap(({ answers }) => answers.flatMap(({ brands }) => [...brands.keys()])),
  );
  const listed = read.brands.flatMap((brand, index) =>
    named.has(index) || !read.proposals.has(brand.id) ? [index] : [],
  );
  const samples = answering.flatMap(({ answers, column }) => answers.map(() => column.index));
  const presence = presenceTests(samples);
  const permutations = budget(samples.length, listed.length);
  const columnsOf = createColumns(read, markets);
  const columns = listed.map(columnsOf);
  const cells = baselineVerdicts(
    columns.map((each) =>
      markets.map(({ from, to }) => {
        const { numerator, denominator } = rateIn(visibility, each, from, to);
        return denominator === 0 ? null : { having: numerator, of: denominator };
      }),
    ),
    read.baseline,
    read.mixedShapes,
  );
  const { rows: tested, family } = controlled(
    listed.map((brand, at) =>
      brandRow(read, markets, brand, columns[at] as BrandColumns, {
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
  return {
    available: answering.length > 0,
    rulesVersion: read.options.brands.version,
    answers: markets.map(({ answers }) => answers.length),
    rows,
    intersections: intersectionsOf(
      rows.map((row) => ({
        item: row.name,
        columns: row.cells.flatMap((cell, index) => (cell === null ? [] : [index])),
      })),
    ),
    test: setTest(read, 'brands', () =>
      markets.map(({ answers }) => answers.map((answer) => new Set(answer.brands.keys()))),
    ),
    tests: { rows: family, cells: cells.family },
  };
}

/** The tests of a row. */
type RowTests = {
  readonly verdicts: readonly (Verdict | null)[];
  readonly presence: (present: readonly boolean[]) => NoiseTest;
};

function kindOrder(row: BrandRow): number {
  return row.kind === 'own' ? 0 : row.proposed ? 2 : 1;
}

function brandRow(
  read: ReadComparison,
  markets: readonly BrandMarket[],
  index: number,
  columns: BrandColumns,
  { verdicts, presence }: RowTests,
): BrandRow {
  const brand = read.brands[index];
  if (brand === undefined) throw new RangeError(`no brand at ${index}`);
  const cells = markets.map((market) => brandCell(market, index, columns));
  const naming = cells.filter((cell) => cell !== null).length;
  const answering = markets.filter(({ answers }) => answers.length > 0).length;
  const size = columns.searched.length;
  return {
    id: brand.id,
    name: brand.name,
    kind: brand.kind,
    proposed: read.proposals.has(brand.id),
    evidence: read.proposals.get(brand.id) ?? [],
    cells,
    verdicts,
    columns: naming,
    of: answering,
    consensus: consensusOf(naming, answering),
    visibility: rateIn(visibility, columns, 0, size),
    shareOfVoice: rateIn(shareOfVoice, columns, 0, size),
    meanRank: figureIn(averagePosition, columns, 0, size),
    medianRank: figureIn(averagePosition, columns, 0, size, medianPosition.compute),
    branded: read.columns.some((column) => namesBrand(read, column.column.prompt, index)),
    test: presence(Array.from(columns.brand.rank, (rank) => rank > 0)),
  };
}

function brandCell(
  { column, answers, from, to }: BrandMarket,
  brand: number,
  columns: BrandColumns,
): BrandCell | null {
  const naming = answers.flatMap(({ sample, brands }) => {
    const here = brands.get(brand);
    return here === undefined ? [] : [{ ...here, sample }];
  });
  if (naming.length === 0) return null;
  const shown = naming.find(({ sample }) => sample === column.shown);
  return {
    rank: shown?.rank ?? null,
    listRank: shown?.listRank ?? null,
    depth: shown?.depth ?? null,
    mentions: naming.reduce((sum, { mentions }) => sum + mentions, 0),
    visibility: rateIn(visibility, columns, from, to),
    firstRate: rateIn(firstMentionRate, columns, from, to),
    shareOfVoice: rateIn(shareOfVoice, columns, from, to),
    meanRank: figureIn(averagePosition, columns, from, to),
    spelling: (shown ?? naming[0])?.spelling ?? '',
    observationIds: naming.map(({ sample }) => sample.sample.observationId),
    ranks: naming.map(({ rank }) => rank),
  };
}

/** Whether the question names the brand. Such questions are excluded by default. */
function namesBrand(read: ReadComparison, prompt: string, brand: number): boolean {
  return read.reader.matcher.find(prompt).some((mention) => mention.brand === brand);
}
