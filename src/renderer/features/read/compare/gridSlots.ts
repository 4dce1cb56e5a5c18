import type { ShownColumn } from '../columnGroups.ts';

/** A column where it stands in the grid. */
export type GridSlot = {
  readonly column: ShownColumn;
  /** Index in the comparison; undefined for a column that is not compared yet. */
  readonly index: number | undefined;
  readonly width: number;
  /** Distance from the left edge when it stays in sight, in CSS pixels; null when it scrolls with the others. */
  readonly sticks: number | null;
};

/** The columns that exist on the page at the moment, the same object until one comes or goes. */
export type GridSlots = {
  readonly pinned: readonly GridSlot[];
  /** Room of the columns left of the first one that exists, in CSS pixels. */
  readonly before: number;
  readonly shown: readonly GridSlot[];
  readonly total: number;
};

export const gutterWidth = 58;
