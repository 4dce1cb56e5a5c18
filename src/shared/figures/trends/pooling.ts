/**
 * Pools the answers of cells into figures of their summed counts, with confidence intervals.
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
import { concentrationOf } from '../definitions/sourceFigures.ts';
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

/** Pools the answers of the cells into one figure: the figure of their summed counts. */
export function pool(metric: TrendMetric, sums: CellSums): Pooled {
  const { cells } = sums;
  let numerator = 0;
  let denominator = 0;
  for (const cell of cells) {
    numerator += sums.numerator[cell] ?? 0;
    denominator += sums.denominator[cell] ?? 0;
  }
  const plain = { numerator, denominator, low: null, high: null, cells: cells.length };
  if (cells.length === 0) return { ...plain, value: null };
  switch (metric.compute.pooling) {
    case 'questions':
      return reached(sums, 'question');
    case 'countries':
      return reached(sums, 'country');
    case 'concentration':
      return { ...plain, value: concentrationOf(citationsByDomain(sums)) };
    case 'transitions':
      return { ...plain, value: denominator < leastStabilityTransitions ? null : numerator / denominator };
    case 'mean': {
      const { low, high } = isRate(metric) ? rateOf(numerator, denominator) : plain;
      return { ...plain, low, high, value: numerator / denominator };
    }
  }
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

/** Citations of every domain in the cells. */
function citationsByDomain({ cells, facts, places, parts }: CellSums): readonly number[] {
  const isIn = new Uint8Array(facts.places.length);
  for (const cell of cells) isIn[cell] = 1;
  const counts: number[] = [];
  for (const part of parts) addCitations(counts, part, facts, places.cellOf, isIn);
  return counts;
}

function addCitations(
  counts: number[],
  { values: { items, denominator }, answers }: Part,
  facts: TrendFacts,
  cellOf: Int32Array,
  isIn: Uint8Array,
): void {
  if (items === undefined) return;
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at] ?? 0;
    if ((denominator[answer] ?? 0) === 0 || isIn[cellOf[facts.place[answer] ?? 0] ?? 0] !== 1) continue;
    const end = items.from[answer + 1] ?? 0;
    for (let turn = items.from[answer] ?? 0; turn < end; turn++) {
      const domain = items.domainOfUrl[items.url[turn] ?? 0] ?? 0;
      while (counts.length <= domain) counts.push(0);
      counts[domain] = (counts[domain] ?? 0) + 1;
    }
  }
}

/** The figure rounded like every displayed figure. */
export function roundedPool(pooled: Pooled): Pooled {
  const { value, numerator } = pooled;
  return { ...pooled, value: value === null ? null : rounded(value), numerator: rounded(numerator) };
}
