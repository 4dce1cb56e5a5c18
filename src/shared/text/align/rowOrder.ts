/**
 * The display order of rows, and which blocks moved. A block moved if it breaks the order of the others, not if other
 * blocks were only inserted before it.
 */

import type { Move } from '../../model/comparison/comparison.ts';
import type { AlignedRow } from './alignedRow.ts';
import { increasingSubsequence } from './increasingSubsequence.ts';

/**
 * Display order of the rows. Without a baseline: the order of the alignment, with neighbours swapped while most
 * columns have them in the reverse order (local Kemenization, Dwork et al. 2001). With a baseline: the baseline's
 * order; every other row follows the baseline row that precedes it in the alignment.
 */
export function orderRows(rows: readonly AlignedRow[], baseline: number | null): AlignedRow[] {
  return baseline === null ? byMajority(rows) : byBaseline(byMajority(rows), baseline);
}

/** Maximum swaps per row. Beyond that, another order is not better. */
const maxExchanges = 64;

function byMajority(rows: readonly AlignedRow[]): AlignedRow[] {
  const order = [...rows];
  let left = maxExchanges * order.length;
  for (let at = 1; at < order.length && left > 0; at++) {
    for (let to = at; to > 0; to--) {
      const upper = order[to - 1] as AlignedRow;
      const lower = order[to] as AlignedRow;
      if (!majorityReversed(upper, lower)) break;
      left--;
      order[to - 1] = lower;
      order[to] = upper;
    }
  }
  return order;
}

function majorityReversed(upper: AlignedRow, lower: AlignedRow): boolean {
  let balance = 0;
  const [small, large, sign] = upper.cells.size <= lower.cells.size ? [upper, lower, 1] : [lower, upper, -1];
  for (const [column, cell] of small.cells) {
    const other = large.cells.get(column);
    if (other !== undefined) balance += sign * Math.sign(cell.block.order - other.block.order);
  }
  return balance > 0;
}

function byBaseline(rows: readonly AlignedRow[], baseline: number): AlignedRow[] {
  const leading: AlignedRow[] = [];
  const following = new Map<AlignedRow, AlignedRow[]>();
  /** By row position: first its order in the baseline, then its index among the baseline's rows. */
  const place = new Int32Array(rows.length).fill(-1);
  const own: AlignedRow[] = [];
  for (const row of rows) {
    const cell = row.cells.get(baseline);
    if (cell === undefined) continue;
    own.push(row);
    place[row.position] = cell.block.order;
  }
  own.sort((one, two) => (place[one.position] as number) - (place[two.position] as number));
  own.forEach((row, at) => {
    place[row.position] = at;
  });
  const meetings = meetingsOf(own);
  const siblings = lastSiblings(own);
  let current = -1;
  for (const row of rows) {
    const at = place[row.position] as number;
    if (at !== -1) {
      current = at;
      continue;
    }
    // As in other diffs, removed text is placed before the text that replaces it.
    let behind = current;
    if (own[current + 1]?.parent === row.parent) {
      behind = siblings[current + 1] ?? current;
      for (const column of row.cells.keys())
        behind = Math.min(behind, firstAfter(meetings.get(column) ?? [], current) - 1);
    }
    const anchor = own[behind];
    if (anchor === undefined) leading.push(row);
    else {
      const list = following.get(anchor);
      if (list === undefined) following.set(anchor, [row]);
      else list.push(row);
    }
  }
  return [...leading, ...own.flatMap((row) => [row, ...(following.get(row) ?? [])])];
}

/** Indexes of the rows that each column has, ascending. */
function meetingsOf(own: readonly AlignedRow[]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  own.forEach((row, at) => {
    for (const column of row.cells.keys()) {
      const list = places.get(column);
      if (list === undefined) places.set(column, [at]);
      else list.push(at);
    }
  });
  return places;
}

/** By index: the last row of the unbroken sequence of rows with the same parent. */
function lastSiblings(own: readonly AlignedRow[]): readonly number[] {
  const last: number[] = [];
  for (let at = own.length - 1; at >= 0; at--)
    last[at] = own[at + 1]?.parent === own[at]?.parent && at + 1 < own.length ? (last[at + 1] ?? at) : at;
  return last;
}

/** The first of the ascending indexes that is larger than `place`; infinite if there is none. */
function firstAfter(places: readonly number[], place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const half = (low + high) >> 1;
    if ((places[half] ?? 0) > place) high = half;
    else low = half + 1;
  }
  return places[low] ?? Number.POSITIVE_INFINITY;
}

/** Moves of one column relative to the baseline or the common order. Contains only rows that moved. */
export function movesOf(
  rows: readonly AlignedRow[],
  column: number,
  baseline: number | null,
): Map<AlignedRow, Move> {
  const common = rows.filter(
    (row) => row.cells.has(column) && (baseline === null ? row.cells.size > 1 : row.cells.has(baseline)),
  );
  const orderIn = (row: AlignedRow, of: number) => row.cells.get(of)?.block.order ?? 0;
  if (baseline !== null) common.sort((one, two) => orderIn(one, baseline) - orderIn(two, baseline));
  const here = common
    .map((row, rank) => ({ row, rank, order: orderIn(row, column) }))
    .sort((one, two) => one.order - two.order);
  // Among the smallest sets of moves, prefer the one that keeps rows at unchanged positions.
  const kept = increasingSubsequence(
    here.map((entry) => entry.rank),
    here.map((entry, place) => (entry.rank === place ? 1.001 : 1)),
  );
  const moves = new Map<AlignedRow, Move>();
  here.forEach((entry, place) => {
    if (kept.has(place)) return;
    const listHere = entry.row.cells.get(column)?.block.listRank ?? null;
    const listThere =
      baseline === null
        ? usualRank(entry.row, column)
        : (entry.row.cells.get(baseline)?.block.listRank ?? null);
    if (listHere !== null && listThere !== null && listHere !== listThere)
      moves.set(entry.row, { unit: 'item', from: listThere, to: listHere });
    else if (entry.rank !== place)
      moves.set(entry.row, { unit: 'block', from: entry.rank + 1, to: place + 1 });
  });
  return moves;
}

/** The most frequent list rank of the item in the other columns; the smallest on ties. */
function usualRank(row: AlignedRow, except: number): number | null {
  const counts = new Map<number, number>();
  for (const [column, cell] of row.cells) {
    const rank = cell.block.listRank;
    if (rank !== null && column !== except) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  }
  let best: number | null = null;
  let most = 0;
  for (const [rank, count] of counts) {
    if (count > most || (count === most && best !== null && rank < best)) {
      best = rank;
      most = count;
    }
  }
  return best;
}
