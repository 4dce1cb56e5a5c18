/** Cells of separated values, as people and programs write them, and the words of their headings. */

/** No heading is longer. */
const maxHeading = 80;

/** A heading without the marks around it: "Questions:", "# Questions", "**Prompt**", "Frage (DE)", "mot-clé". */
export const headingOf = (cell: string): string =>
  cell
    .slice(0, maxHeading)
    .normalize('NFC')
    .replace(/^[\s#*_]+|[\s:：*_]+$|\s*\([^()]*\)\s*$/gu, '')
    .replace(/[-_]/g, ' ')
    .toLowerCase();

/** Whether a line is the rule below the headings of a table in Markdown: `|---|:--:|`. */
export const isTableRule = (line: string): boolean => /^[\s|:]*--[\s|:-]*$/.test(line);

/**
 * The cells of each line. A quotation mark inside a quoted cell need not be doubled, and one that is never closed belongs
 * to its cell: nothing after it would be lost silently otherwise.
 */
export function cellsOf(text: string, separator: string): string[][] {
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  if (end === 0) return [];
  const closingQuote = closingQuotes(text, separator);
  const rows: string[][] = [[]];
  for (let at = 0; ; ) {
    const start = afterBlanks(text, at);
    const isQuoted = text[start] === '"';
    const close = isQuoted ? closingQuote(start) : null;
    const stop = endOfCell(text, close === null ? at : close + 1, separator);
    const cell = close === null ? text.slice(at, stop) : text.slice(start + 1, close);
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

/** A cell may be quoted behind blanks: `Arc | "Arc Locks"`. */
function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
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
