/** Pools cells with equal weight, with confidence intervals. */
import { rateOf, rounded } from '../wilson.ts';
import type { TrendMetric } from './trendMetrics.ts';
import type { TrendFacts, TrendPlace, TrendValues } from './trendModel.ts';

/** Minimum day-to-day transitions for the stability metric. */
export const leastStabilityTransitions = 20;

/** Sums of the answers of each cell. Cells are numbered, so that adding an answer needs no lookup. */
export type CellSums = {
  /** Numbers of the cells with an answer that counts, in order of appearance. */
  readonly cells: readonly number[];
  /** By cell number. */
  readonly numerator: Float64Array;
  readonly denominator: Float64Array;
  /** Question, engine and market of a cell. */
  readonly placeOf: (cell: number) => TrendPlace | undefined;
  /** Visits every counted item, such as the domain of each citation; for metrics over distributions. */
  readonly eachItem: (visit: (cell: number, item: number) => void) => void;
};

export type CellBoard = CellSums & {
  /** Adds answers; those that do not count are ignored. The list must not change before `clear`. */
  readonly add: (values: TrendValues, answers: ArrayLike<number>) => void;
  /** Adds the sums of another board over the same facts. */
  readonly join: (other: CellBoard) => void;
  /** Resets the board for the next period. */
  readonly clear: () => void;
  /** The source of `eachItem`. */
  readonly parts: readonly Part[];
};

type Part = { readonly values: TrendValues; readonly answers: ArrayLike<number> };

export type Pooled = {
  /** Not rounded; null means no data. */
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly cells: number;
};

type Places = {
  /** By place index. */
  readonly cellOf: Int32Array;
  readonly placeOf: ReadonlyMap<number, TrendPlace>;
};

/** Cache. The list of places only grows while answers are added. */
const known = new WeakMap<readonly TrendPlace[], Places>();

/** Cells of all places. Cached, because a trend by market creates two boards per market. */
export function placesOf({ places }: Pick<TrendFacts, 'places'>): Places {
  const before = known.get(places);
  if (before?.cellOf.length === places.length) return before;
  const made = {
    cellOf: Int32Array.from(places, ({ cell }) => cell),
    placeOf: new Map(places.map((place) => [place.cell, place])),
  };
  known.set(places, made);
  return made;
}

export function createBoard(facts: TrendFacts): CellBoard {
  const { cellOf, placeOf } = placesOf(facts);
  // There are at most as many cells as places, because markets of one country share a cell.
  const numerator = new Float64Array(cellOf.length);
  const denominator = new Float64Array(cellOf.length);
  const cells: number[] = [];
  const parts: Part[] = [];
  return {
    cells,
    parts,
    numerator,
    denominator,
    placeOf: (cell) => placeOf.get(cell),
    eachItem: (visit) => {
      for (const { values, answers } of parts) {
        // One function for all answers, because creating one for each would take longer than calling it.
        let cell = 0;
        const visitInCell = (item: number): void => visit(cell, item);
        for (let at = 0; at < answers.length; at++) {
          const answer = answers[at] ?? 0;
          if ((values.denominator[answer] ?? 0) === 0) continue;
          cell = cellOf[facts.place[answer] ?? 0] ?? 0;
          values.counts?.(answer, visitInCell);
        }
      }
    },
    add: (values, answers) => {
      if (values.counts !== undefined) parts.push({ values, answers });
      for (let at = 0; at < answers.length; at++) {
        const answer = answers[at] ?? 0;
        const under = values.denominator[answer] ?? 0;
        if (under === 0) continue;
        const cell = cellOf[facts.place[answer] ?? 0] ?? 0;
        if (denominator[cell] === 0) cells.push(cell);
        numerator[cell] = (numerator[cell] ?? 0) + (values.numerator[answer] ?? 0);
        denominator[cell] = (denominator[cell] ?? 0) + under;
      }
    },
    join: (other) => {
      parts.push(...other.parts);
      for (const cell of other.cells) {
        if (denominator[cell] === 0) cells.push(cell);
        numerator[cell] = (numerator[cell] ?? 0) + (other.numerator[cell] ?? 0);
        denominator[cell] = (denominator[cell] ?? 0) + (other.denominator[cell] ?? 0);
      }
    },
    clear: () => {
      for (const cell of cells) numerator[cell] = denominator[cell] = 0;
      cells.length = 0;
      parts.length = 0;
    },
  };
}

/** Sums of the answers by cell. */
export function sumsOf(facts: TrendFacts, values: TrendValues, answers: ArrayLike<number>): CellSums {
  const board = createBoard(facts);
  board.add(values, answers);
  return board;
}

/** Pools the cells into one figure. Numerator and denominator are the summed counts. */
export function pool(metric: TrendMetric, sums: CellSums): Pooled {
  const { cells } = sums;
  const over = (cell: number): number => sums.numerator[cell] ?? 0;
  const under = (cell: number): number => sums.denominator[cell] ?? 0;
  let numerator = 0;
  let denominator = 0;
  for (const cell of cells) {
    numerator += over(cell);
    denominator += under(cell);
  }
  const plain = { numerator, denominator, low: null, high: null, cells: cells.length };
  if (cells.length === 0) return { ...plain, value: null };
  switch (metric.pooling) {
    case 'questions':
      return reached(sums, (cell) => sums.placeOf(cell)?.question);
    case 'countries':
      return reached(sums, (cell) => sums.placeOf(cell)?.country);
    case 'concentration':
      return { ...plain, value: concentrationOf(sums) };
    case 'transitions':
      return { ...plain, value: denominator < leastStabilityTransitions ? null : numerator / denominator };
    case 'mean': {
      const value = cells.reduce((sum, cell) => sum + over(cell) / under(cell), 0) / cells.length;
      return metric.rate ? { ...plain, value, ...intervalOf(value, sums) } : { ...plain, value };
    }
  }
}

/**
 * Wilson interval of a mean of rates. Cells of unequal size with equal weights correspond to fewer answers than were
 * counted: n = (Σw)² / Σw² (Kish, "Survey Sampling", 1965, 11.7), here K² / Σ 1/n(cell). For cells of equal size, n
 * is the sum of the answers.
 */
function intervalOf(value: number, { cells, denominator }: CellSums): Pick<Pooled, 'low' | 'high'> {
  const worth = cells.length ** 2 / cells.reduce((sum, cell) => sum + 1 / (denominator[cell] ?? 0), 0);
  const { low, high } = rateOf(value * worth, worth);
  return { low, high };
}

function reached(
  { cells, numerator }: CellSums,
  unit: (cell: number) => number | string | undefined,
): Pooled {
  const all = new Set<number | string | undefined>();
  const naming = new Set<number | string | undefined>();
  for (const cell of cells) {
    all.add(unit(cell));
    if ((numerator[cell] ?? 0) > 0) naming.add(unit(cell));
  }
  const { low, high } = rateOf(naming.size, all.size);
  const value = naming.size / all.size;
  return { value, numerator: naming.size, denominator: all.size, low, high, cells: cells.length };
}

/** Herfindahl index Σ share²; the share of a domain is the mean of its shares in the cells. */
function concentrationOf({ cells, denominator, eachItem }: CellSums): number {
  // Weight of one citation in the share of its domain, by cell; 0 for excluded cells.
  const weights = new Float64Array(denominator.length);
  for (const cell of cells) weights[cell] = 1 / ((denominator[cell] ?? 0) * cells.length);
  const shares: number[] = [];
  eachItem((cell, item) => {
    while (shares.length <= item) shares.push(0);
    shares[item] = (shares[item] ?? 0) + (weights[cell] ?? 0);
  });
  return shares.reduce((sum, share) => sum + share ** 2, 0);
}

/** The figure rounded like every displayed figure. */
export function roundedPool(pooled: Pooled): Pooled {
  const { value, numerator } = pooled;
  return { ...pooled, value: value === null ? null : rounded(value), numerator: rounded(numerator) };
}
