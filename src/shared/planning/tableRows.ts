/** The rows of a table or list in a text: separators, headings and quotation marks as people and programs write them. */

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

/**
 * The cells of each line. A quotation mark inside a quoted cell need not be doubled, and one that is never closed belongs
 * to its cell: nothing after it would be lost silently otherwise.
 */
function cellsOf(text: string, separator: string): string[][] {
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  if (end === 0) return [];
  const closingQuote = closingQuotes(text, separator);
  const rows: string[][] = [[]];
  for (let at = 0; ; ) {
    const isQuoted = text[at] === '"';
    const close = isQuoted ? closingQuote(at) : null;
    const stop = endOfCell(text, close === null ? at : close + 1, separator);
    const cell = close === null ? text.slice(at, stop) : text.slice(at + 1, close);
    rows.at(-1)?.push(isQuoted ? cell.replaceAll('""', '"') : cell);
    if (stop >= end) return rows;
    if (text[stop] === '\n') rows.push([]);
    at = stop + 1;
  }
}

/**
 * Finds the quotation mark that closes the cell opened at a place; null if none does. Called from front to back, it looks
 * at each character once: a file may have a million quotation marks that close nothing.
 */
function closingQuotes(text: string, separator: string): (start: number) => number | null {
  const endOfRow = (from: number): number => {
    let at = from;
    while (text[at + 1] === '"') at++;
    return at;
  };
  const closes = (at: number): boolean => {
    let after = at + 1;
    while (after < text.length && text[after] !== '\n' && text[after] !== separator) {
      if (text[after]?.trim() !== '') return false;
      after++;
    }
    return true;
  };
  let found = -1;
  return (start) => {
    // Two quotation marks side by side are one of the text: only the last of an odd number can close.
    let last = endOfRow(start);
    if ((last - start) % 2 === 1 && closes(last)) return last;
    while (found <= last) {
      const first = text.indexOf('"', last + 1);
      if (first === -1) found = Number.POSITIVE_INFINITY;
      else {
        last = endOfRow(first);
        if ((last - first) % 2 === 1 || !closes(last)) continue;
        found = last;
        break;
      }
    }
    return found === Number.POSITIVE_INFINITY ? null : found;
  };
}

/** The separator, line end or end of the text after the rest of a cell. */
function endOfCell(text: string, from: number, separator: string): number {
  const mark = separator.charCodeAt(0);
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === mark) break;
  }
  return at;
}
