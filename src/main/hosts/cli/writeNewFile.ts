import { createWriteStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeWhole } from '../../exports/writeWhole.ts';
import { UsageError } from './exitCodes.ts';

/** Writes a new file, as `writeWhole` does. */
export async function writeNewFile(file: string, texts: AsyncIterable<string | Uint8Array>): Promise<void> {
  if (existsSync(file))
    throw new UsageError(`${file} already exists. Choose another name. Nothing was written.`);
  await writeWhole(file, (draft) =>
    pipeline(Readable.from(texts), createWriteStream(draft, { mode: 0o600, flush: true })),
  );
}
