import type { Comparison, PairFigures } from '../../model/comparison/comparison.ts';
import type { ComparisonHead } from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { shareLabel } from '../figureLabels.ts';
import { numberColumn, type Sheet, type SheetCell, textColumn } from '../sheet.ts';

/** What stands above the columns of a comparison, in their order. */
export const labels = (comparison: ComparisonHead): readonly string[] =>
  comparison.columns.map((column) => column.label);

/** What stands above some of the columns, by their index in the comparison. */
export const labelsOf = (comparison: ComparisonHead, columns: readonly number[]): string =>
  columns.map((column) => comparison.columns[column]?.label ?? '').join(', ');

/** In how many of the columns that could carry it something stands. */
export const inColumns = (present: number, of: number): string => `${present} of ${of}`;

/** What stands in exactly the same columns, a line for each set of them. */
export function intersectionSheet(
  id: string,
  title: string,
  words: ColumnLabels,
  comparison: ComparisonHead,
  intersections: Comparison['sources']['intersections'],
): Sheet {
  return {
    id,
    title,
    note: `Each row lists items found in exactly these ${words.many}.`,
    columns: [textColumn(words.keys, words.many), numberColumn('count'), textColumn('which', 'items')],
    rows: intersections.map((entry) => [
      labelsOf(comparison, entry.columns),
      entry.items.length,
      entry.items.join(', '),
    ]),
  };
}

/** Columns of `overlapCells`. */
export const overlapColumns = [textColumn('overlap'), textColumn('weighted'), textColumn('rank agreement')];

/** How alike two columns are; empty where there is nothing to compare with. */
export function overlapCells(pair: PairFigures | null): readonly SheetCell[] {
  if (pair === null) return [null, null, null];
  return [shareLabel(pair.jaccard), shareLabel(pair.weighted), shareLabel(pair.rankBiased)];
}
