/** Cells pooled with equal weight, and what their figure can be trusted to. */
import { rateOf, rounded } from '../wilson.ts';
import type { TrendMetric } from './trendMetrics.ts';
import type { TrendFacts, TrendPlace, TrendValues } from './trendModel.ts';

/** Day-to-day transitions stability needs. */
export const leastStabilityTransitions = 20;

/** What the answers of each cell add up to. Cells are numbered, so that adding an answer looks nothing up. */
export type CellSums = {
  /** Numbers of the cells with an answer that counts, in the order they came. */
  readonly cells: readonly number[];
  /** By the number of the cell. */
  readonly numerator: Float64Array;
  readonly denominator: Float64Array;
  /** What a cell asks, and where. */
  readonly placeOf: (cell: number) => TrendPlace | undefined;
  /** Everything that was counted, such as the domain of each citation; for metrics over distributions. */
  readonly eachItem: (visit: (cell: number, item: number) => void) => void;
};

export type CellBoard = CellSums & {
  /** Answers that do not count make no cell. The list must not change before the board is cleared. */
  readonly add: (values: TrendValues, answers: ArrayLike<number>) => void;
  /** Adds what stands on another board of the same facts. */
  readonly join: (other: CellBoard) => void;
  /** Makes it ready for the next period. */
  readonly clear: () => void;
  /** What `eachItem` goes through. */
  readonly parts: readonly Part[];
};

type Part = { readonly values: TrendValues; readonly answers: ArrayLike<number> };

export type Pooled = {
  /** Not rounded; null is "no data". */
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly cells: number;
};

type Places = {
  /** By the number of a place. */
  readonly cellOf: Int32Array;
  readonly placeOf: ReadonlyMap<number, TrendPlace>;
};

/** The list only grows while answers are added. */
const known = new WeakMap<readonly TrendPlace[], Places>();

/** The cells of all places, made once: a trend by market has two boards for each. */
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
  // There are at most as many cells as places: markets of one country share theirs.
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
        // One function for all answers: making one for each takes longer than what it does.
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

/** The cells of some answers. */
export function sumsOf(facts: TrendFacts, values: TrendValues, answers: ArrayLike<number>): CellSums {
  const board = createBoard(facts);
  board.add(values, answers);
  return board;
}

/** One figure of many cells. Numerator and denominator are the summed counts. */
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
 * Wilson's interval of a mean of rates. Equal weights for cells of unequal size are worth fewer answers than were
 * counted: n = (Σw)² / Σw² (Kish, "Survey Sampling", 1965, 11.7), here K² / Σ 1/n(cell). With equal cells it is
 * their sum, and the interval the usual one.
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

/** Σ share², each domain's share being the mean of its shares in the cells. */
function concentrationOf({ cells, denominator, eachItem }: CellSums): number {
  // What one citation of a cell adds to its domain's share; nothing in cells that are left out.
  const weights = new Float64Array(denominator.length);
  for (const cell of cells) weights[cell] = 1 / ((denominator[cell] ?? 0) * cells.length);
  const shares: number[] = [];
  eachItem((cell, item) => {
    while (shares.length <= item) shares.push(0);
    shares[item] = (shares[item] ?? 0) + (weights[cell] ?? 0);
  });
  return shares.reduce((sum, share) => sum + share ** 2, 0);
}

/** The same, rounded as every figure is. */
export function roundedPool(pooled: Pooled): Pooled {
  const { value, numerator } = pooled;
  return { ...pooled, value: value === null ? null : rounded(value), numerator: rounded(numerator) };
}
