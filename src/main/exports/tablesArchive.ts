import { createWriteStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#shared/model/appError.ts';
import type { TablesFacts } from '../history/maintenance/protocol.ts';
import { storedEntry, zipArchive } from './zipEntry.ts';

/** Maximum size of an archive without ZIP64, minus its headers. */
const maxBytes = 0xffff_0000;

/**
 * Parquet tables as one file, because a window can save only one.
 * @param write writes the tables into a folder of this name, which does not exist yet
 */
export async function tablesArchive(
  file: string,
  write: (folder: string) => Promise<TablesFacts>,
  signal: AbortSignal,
): Promise<TablesFacts> {
  const folder = `${file}.tables`;
  try {
    const facts = await write(folder);
    if (facts.tables.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes)
      throw new AppError(
        'INVALID_INPUT',
        'The tables take more than 4 GB. Export fewer answers, or use "parallax export --format parquet".',
      );
    const names = (await readdir(folder)).toSorted();
    const entries = await Promise.all(names.map((name) => storedEntry(name, join(folder, name))));
    await pipeline(Readable.from(zipArchive(entries)), createWriteStream(file, { mode: 0o600 }), { signal });
    return facts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
