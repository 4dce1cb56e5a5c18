import type { ShownColumn } from '../columnGroups.ts';

/** A column where it stands in the grid. */
export type GridSlot = {
  readonly column: ShownColumn;
  /** Index in the comparison; undefined for a column that is not compared yet. */
  readonly index: number | undefined;
  /** Its number among all columns of the grid, from 1, the gutter counted. */
  readonly place: number;
  readonly width: number;
  /** Distance from the left edge when it stays in sight, in CSS pixels; null when it scrolls with the others. */
  readonly sticks: number | null;
};

/** Every column where it stands, whether it exists on the page or not: the same object while nothing moves. */
export type GridLayout = {
  readonly pinned: readonly GridSlot[];
  readonly free: readonly GridSlot[];
  /** Room left of every free column, in CSS pixels, counted from the first; one more for the end. */
  readonly starts: readonly number[];
  readonly total: number;
};

/** The columns that exist on the page at the moment. */
export type GridSlots = {
  readonly layout: GridLayout;
  /** Indexes of the first and last free column that exist. */
  readonly from: number;
  readonly to: number;
  /** Room of the columns left of the first one that exists, in CSS pixels. */
  readonly before: number;
  readonly shown: readonly GridSlot[];
};

export const gutterWidth = 68;

export function gridLayout(
  pinned: readonly ShownColumn[],
  free: readonly ShownColumn[],
  indexOf: ReadonlyMap<string, number>,
  widthOf: (key: string) => number,
  sticks: boolean,
): GridLayout {
  let left = gutterWidth;
  const pinnedSlots = pinned.map((column, at): GridSlot => {
    const width = widthOf(column.key);
    const slot = {
      column,
      index: indexOf.get(column.key),
      place: at + 2,
      width,
      sticks: sticks ? left : null,
    };
    left += width;
    return slot;
  });
  const starts = [0];
  const freeSlots = free.map((column, at): GridSlot => {
    const width = widthOf(column.key);
    starts.push((starts[at] ?? 0) + width);
    return { column, index: indexOf.get(column.key), place: pinned.length + at + 2, width, sticks: null };
  });
  return { pinned: pinnedSlots, free: freeSlots, starts, total: left + (starts.at(-1) ?? 0) };
}

export function gridSlots(layout: GridLayout, from: number, to: number): GridSlots {
  return { layout, from, to, before: layout.starts[from] ?? 0, shown: layout.free.slice(from, to + 1) };
}
