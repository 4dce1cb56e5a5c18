/**
 * Pools cells with equal weight, with confidence intervals.
 *
 * Loops over all answers are functions of this module and call none that a caller creates: V8 drops the optimized code
 * of a function that no longer exists, and compiles it again for the next call.
 */

import type { Pooled } from '../../model/league.ts';
import {
  leastStabilityTransitions,
  type TrendFacts,
  type TrendPlace,
  type TrendValues,
} from '../../model/trendLines.ts';
import { rounded } from '../../rounded.ts';
import { rateOf } from '../statistics/wilson.ts';
import { isRate, type TrendMetric } from './trendMetrics.ts';

/** Sums of the answers of each cell. Cells are numbered, so that adding an answer needs no lookup. */
export type CellSums = {
  /** Numbers of the cells with an answer that counts, in order of appearance. */
  readonly cells: readonly number[];
  /** By cell number. */
  readonly numerator: Float64Array;
  readonly denominator: Float64Array;
  readonly facts: TrendFacts;
  readonly places: Places;
  /** The answers, for metrics over distributions. */
  readonly parts: readonly Part[];
};

/** Sums to which answers are added. */
export type CellBoard = CellSums & { readonly cells: number[]; readonly parts: Part[] };

type Part = { readonly values: TrendValues; readonly answers: ArrayLike<number> };

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
  const places = placesOf(facts);
  // There are at most as many cells as places, because markets of one country share a cell.
  const count = places.cellOf.length;
  return {
    cells: [],
    parts: [],
    facts,
    places,
    numerator: new Float64Array(count),
    denominator: new Float64Array(count),
  };
}

/** Adds answers; those that do not count are ignored. The list must not change before the board is cleared. */
export function addAnswers(board: CellBoard, values: TrendValues, answers: ArrayLike<number>): void {
  const { cells, parts, numerator, denominator, facts, places } = board;
  if (values.items !== undefined) parts.push({ values, answers });
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at] ?? 0;
    const under = values.denominator[answer] ?? 0;
    if (under === 0) continue;
    const cell = places.cellOf[facts.place[answer] ?? 0] ?? 0;
    if (denominator[cell] === 0) cells.push(cell);
    numerator[cell] = (numerator[cell] ?? 0) + (values.numerator[answer] ?? 0);
    denominator[cell] = (denominator[cell] ?? 0) + under;
  }
}

/** Adds the sums of another board over the same facts. */
export function addBoard({ cells, parts, numerator, denominator }: CellBoard, other: CellSums): void {
  parts.push(...other.parts);
  for (const cell of other.cells) {
    if (denominator[cell] === 0) cells.push(cell);
    numerator[cell] = (numerator[cell] ?? 0) + (other.numerator[cell] ?? 0);
    denominator[cell] = (denominator[cell] ?? 0) + (other.denominator[cell] ?? 0);
  }
}

/** Resets a board for the next period. */
export function clearBoard({ cells, parts, numerator, denominator }: CellBoard): void {
  for (const cell of cells) numerator[cell] = denominator[cell] = 0;
  cells.length = 0;
  parts.length = 0;
}

/** Question, engine and market of a cell. */
export const placeOf = ({ places }: CellSums, cell: number): TrendPlace | undefined =>
  places.placeOf.get(cell);

/** Sums of the answers by cell. */
export function sumsOf(facts: TrendFacts, values: TrendValues, answers: ArrayLike<number>): CellSums {
  const board = createBoard(facts);
  addAnswers(board, values, answers);
  return board;
}

/** Pools the cells into one figure. Numerator and denominator are the summed counts. */
export function pool(metric: TrendMetric, sums: CellSums): Pooled {
  const { cells } = sums;
  let numerator = 0;
  let denominator = 0;
  let shares = 0;
  for (const cell of cells) {
    const [over, under] = [sums.numerator[cell] ?? 0, sums.denominator[cell] ?? 0];
    numerator += over;
    denominator += under;
    shares += over / under;
  }
  const plain = { numerator, denominator, low: null, high: null, cells: cells.length };
  if (cells.length === 0) return { ...plain, value: null };
  switch (metric.compute.pooling) {
    case 'questions':
      return reached(sums, 'question');
    case 'countries':
      return reached(sums, 'country');
    case 'concentration':
      return { ...plain, value: concentrationOf(sums) };
    case 'transitions':
      return { ...plain, value: denominator < leastStabilityTransitions ? null : numerator / denominator };
    case 'mean': {
      const value = shares / cells.length;
      return isRate(metric) ? { ...plain, value, ...intervalOf(value, sums) } : { ...plain, value };
    }
  }
}

/**
 * Wilson interval of a mean of rates. Cells of unequal size with equal weights correspond to fewer answers than were
 * counted: n = (Σw)² / Σw² (Kish, "Survey Sampling", 1965, 11.7), here K² / Σ 1/n(cell). For cells of equal size, n
 * is the sum of the answers.
 */
function intervalOf(value: number, { cells, denominator }: CellSums): Pick<Pooled, 'low' | 'high'> {
  let inverses = 0;
  for (const cell of cells) inverses += 1 / (denominator[cell] ?? 0);
  const worth = cells.length ** 2 / inverses;
  const { low, high } = rateOf(value * worth, worth);
  return { low, high };
}

function reached(sums: CellSums, unit: 'question' | 'country'): Pooled {
  const { cells, numerator } = sums;
  const all = new Set<number | string | undefined>();
  const naming = new Set<number | string | undefined>();
  for (const cell of cells) {
    const reachedUnit = placeOf(sums, cell)?.[unit];
    all.add(reachedUnit);
    if ((numerator[cell] ?? 0) > 0) naming.add(reachedUnit);
  }
  const { low, high } = rateOf(naming.size, all.size);
  const value = naming.size / all.size;
  return { value, numerator: naming.size, denominator: all.size, low, high, cells: cells.length };
}

/** Herfindahl index Σ share²; the share of a domain is the mean of its shares in the cells. */
function concentrationOf(sums: CellSums): number {
  const { cells, denominator, parts } = sums;
  // Weight of one citation in the share of its domain, by cell; 0 for excluded cells.
  const weights = new Float64Array(denominator.length);
  for (const cell of cells) weights[cell] = 1 / ((denominator[cell] ?? 0) * cells.length);
  const shares: number[] = [];
  for (const part of parts) addShares(shares, sums, part, weights);
  return shares.reduce((sum, share) => sum + share ** 2, 0);
}

/** Adds the weights of the cells of all citations to the shares of their domains. */
function addShares(
  shares: number[],
  { facts, places }: CellSums,
  { values, answers }: Part,
  weights: Float64Array,
): void {
  const { items } = values;
  if (items === undefined) return;
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at] ?? 0;
    if ((values.denominator[answer] ?? 0) === 0) continue;
    const weight = weights[places.cellOf[facts.place[answer] ?? 0] ?? 0] ?? 0;
    const end = items.from[answer + 1] ?? 0;
    for (let turn = items.from[answer] ?? 0; turn < end; turn++) {
      const domain = items.domainOfUrl[items.url[turn] ?? 0] ?? 0;
      while (shares.length <= domain) shares.push(0);
      shares[domain] = (shares[domain] ?? 0) + weight;
    }
  }
}

/** The figure rounded like every displayed figure. */
export function roundedPool(pooled: Pooled): Pooled {
  const { value, numerator } = pooled;
  return { ...pooled, value: value === null ? null : rounded(value), numerator: rounded(numerator) };
}
