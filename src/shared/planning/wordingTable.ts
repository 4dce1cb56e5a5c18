import { dsvFormat } from 'd3-dsv';
import { nameOfKey, textProblem, unknownMarket, type Wordings, wordingKey } from '../model/wordingTexts.ts';

export type ReadWordings = {
  readonly wordings: Wordings;
  /** Invalid lines, with the reason. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
};

/** Names that head the first column of a table of wordings. */
const heads = new Set(['market', 'country', 'language', 'lang', 'code', 'key', 'locale']);

/**
 * Wordings from a pasted table: country or language in the first column, text in the second, separated by tab,
 * semicolon or comma, or written as `DE: text` and `DE=text`.
 */
export function readWordings(text: string): ReadWordings {
  const wordings = new Map<string, string>();
  const lines = new Map<string, number>();
  const problems: { line: number; message: string }[] = [];
  for (const [index, { name, wording }] of rowsOf(text).entries()) {
    const line = index + 1;
    if (name.trim() === '' && wording.trim() === '') continue;
    if (index === 0 && heads.has(name.trim().toLowerCase())) continue;
    const key = wordingKey(name);
    const before = key === null ? undefined : lines.get(key);
    const problem =
      key === null
        ? unknownMarket(name.trim())
        : before !== undefined
          ? `${nameOfKey(key)} has a wording in line ${before} already. Keep one of them.`
          : textProblem(wording, nameOfKey(key));
    if (problem !== null) problems.push({ line, message: problem });
    else if (key !== null) {
      wordings.set(key, wording.trim());
      lines.set(key, line);
    }
  }
  return { wordings: Object.fromEntries(wordings), problems };
}

type Row = { readonly name: string; readonly wording: string };

/** A field between quotes, as spreadsheets write it; quotes inside a sentence are part of it. */
const quotedField = /(?:^|[\t;,])"(?:[^"]|"")*" *(?:$|[\t;,])/m;

/** In a table with quoted fields the separator of the first line counts; else each line ends its first column by itself. */
function rowsOf(text: string): readonly Row[] {
  const body = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  if (!quotedField.test(body))
    return body.split('\n').map((line) => {
      const at = /[\t;,=:：]/.exec(line)?.index ?? line.length;
      return { name: line.slice(0, at), wording: line.slice(at + 1) };
    });
  const separator = /[\t;,]/.exec(body)?.[0] ?? ',';
  return dsvFormat(separator)
    .parseRows(body)
    .map(([name = '', ...rest]) => ({ name, wording: rest.join(separator) }));
}
