import { divergence, similarityFigures } from '../../figures/definitions/pairFigures.ts';
import type { SimilarityMatrix } from '../../model/comparison/comparison.ts';
import type { ComparisonHead, ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import { type ColumnLabels, columnLabels } from '../columnLabels.ts';
import { figureLabel, shareLabel, testLabel } from '../figureLabels.ts';
import { numberColumn, type Sheet, textColumn } from '../sheet.ts';

/** Column by column tables, one a measure, in the order that puts similar markets side by side. */
export function similaritySheets(
  comparison: ComparisonWith<'matrix'>,
  words: ColumnLabels = columnLabels.market,
): readonly Sheet[] {
  return comparison.matrix.measures.map((matrix) => similaritySheet(comparison, matrix, words));
}

export function similaritySheet(
  comparison: ComparisonWith<'matrix'>,
  matrix: SimilarityMatrix,
  words: ColumnLabels,
): Sheet {
  const label = (column: number): string => comparison.columns[column]?.label ?? '';
  return {
    id: `matrix-${matrix.measure}`,
    title: similarityFigures[matrix.measure].label,
    note: `${outlierSentence(comparison, matrix)} ${divergence.label} ${figureLabel(matrix.divergence, 2)}. ${testLabel(matrix.test)}.`,
    columns: [
      textColumn(words.key, words.one),
      numberColumn('group'),
      ...matrix.order.map((column) => numberColumn(label(column))),
    ],
    rows: matrix.order.map((row) => [
      label(row),
      (matrix.clusters[row] ?? 0) + 1,
      ...matrix.order.map((column) =>
        row === column ? null : shareLabel(pairValue(matrix, comparison.columns.length, row, column)),
      ),
    ]),
  };
}

/** Which market is the outlier, if a test holds that one is. */
export function outlierSentence({ columns }: ComparisonHead, { outlier }: SimilarityMatrix): string {
  return outlier === null ? 'No significant outlier.' : `${columns[outlier]?.label} is the outlier.`;
}

/** Similarity 0..1 of two different columns, null without data; `values` holds the upper triangle row by row. */
export function pairValue(matrix: SimilarityMatrix, columns: number, a: number, b: number): number | null {
  const i = Math.min(a, b);
  const j = Math.max(a, b);
  return matrix.values[(i * (2 * columns - i - 1)) / 2 + (j - i - 1)] ?? null;
}
