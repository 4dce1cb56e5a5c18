import { createReadStream } from 'node:fs';
import { type FileText, kindOf, textOf } from '#shared/planning/fileText.ts';
import { FileRefusal, type FileTable, fileTable } from '#shared/planning/tableFile.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { UsageError } from './exitCodes.ts';

/** What was read from where, before anything is saved: `3 questions from column "question", encoding UTF-8.` */
export const readLine = (count: number, what: string, column: string | null, source: string): string =>
  `${counted(count, what)}${column === null ? '' : ` from column "${column}"`}, ${source}.`;

/** Rows of a table or a list, whatever wrote it. @throws UsageError that names the file and what to do */
export async function readTableFile(
  file: string,
  isHead: (cells: readonly string[]) => boolean,
  sheet?: string,
): Promise<FileTable> {
  try {
    return await fileTable(await bytesOf(file), isHead, sheet);
  } catch (error) {
    if (error instanceof FileRefusal) throw new UsageError(`${file} ${error.message} Nothing was saved.`);
    throw error;
  }
}

/**
 * Text of a file in any encoding, or of a workbook's first sheet with a tab between its cells, and where it is from.
 * @throws UsageError that names the file and what to do
 */
export async function readTextFile(
  file: string,
): Promise<Omit<FileText, 'encoding'> & { readonly source: string }> {
  const bytes = await bytesOf(file);
  if (kindOf(bytes) === null) {
    const { text, encoding } = textOf(bytes);
    return { text, source: `encoding ${encoding}` };
  }
  const { rows, source } = await readTableFile(file, () => false);
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell) => cell.replace(/[\t\r\n]+/g, ' '))
      .join('\t')
      .trimEnd();
  return { text: rows.map(lineOf).join('\n'), source };
}

/** Far more than any list or workbook; a device that never ends is not read for ever. */
const maxBytes = 250_000_000;

async function bytesOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of createReadStream(file)) {
      length += part.length;
      if (length > maxBytes)
        throw new UsageError(
          `The file ${file} is larger than ${maxBytes / 1e6} MB. Divide it into several files. Nothing was saved.`,
        );
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageError(`The file ${file} cannot be read (${reason}). Nothing was saved.`);
  }
  return new Uint8Array(Buffer.concat(parts));
}
