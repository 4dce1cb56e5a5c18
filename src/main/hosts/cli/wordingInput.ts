import {
  nameOfKey,
  textProblem,
  unknownMarket,
  type Wordings,
  wordingKey,
} from '#shared/model/wordingTexts.ts';
import { readWordings } from '#shared/planning/wordingTable.ts';
import { UsageError } from './exitCodes.ts';
import { readLine, readTextFile } from './tableInput.ts';
import type { Terminal } from './terminal.ts';

export type WordingFlags = {
  /** `DE=text`, each. */
  readonly wording?: readonly string[];
  /** File with a country or language and a text in each line. */
  readonly wordings?: string;
};

/** What `--wording` and `--wordings` say; nothing without them. @throws UsageError that names flag and line */
export async function readWordingFlags(
  { wording = [], wordings: file }: WordingFlags,
  terminal: Pick<Terminal, 'stderr'>,
): Promise<Wordings> {
  const all: [string, string][] = [];
  if (file !== undefined) {
    const { text, source } = await readTextFile(file);
    const { wordings, column, problems } = readWordings(text);
    const [problem] = problems;
    if (problem)
      throw new UsageError(
        `Line ${problem.line} of ${file} in --wordings: ${problem.message} Nothing was sent.`,
      );
    all.push(...Object.entries(wordings));
    terminal.stderr(`${readLine(all.length, 'wording', column, source)}\n`);
  }
  for (const each of wording) {
    const at = each.indexOf('=');
    if (at < 1) throw new UsageError(`Use --wording DE="…", with a country or language, not "${each}".`);
    all.push([each.slice(0, at), each.slice(at + 1)]);
  }
  return wordingsFrom(all, '--wording');
}

/**
 * Wordings by what a person calls a country or language.
 * @throws UsageError that begins with `where` they stand
 */
export function wordingsFrom(named: readonly (readonly [string, string])[], where: string): Wordings {
  const all = new Map<string, string>();
  for (const [name, words] of named) {
    const text = words.trim();
    const key = wordingKey(name);
    const problem = key === null ? unknownMarket(name) : textProblem(text, nameOfKey(key));
    if (key === null || problem !== null) throw new UsageError(`${where}: ${problem}`);
    if (all.has(key)) throw new UsageError(`${nameOfKey(key)} has two wordings. Keep one of them.`);
    all.set(key, text);
  }
  return Object.fromEntries(all);
}
