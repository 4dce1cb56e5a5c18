import type { Sheet, SheetCell } from './sheet.ts';

/** "no data" is an empty cell in a file, which a spreadsheet does not count. */
const plain = (cell: SheetCell): string => (cell === null ? '' : String(cell));

/**
 * RFC 4180 with CRLF. A cell that a spreadsheet would run as a formula is preceded by an apostrophe, because
 * answers and URLs come from elsewhere and may begin with `=`.
 */
export function sheetToCsv(sheet: Sheet, format: CsvFormat = 'csv'): string {
  return [
    csvHead(
      format,
      sheet.columns.map((column) => column.label),
    ),
    ...sheet.rows.map((row) => csvRow(format, row)),
  ].join('');
}

/** For every program, or for Excel: with a byte order mark, and text that looks like a number kept as text. */
export type CsvFormat = 'csv' | 'csv-excel';
export const isCsv = (format: string): format is CsvFormat => format === 'csv' || format === 'csv-excel';

/** The start of a file. */
export const csvHead = (format: CsvFormat, cells: readonly SheetCell[]): string =>
  (format === 'csv' ? '' : excelByteOrderMark) + csvRow(format, cells);

/** One line with its end. */
export const csvRow = (format: CsvFormat, cells: readonly SheetCell[]): string =>
  csvLine(cells, format === 'csv' ? csvCell : excelCell);

/** A line per row: an object with the columns as keys; missing data is null. */
export function sheetToJsonLines({ columns, rows }: Sheet): string {
  return rows
    .map((row) => Object.fromEntries(columns.map(({ label }, at) => [label, row[at] ?? null])))
    .map((object) => `${JSON.stringify(object)}\n`)
    .join('');
}

/** The formats a list is exported in, from the window and from the command line. */
export const sheetFileFormats = ['csv', 'csv-excel', 'jsonl'] as const;
export type SheetFileFormat = (typeof sheetFileFormats)[number];

export function sheetToFile(sheet: Sheet, format: SheetFileFormat): string {
  return format === 'jsonl' ? sheetToJsonLines(sheet) : sheetToCsv(sheet, format);
}

function csvLine(cells: readonly SheetCell[], write: (cell: SheetCell) => string): string {
  return `${cells.map((cell) => write(cell)).join(',')}\r\n`;
}

/** Also as full-width letters, which spreadsheets in East Asian languages read as the same. */
const sign = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]';
/** Spreadsheets ignore invisible characters before a sign. */
const formula = new RegExp(`^(?:[\\t\\r\\n]|[\\s\\p{Cc}\\p{Cf}]*${sign})`, 'u');
/** Where the semicolon separates columns, text after one is a cell. */
const afterSemicolon = new RegExp(`;(["'\\s\\p{Cc}\\p{Cf}]*)(?=${sign})`, 'gu');

/** The text of a cell that no spreadsheet runs. */
export function cellText(cell: SheetCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = plain(cell).replace(afterSemicolon, (_, between: string) =>
    // There a line break ends the row as well.
    /[\r\n]/.test(between) ? `;'${between}'` : `;'${between}`,
  );
  return formula.test(text) ? `'${text}` : text;
}

/** Text that Excel turns into another number or a date: 00123, 3-4, 1/2, 1E5, 4111111111111111, MAR1. */
const changedByExcel =
  /^(?=.*\d)(?:[\d.,][\d.,:/\- ]*(?:e[+-]?\d+)?|\d{1,2}[- ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?:[- ]\d{2,4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[- ]?\d{1,4})$/i;

/** Without it, Excel reads a CSV file in the encoding of the computer. */
const excelByteOrderMark = '\ufeff';

/** Text that looks like a number or a date is a formula whose result is the text. */
const excelCell = (cell: SheetCell): string =>
  typeof cell === 'string' && changedByExcel.test(cell) ? `"=""${cell}"""` : csvCell(cell);

function csvCell(cell: SheetCell): string {
  // Programs take a NUL for the end of the cell or of the file, or refuse the line.
  const safe = cellText(cell).replaceAll('\0', '\ufffd');
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A GitHub-flavoured table under a heading; text that would be Markdown is escaped. */
export function sheetToMarkdown(sheet: Sheet): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `## ${escapeMarkdown(sheet.title)}`,
    '',
    escapeMarkdown(sheet.note),
    '',
    line(sheet.columns.map((column) => escapeMarkdown(column.heading))),
    line(sheet.columns.map((column) => (column.align === 'end' ? '---:' : '---'))),
    ...sheet.rows.map((row) => line(row.map((cell) => escapeMarkdown(plain(cell))))),
    '',
  ].join('\n');
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|#]/g, '\\$&').replace(/\r?\n/g, ' ');
}

/** Columns of equal width for a terminal; cells longer than `widest` are cut with an ellipsis. */
export function sheetToText(sheet: Sheet, widest = 48): string {
  const head = sheet.columns.map((column) => column.heading);
  const cells = sheet.rows.map((row) => row.map((cell) => cut(plain(cell).replace(/\s+/g, ' '), widest)));
  const widths = head.map((label, index) =>
    Math.max(terminalWidth(label), ...cells.map((row) => terminalWidth(row[index] ?? ''))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((text, index) => {
        const room = ' '.repeat(Math.max(0, (widths[index] ?? 0) - terminalWidth(text)));
        return sheet.columns[index]?.align === 'end' ? room + text : text + room;
      })
      .join('  ')
      .trimEnd();
  return [
    sheet.title,
    sheet.note,
    '',
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    ...cells.map(line),
    '',
  ].join('\n');
}

function cut(text: string, widest: number): string {
  if (terminalWidth(text) <= widest) return text;
  let out = '';
  let width = 0;
  for (const character of text) {
    width += terminalWidth(character);
    if (width > widest - 1) break;
    out += character;
  }
  return `${out}…`;
}

/** Cells a terminal gives a text: two for East Asian wide characters, none for marks that join the one before. */
export function terminalWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) continue;
    width +=
      /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{1F300}-\u{1FAFF}]|[\u{20000}-\u{3FFFD}]/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}
