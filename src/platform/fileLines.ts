import { createReadStream } from 'node:fs';

/**
 * The lines of a text file, one at a time, without line ends (`\n` or `\r\n`). Nothing else ends a line:
 * node:readline would also split at characters that JSON leaves unescaped in texts, such as U+2028.
 * @param encoding `latin1` for lines whose bytes are still to be decoded
 */
export async function* fileLines(path: string, encoding: 'utf8' | 'latin1' = 'utf8'): AsyncGenerator<string> {
  const parts: string[] = [];
  for await (const chunk of createReadStream(path, encoding)) {
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
