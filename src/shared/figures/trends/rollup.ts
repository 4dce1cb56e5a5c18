/**
 * Summary of the answers of one run: figures by row and column, and the ranking of brands. Figures are pooled like
 * the points of a trend, so that a run, its overview and its trend show the same numbers.
 */
import type { Verdict } from '../../model/comparison/comparison.ts';
import type { BrandKind } from '../../model/comparison/samples.ts';
import type { EngineRow, League, LeagueMarket, LeagueTest, Pooled } from '../../model/league.ts';
import type { TrendFacts, TrendPlace, TrendValues } from '../../model/trendLines.ts';
import { rounded } from '../../rounded.ts';
import type { AnswerFigure } from '../definitions/answerFigure.ts';
import {
  averagePosition,
  type BrandColumns,
  countryReach,
  leadersOf,
  questionCoverage,
  shareOfVoice,
  visibility,
} from '../definitions/brandFigures.ts';
import { overviewRate, type PageColumns } from '../definitions/pageFigures.ts';
import { adjusted, alpha, canDifferPaired, pairedTest, type Side } from '../statistics/significance.ts';
import { stratifiedTest } from '../statistics/stratifiedTest.ts';
import { brandValues, pageValues } from './brandValues.ts';
import {
  addAnswers,
  type CellBoard,
  clearBoard,
  createBoard,
  placeOf,
  pool,
  roundedPool,
} from './pooling.ts';
import type { TrendMetric } from './trendMetrics.ts';

export type LeagueBrand = {
  readonly id: string;
  readonly name: string;
  readonly kind: BrandKind;
  readonly columns: BrandColumns;
};

/** Pools some answers into one figure. */
export function pooledOf(
  metric: TrendMetric,
  board: CellBoard,
  values: TrendValues,
  answers: ArrayLike<number>,
) {
  clearBoard(board);
  addAnswers(board, values, answers);
  return pool(metric, board);
}

/**
 * @param answers of the run, indices into the facts
 * @param markets of the run, by key
 */
export function leagueOf(
  brands: readonly LeagueBrand[],
  facts: TrendFacts,
  answers: Int32Array,
  markets: readonly Pick<LeagueMarket, 'id' | 'market'>[],
  pages: PageColumns,
): League {
  const board = createBoard(facts);
  const figure = (metric: AnswerFigure<BrandColumns>, { columns }: LeagueBrand): Pooled =>
    pooledOf(metric, board, brandValues(metric, columns, facts.size, answers), answers);
  const ranked = brands
    .map((brand) => ({
      brand,
      visibility: figure(visibility, brand),
      position: figure(averagePosition, brand),
    }))
    .sort(
      (one, two) =>
        (two.visibility.value ?? -1) - (one.visibility.value ?? -1) ||
        (one.position.value ?? Number.POSITIVE_INFINITY) - (two.position.value ?? Number.POSITIVE_INFINITY) ||
        (one.brand.name < two.brand.name ? -1 : 1),
    );
  const tests = neighbourTests(
    ranked.map(({ brand }) => brand.columns),
    answers,
  );
  const own = ranked.find(({ brand }) => brand.kind === 'own')?.brand;
  return {
    brands: ranked.map(({ brand, visibility, position }, at) => ({
      id: brand.id,
      name: brand.name,
      kind: brand.kind,
      visibility: roundedPool(visibility),
      position: roundedPool(position),
      shareOfVoice: roundedPool(figure(shareOfVoice, brand)),
      questions: roundedPool(figure(questionCoverage, brand)),
      countries: roundedPool(figure(countryReach, brand)),
      next: tests[at] ?? null,
    })),
    markets: marketsOf(
      ranked.map(({ brand }) => brand),
      own,
      facts,
      answers,
      markets,
    ),
    overviews: roundedPool(
      pooledOf(overviewRate, board, pageValues(overviewRate, pages, facts.size), answers),
    ),
    engines: own === undefined ? [] : enginesOf(own, facts, answers, board),
  };
}

function marketsOf(
  brands: readonly LeagueBrand[],
  own: LeagueBrand | undefined,
  facts: TrendFacts,
  answers: Int32Array,
  markets: readonly Pick<LeagueMarket, 'id' | 'market'>[],
): readonly LeagueMarket[] {
  const numbers = new Map(markets.map(({ id }, at) => [id, at]));
  const marketOfPlace = facts.places.map(({ market }) => numbers.get(market) ?? -1);
  const one: MatrixAxis = { size: 1, of: () => 0 };
  const across: MatrixAxis = {
    size: markets.length,
    of: (answer) => marketOfPlace[facts.place[answer] ?? 0] ?? -1,
  };
  const figures = (metric: AnswerFigure<BrandColumns>, { columns }: LeagueBrand): readonly Pooled[] =>
    matrixOf(metric, facts, answers, one, across, brandValues(metric, columns, facts.size, answers)).columns;
  const all = brands.map((brand) => ({
    brand,
    visibility: figures(visibility, brand),
    position: figures(averagePosition, brand),
  }));
  return markets.map((market, at) => {
    const here = all.map(({ brand: { id, name }, ...each }) => ({
      ...{ id, name, visibility: each.visibility[at] ?? noAnswers, position: each.position[at] ?? noAnswers },
    }));
    return {
      ...market,
      own: here.find(({ id }) => id === own?.id)?.visibility ?? null,
      leaders: leadersOf(here).map(({ id, name, visibility: named }) => ({ id, name, visibility: named })),
    };
  });
}

const noAnswers: Pooled = { value: null, numerator: 0, denominator: 0, low: null, high: null, cells: 0 };

/** Tests each brand against the next: McNemar's exact test over the answers that name only one of the two. */
function neighbourTests(ranked: readonly BrandColumns[], answers: Int32Array): readonly LeagueTest[] {
  const pairs = ranked.slice(1).map((next, at) => {
    const one = ranked[at] ?? next;
    let [only, onlyNext, of] = [0, 0, 0];
    for (const answer of answers) {
      if (one.searched[answer] !== 1) continue;
      of += 1;
      const named = (one.brand.rank[answer] ?? 0) > 0;
      const nextNamed = (next.brand.rank[answer] ?? 0) > 0;
      if (named && !nextNamed) only += 1;
      else if (nextNamed && !named) onlyNext += 1;
    }
    const enough = canDifferPaired(of);
    const pValue = enough ? pairedTest(only, onlyNext) : null;
    // A pair that could not be significant with any split is excluded from the correction.
    return { only, onlyNext, enough, pValue, counts: enough && canDifferPaired(only + onlyNext) };
  });
  const all = adjusted(pairs.map(({ counts, pValue }) => (counts ? pValue : null)));
  return pairs.map(({ only, onlyNext, enough, pValue }, at) => {
    const corrected = all[at] ?? null;
    const verdict: Verdict = !enough
      ? 'not-enough-samples'
      : corrected !== null && corrected <= alpha
        ? 'larger-than-noise'
        : 'within-noise';
    return {
      verdict,
      only,
      onlyNext,
      pValue: pValue === null ? null : rounded(pValue),
      adjusted: corrected === null ? null : rounded(corrected),
    };
  });
}

function enginesOf(
  { columns }: LeagueBrand,
  facts: TrendFacts,
  answers: Int32Array,
  board: CellBoard,
): readonly EngineRow[] {
  const byEngine = new Map<string, number[]>();
  for (const answer of answers) {
    const engine = facts.places[facts.place[answer] ?? 0]?.engine ?? '';
    const list = byEngine.get(engine);
    if (list === undefined) byEngine.set(engine, [answer]);
    else list.push(answer);
  }
  const named = brandValues(visibility, columns, facts.size, answers);
  // An engine without an answer that counts, such as one of search lists, would leave nothing in common.
  for (const [engine, list] of byEngine)
    if (!list.some((answer) => (named.denominator[answer] ?? 0) > 0)) byEngine.delete(engine);
  if (byEngine.size < 2) return [];
  const positions = brandValues(averagePosition, columns, facts.size, answers);
  const askedBy = new Map<string, number>();
  for (const list of byEngine.values()) {
    clearBoard(board);
    addAnswers(board, named, list);
    for (const cell of board.cells) {
      const pair = pairOf(placeOf(board, cell));
      askedBy.set(pair, (askedBy.get(pair) ?? 0) + 1);
    }
  }
  /** Only the questions and countries that every engine answered. */
  const commonCells = (metric: TrendValues, list: readonly number[]): readonly number[] => {
    clearBoard(board);
    addAnswers(board, metric, list);
    return board.cells.filter((cell) => askedBy.get(pairOf(placeOf(board, cell))) === byEngine.size);
  };
  const rows = [...byEngine]
    .map(([engine, list]) => {
      const position = pool(averagePosition, { ...board, cells: commonCells(positions, list) });
      const cells = commonCells(named, list);
      const sides = new Map(
        cells.map((cell): [string, Side] => [
          pairOf(placeOf(board, cell)),
          { having: board.numerator[cell] ?? 0, of: board.denominator[cell] ?? 0 },
        ]),
      );
      return { engine, visibility: pool(visibility, { ...board, cells }), position, sides };
    })
    .sort(
      (one, two) =>
        (two.visibility.value ?? -1) - (one.visibility.value ?? -1) || (one.engine < two.engine ? -1 : 1),
    );
  const tests = rows.slice(1).map(({ sides }, at) =>
    stratifiedTest(
      [...(rows[at]?.sides ?? [])].map(([pair, before]) => ({
        before,
        now: sides.get(pair) ?? { having: 0, of: 0 },
      })),
    ),
  );
  const all = adjusted(tests.map((test) => test?.pValue ?? null));
  return rows.map(({ engine, visibility, position }, at) => ({
    engine,
    visibility: roundedPool(visibility),
    position: roundedPool(position),
    next: at === tests.length ? null : verdictOf(all[at] ?? null),
  }));
}

function verdictOf(pValue: number | null): Verdict {
  if (pValue === null) return 'not-enough-samples';
  return pValue <= alpha ? 'larger-than-noise' : 'within-noise';
}

const pairOf = (place: TrendPlace | undefined): string => `${place?.question} ${place?.country}`;

/** The rows or columns of a matrix. `of` returns the index for an answer, or -1. */
export type MatrixAxis = {
  readonly size: number;
  readonly of: (answer: number) => number;
};

/** Figures by row and column, with the totals of both. */
export function matrixOf(
  metric: TrendMetric,
  facts: TrendFacts,
  answers: Int32Array,
  rows: MatrixAxis,
  columns: MatrixAxis,
  values: TrendValues,
): {
  readonly cells: readonly (readonly Pooled[])[];
  readonly rows: readonly Pooled[];
  readonly columns: readonly Pooled[];
  readonly total: Pooled;
} {
  const board = createBoard(facts);
  const byRow = Array.from({ length: rows.size }, (): number[] => []);
  const byColumn = Array.from({ length: columns.size }, (): number[] => []);
  const byCell = byRow.map(() => byColumn.map((): number[] => []));
  for (const answer of answers) {
    const row = rows.of(answer);
    const column = columns.of(answer);
    byRow[row]?.push(answer);
    byColumn[column]?.push(answer);
    byCell[row]?.[column]?.push(answer);
  }
  const figure = (some: ArrayLike<number>): Pooled => roundedPool(pooledOf(metric, board, values, some));
  return {
    cells: byCell.map((across) => across.map(figure)),
    rows: byRow.map(figure),
    columns: byColumn.map(figure),
    total: figure(answers),
  };
}
