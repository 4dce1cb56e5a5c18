import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeWhole } from '../../exports/writeWhole.ts';
import { UsageError } from './exitCodes.ts';

/**
 * The lines of a text file, one at a time, without line ends (`\n` or `\r\n`). Nothing else ends a line:
 * node:readline would also split at characters that JSON leaves unescaped in texts, such as U+2028.
 */
export async function* fileLines(path: string): AsyncGenerator<string> {
  const parts: string[] = [];
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = String(chunk).split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      parts.push(line);
      yield withoutReturn(parts.splice(0).join(''));
    }
    parts.push(last);
  }
  const rest = parts.join('');
  if (rest !== '') yield withoutReturn(rest);
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** Writes a new file, as `writeWhole` does. */
export async function writeNewFile(file: string, texts: AsyncIterable<string | Uint8Array>): Promise<void> {
  if (existsSync(file))
    throw new UsageError(`${file} already exists. Choose another name. Nothing was written.`);
  await writeWhole(file, (draft) =>
    pipeline(Readable.from(texts), createWriteStream(draft, { mode: 0o600, flush: true })),
  );
}
