import { readFile } from 'node:fs/promises';
import {
  FileRefusal,
  type FileTable,
  fileTable,
  kindOf,
  refusedKinds,
  textOf,
} from '#shared/planning/tableFile.ts';
import { UsageError } from './exitCodes.ts';

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

/** Text of a file in any encoding. @throws UsageError that names the file and what to do */
export async function readTextFile(file: string): Promise<string> {
  const bytes = await bytesOf(file);
  const kind = kindOf(bytes);
  if (kind === null) return textOf(bytes).text;
  const refusal = kind === 'workbook' ? 'is a workbook. Save it as .csv.' : refusedKinds[kind];
  throw new UsageError(`${file} ${refusal} Nothing was saved.`);
}

async function bytesOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageError(`The file ${file} cannot be read (${reason}). Nothing was saved.`);
  }
}
