import type { ComparisonWith } from '#shared/analysis/comparisonParts.ts';

/** Somewhere the searched words stand: a column, and in the comparison the block's row too. */
export type FoundPlace = {
  readonly column: string;
  readonly row: number | null;
  /** How often they stand there. */
  readonly count: number;
};

/** Upper and lower case are the same to whoever searches; the length stays, so that places in the text stay too. */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text;
}

/** How often `wanted`, already folded, stands in the text. */
export function countMatches(text: string, wanted: string): number {
  if (wanted === '') return 0;
  const folded = foldCase(text);
  let count = 0;
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length))
    count += 1;
  return count;
}

/** Columns whose answer holds the words, in the order of the columns. */
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

/** Blocks of the comparison that hold the words, row by row. */
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
