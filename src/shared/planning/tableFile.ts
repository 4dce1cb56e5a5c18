/** Rows of a file that a person brings: a text or a workbook. */

import { kindOf, refusedKinds, textOf } from './fileText.ts';
import { maxHeadRow } from './questionHeads.ts';
import { rowsOf } from './tableRows.ts';

export type FileTable = {
  readonly rows: readonly (readonly string[])[];
  /** `Windows-1252`, or `sheet "Answers"`. */
  readonly source: string;
  /** Names of the sheets of a workbook; none of a text. */
  readonly sheets: readonly string[];
  /** The sheet that was read; empty for a text. */
  readonly sheet: string;
};

/** A file that is not read; the message follows the file's name. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
}

/**
 * Rows of a text file or a workbook; of a workbook the sheet that is named, else the first with headings, else the
 * first.
 * @throws FileRefusal that says what to do
 */
export async function fileTable(
  bytes: Uint8Array<ArrayBuffer>,
  isHead: (cells: readonly string[]) => boolean,
  wanted?: string,
): Promise<FileTable> {
  const kind = kindOf(bytes);
  if (kind === null) {
    const { text, encoding } = textOf(bytes);
    return { rows: rowsOf(text, isHead).rows, source: `encoding ${encoding}`, sheets: [], sheet: '' };
  }
  if (kind !== 'workbook') throw new FileRefusal(refusedKinds[kind]);
  const sheets = await sheetsOf(bytes);
  const headed = sheets.find(({ rows }) => rows.slice(0, maxHeadRow).some(isHead));
  const sheet =
    wanted === undefined
      ? (headed ?? sheets[0])
      : sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (sheet === undefined)
    throw new FileRefusal(
      `has no sheet "${wanted ?? ''}". Sheets: ${sheets.map(({ name }) => name).join(', ')}.`,
    );
  return {
    rows: sheet.rows,
    source: `sheet "${sheet.name}"`,
    sheets: sheets.map(({ name }) => name),
    sheet: sheet.name,
  };
}

async function sheetsOf(bytes: Uint8Array<ArrayBuffer>) {
  const { default: readWorkbook } = await import('read-excel-file/universal');
  const sheets = await readWorkbook(bytes.slice().buffer).catch(() => {
    throw new FileRefusal('is no workbook that can be read. Save it as .xlsx or .csv.');
  });
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    rows: data.map((row) => row.map((cell) => cellText(cell))),
  }));
}

const cellText = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString() : cell === null || cell === undefined ? '' : String(cell);
