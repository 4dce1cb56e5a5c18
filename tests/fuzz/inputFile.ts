import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FuzzInput } from './target.ts';

/** An input that once failed, as it is kept. */
type InputFile = { readonly about: string; readonly input: unknown };

export const corpusFolder = fileURLToPath(new URL('./corpus', import.meta.url));

/** JSON; bytes as base64, and a long text that repeats as its part and its length, so that files stay small. */
export function inputText(about: string, input: FuzzInput): string {
  const written = (_: string, value: unknown): unknown => {
    if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
    const part = typeof value === 'string' ? repeatedPart(value) : null;
    return part === null ? value : { repeat: part, length: (value as string).length };
  };
  return `${JSON.stringify({ about, input } satisfies InputFile, written, 2)}\n`;
}

export function readInput(text: string): { readonly about: string; readonly input: FuzzInput } {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('base64' in value && typeof value.base64 === 'string')
      return new Uint8Array(Buffer.from(value.base64, 'base64'));
    if (!('repeat' in value && 'length' in value) || typeof value.repeat !== 'string') return value;
    return value.repeat
      .repeat(Math.ceil(Number(value.length) / value.repeat.length))
      .slice(0, Number(value.length));
  }) as InputFile;
}

/** What a long text consists of again and again, null where it is short or more than that. */
function repeatedPart(text: string): string | null {
  if (text.length < 500) return null;
  // The borders of every beginning, as Knuth, Morris and Pratt find them; the longest tells the period.
  const borders = [0];
  for (let at = 1, border = 0; at < text.length; at += 1) {
    while (border > 0 && text[at] !== text[border]) border = borders[border - 1] ?? 0;
    if (text[at] === text[border]) border += 1;
    borders.push(border);
  }
  const period = text.length - (borders.at(-1) ?? 0);
  return period * 4 < text.length ? text.slice(0, period) : null;
}

/** Keeps a failing input under the target's name and gives the path of its file. */
export function keepInput(folder: string, name: string, about: string, input: FuzzInput): string {
  const text = inputText(about, input);
  const path = join(folder, name, `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`);
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** The kept inputs of a target. */
export function keptInputs(name: string): readonly { readonly file: string; readonly input: FuzzInput }[] {
  const folder = join(corpusFolder, name);
  let files: string[];
  try {
    files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  } catch {
    return [];
  }
  return files
    .sort()
    .map((file) => ({ file, input: readInput(readFileSync(join(folder, file), 'utf8')).input }));
}
