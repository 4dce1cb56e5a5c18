import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';

/** A match: a column, and in the comparison also the row. */
export type FoundPlace = {
  readonly column: string;
  readonly row: number | null;
  /** Number of matches. */
  readonly count: number;
};

/** Folds case for searching without changing the length, so that offsets stay valid. */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text;
}

/** Number of occurrences of `wanted` (already folded) in the text. */
export function countMatches(text: string, wanted: string): number {
  if (wanted === '') return 0;
  const folded = foldCase(text);
  let count = 0;
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length))
    count += 1;
  return count;
}

/** Columns whose answer contains the words, in column order. */
export function findInAnswers(
  words: string,
  columns: readonly { readonly key: string; readonly text: string }[],
): readonly FoundPlace[] {
  const wanted = foldCase(words.trim());
  return columns.flatMap(({ key, text }) => {
    const count = countMatches(text, wanted);
    return count === 0 ? [] : [{ column: key, row: null, count }];
  });
}

/** Blocks of the comparison that contain the words, row by row. */
export function findInComparison(words: string, comparison: ComparisonWith<'answer'>): readonly FoundPlace[] {
  const wanted = foldCase(words.trim());
  const counts = comparison.answer.blocks.map((block) => countMatches(block.text, wanted));
  return comparison.answer.rows.flatMap((row, index) =>
    row.cells.flatMap((cell, column) => {
      const count = cell === null ? 0 : (counts[cell.block] ?? 0);
      const key = comparison.columns[column]?.id;
      return count === 0 || key === undefined ? [] : [{ column: key, row: index, count }];
    }),
  );
}
