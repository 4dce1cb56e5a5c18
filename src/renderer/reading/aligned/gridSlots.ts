import type { ShownColumn } from '../columnGroups.ts';

/** A column with its position in the grid. */
export type GridSlot = {
  readonly column: ShownColumn;
  /** Index in the comparison; undefined if the column is not compared yet. */
  readonly index: number | undefined;
  /** Position among all columns of the grid from 1, including the gutter. */
  readonly place: number;
  readonly width: number;
  /** Distance from the left edge in CSS pixels if it is sticky; null if it scrolls. */
  readonly sticks: number | null;
};

/** Positions of all columns, rendered or not. Keeps its identity while nothing moves. */
export type GridLayout = {
  readonly pinned: readonly GridSlot[];
  readonly free: readonly GridSlot[];
  /** Left offset of every scrolling column in CSS pixels, counted from the first, and the end. */
  readonly starts: readonly number[];
  readonly total: number;
};

/** The rendered columns. */
export type GridSlots = {
  readonly layout: GridLayout;
  /** Indexes of the first and last rendered scrolling column. */
  readonly from: number;
  readonly to: number;
  /** Width of the columns before the first rendered one, in CSS pixels. */
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
