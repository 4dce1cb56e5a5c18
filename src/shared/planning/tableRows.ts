/** The rows of a table or list in a text: separators, headings and quotation marks as people and programs write them. */

import { cellsOf } from '../text/separatedCells.ts';
import { maxHeadRow } from './questionHeads.ts';

export type TableRows = {
  readonly rows: readonly (readonly string[])[];
  /** Whether rows have columns; otherwise each is one whole line. */
  readonly columns: boolean;
};

const separators = ['\t', ';', ',', '|'];
/** Headings are found before this many characters; a cell without an end may be as long as the file. */
const maxHeadCharacters = 100_000;

/**
 * Rows of a table, or whole lines of a list, whose sentences may hold commas. `isHead` recognizes a row of headings:
 * then its separator counts, unless it has only one cell.
 */
export function rowsOf(text: string, isHead: (cells: readonly string[]) => boolean): TableRows {
  const stated = /^\uFEFF?sep=(.)\n/.exec(text);
  const body = text.replace(/^\uFEFF?(sep=.\n)?/, '');
  const parsed = (separator: string) => cellsOf(body, separator);
  if (stated?.[1] !== undefined) return { rows: parsed(stated[1]), columns: true };
  const top = body.slice(0, maxHeadCharacters).split('\n', maxHeadRow).join('\n');
  const headed = separators.flatMap((separator) => {
    const head = cellsOf(top, separator).find((row) => row.length > 1 && isHead(row));
    return head === undefined ? [] : [{ separator, width: head.length }];
  });
  const best = headed.reduce<(typeof headed)[number] | null>(
    (widest, next) => (widest === null || next.width > widest.width ? next : widest),
    null,
  );
  if (best !== null) return { rows: parsed(best.separator), columns: true };
  for (const separator of separators) {
    const rows = parsed(separator);
    const filled = rows.filter(isFilled);
    const width = filled[0]?.length ?? 0;
    const even = width > 1 && filled.every((row) => row.length === width);
    if (even && !areSentences(body, separator, rows)) return { rows, columns: true };
  }
  // No text holds this character: only quotes and line ends divide. An odd quote belongs to a sentence.
  const quoted = (body.match(/"/g)?.length ?? 0) % 2 === 0;
  const rows = quoted ? parsed('\u001f') : body.split('\n').map((line) => [line]);
  return { rows, columns: false };
}

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '');

const sentenceEnd = /[?？؟!！。]["”»)]?\s*$/u;

/**
 * Whether a separator that every line has stands inside sentences: there a space follows it, or the lines end as
 * sentences do and their first cells do not.
 */
function areSentences(body: string, separator: string, rows: readonly (readonly string[])[]): boolean {
  const lengthOf = (row: readonly string[]): number => row.reduce((sum, cell) => sum + cell.length + 1, 0);
  const length = rows.reduce((sum, row) => sum + lengthOf(row), 0);
  // Without the quotation marks around its cells, a table is shorter.
  if (separator === '\t' || length < body.length) return false;
  const filled = rows.filter(isFilled);
  const most = (test: (row: readonly string[]) => boolean): boolean =>
    filled.filter(test).length * 2 > filled.length;
  if (most(([first = '']) => sentenceEnd.test(first))) return false;
  return body.includes(`${separator} `) || most((row) => sentenceEnd.test(row.at(-1) ?? ''));
}
