import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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

/**
 * Writes a new file. It has a temporary name until it is complete, so that readers find all of it, and an
 * interrupted command leaves nothing.
 */
export async function writeNewFile(file: string, texts: AsyncIterable<string | Uint8Array>): Promise<void> {
  if (existsSync(file))
    throw new UsageError(`${file} already exists. Choose another name. Nothing was written.`);
  const unfinished = `${file}.unfinished`;
  try {
    await pipeline(Readable.from(texts), createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' || code === 'ENOTDIR')
      throw new UsageError(`${file} cannot be written: check its folder.`);
    throw error;
  }
}
