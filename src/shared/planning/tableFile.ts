import { dsvFormat } from 'd3-dsv';
import { identifyLanguage } from '../text/words/language.ts';
import { maxHeadRow } from './questionHeads.ts';

/** Text of a file that a person brings, with the encoding it was read in. */
export type FileText = { readonly text: string; readonly encoding: string };

/** Why a file is no text: `workbook` can be read as one, the others are refused. */
export type FileKind = 'workbook' | 'open-document' | 'old-workbook' | 'document' | 'json' | 'binary';

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** What a file is that is not text; null for text. */
export function kindOf(bytes: Uint8Array): FileKind | null {
  if (ascii(bytes, 0, 4) === 'PK\u0003\u0004')
    return ascii(bytes, 30, 85).includes('opendocument') ? 'open-document' : 'workbook';
  if (ascii(bytes, 0, 4) === '\u00d0\u00cf\u0011\u00e0') return 'old-workbook';
  const first = ascii(bytes, 0, 64)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (/^(?:%PDF-|\{\\rtf|<!doctype html|<html|<\?xml)/i.test(first)) return 'document';
  if (/^(?:\[\s*)?\{\s*"|^\[\s*"/.test(first)) return 'json';
  const encoding = markOf(bytes)?.[0];
  const isBinary = encoding?.startsWith('utf-16') ? hasWideNul(bytes) : bytes.includes(0);
  return isBinary ? 'binary' : null;
}

/** Whether UTF-16 has a NUL, as UTF-32 has in every second place. */
function hasWideNul(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1))
    if (at % 2 === 0 && bytes[at + 1] === 0) return true;
  return false;
}

/** What to do about a file that is not read. */
export const refusedKinds: Readonly<Record<Exclude<FileKind, 'workbook'>, string>> = {
  'open-document': 'is an OpenDocument file. Save it as .xlsx or .csv.',
  'old-workbook': 'is a workbook of Excel 97 to 2003. Save it as .xlsx or .csv.',
  document: 'is a document, not a table or a list. Save its lines as .xlsx, .csv or .txt.',
  json: 'is JSON. Save it as .xlsx or .csv, or write one entry per line.',
  binary: 'is not text. Save it as .xlsx or .csv.',
};

function markOf(bytes: Uint8Array): readonly [encoding: string, length: number] | null {
  if (ascii(bytes, 0, 3) === '\u00ef\u00bb\u00bf') return ['utf-8', 3];
  if (ascii(bytes, 0, 2) === '\u00ff\u00fe') return ['utf-16le', 2];
  return ascii(bytes, 0, 2) === '\u00fe\u00ff' ? ['utf-16be', 2] : null;
}

const labels: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  shift_jis: 'Shift_JIS',
  gb18030: 'GB18030',
  'euc-kr': 'EUC-KR',
  'euc-jp': 'EUC-JP',
  big5: 'Big5',
  'koi8-u': 'KOI8',
  macintosh: 'Mac Roman',
};

/**
 * Decodes text by its byte order mark, else as UTF-8, else in the older encoding that its bytes show. Lists that were
 * joined may be in both: then each line is read in its own, and `encoding` names the lines.
 */
export function textOf(bytes: Uint8Array): FileText {
  const mark = markOf(bytes);
  const isUtf8 = mark === null && decoded(bytes, 'utf-8') !== null;
  const { text, encoding } =
    mark === null && !isUtf8
      ? (mixedText(bytes) ?? inEncoding(bytes, olderEncoding(bytes)))
      : inEncoding(bytes.subarray(mark?.[1] ?? 0), mark?.[0] ?? 'utf-8');
  return { text: text.replace(/\r\n?/g, '\n'), encoding };
}

const inEncoding = (bytes: Uint8Array, encoding: string): FileText => ({
  text: new TextDecoder(encoding).decode(bytes),
  encoding: labelOf(encoding),
});

const labelOf = (encoding: string): string => labels[encoding] ?? encoding.replace('w', 'W');

/**
 * Null if no line is UTF-8. Words in an encoding of one byte are hardly ever UTF-8 by chance; those in one of two bytes
 * may be, in short lines: there most lines must be UTF-8.
 */
function mixedText(bytes: Uint8Array): FileText | null {
  const lines = linesOf(bytes);
  const beyondAscii = lines.filter((line) => line.some((byte) => byte >= 0x80));
  const older = beyondAscii.filter((line) => decoded(line, 'utf-8') === null);
  const others = beyondAscii.length - older.length;
  if (others === 0) return null;
  const encoding = olderEncoding(joined(older));
  if (!/^(?:windows|koi8|macintosh)/.test(encoding) && older.length > others) return null;
  const isOlder = new Set(older);
  const places = lines.flatMap((line, at) => (isOlder.has(line) ? [at + 1] : []));
  const more = places.length > 5 ? ` and ${places.length - 5} more` : '';
  return {
    text: lines.map((line) => inEncoding(line, isOlder.has(line) ? encoding : 'utf-8').text).join(''),
    encoding: `UTF-8, but ${labelOf(encoding)} in line${places.length === 1 ? '' : 's'} ${places.slice(0, 5).join(', ')}${more}`,
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Lines with the marks at their end. */
function linesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 10 && (bytes[at] !== 13 || bytes[at + 1] === 10)) continue;
    lines.push(bytes.subarray(start, at + 1));
    start = at + 1;
  }
  return [...lines, bytes.subarray(start)];
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Shift_JIS writes kana with bytes that Western text hardly has (0x81 to 0x9F). Cyrillic, Greek, Hebrew, Arabic, Chinese
 * and Korean text has long runs of high bytes, where Western text has single ones; only Chinese and Korean use 0xA1 to
 * 0xBF as much as the rest.
 */
function olderEncoding(bytes: Uint8Array): string {
  const high = bytes.filter((byte) => byte >= 0x80);
  const share = (from: number, to: number): number =>
    high.filter((byte) => byte >= from && byte <= to).length / high.length;
  if (share(0x81, 0x9f) > 0.2 && /[\u3040-\u30ff]/.test(decoded(bytes, 'shift_jis') ?? ''))
    return 'shift_jis';
  if (isRatherThanGb(bytes, 'shift_jis', japanese)) return 'shift_jis';
  if (isRatherThanGb(bytes, 'big5', chinese)) return 'big5';
  let inRuns = 0;
  let run = 0;
  for (const byte of [...bytes, 0]) {
    if (byte >= 0x80) run += 1;
    else {
      if (run >= 3) inRuns += run;
      run = 0;
    }
  }
  if (inRuns / high.length < 0.6) return westernEncoding(bytes);
  if (shareOf(decoded(bytes, 'euc-kr'), /[가-힣]/) > 0.95) return 'euc-kr';
  if (shareOf(decoded(bytes, 'euc-jp'), /[\u3040-\u30ff]/) > 0.2) return 'euc-jp';
  if (share(0xa1, 0xbf) > 0.1 && decoded(bytes, 'gb18030') !== null) return 'gb18030';
  return alphabets.reduce((best, next) => (fitOf(bytes, next) > fitOf(bytes, best) ? next : best))[0];
}

/** The share of its characters beyond ASCII. */
function shareOf(text: string | null, kind: RegExp): number {
  const found = text?.match(/[^\0-\x7f]/gu) ?? [];
  return found.filter((one) => kind.test(one)).length / Math.max(1, found.length);
}

/** Characters that every text of the language has; bytes of other encodings hardly make them. */
const chinese =
  /[的一是不了在人有我你他這个這個中來为為上大和國国到以說说時时要就出會会可也好那哪什麼么怎樣样如何最多少嗎吗種种家能]/;
const japanese =
  /[日本一人年大中長出時行見月分後前生間上今金入学高円子外下来気小話書先名水電語車何最比較方法自転質問推薦料無安新]/;

/** Big5 and Shift_JIS read what is GB18030 as rare characters, and the other way round. */
function isRatherThanGb(bytes: Uint8Array, encoding: string, common: RegExp): boolean {
  const share = shareOf(decoded(bytes, encoding), common);
  return share > 0.12 && share > shareOf(decoded(bytes, 'gb18030'), chinese);
}

/** Alphabets that share the same bytes, with the ten most common letters of their languages and what no word has. */
const alphabets = [
  ['windows-1251', 'оеаинтсрвл', /\p{Script=Cyrillic}/u, /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/gu],
  ['koi8-u', 'оеаинтсрвл', /\p{Script=Cyrillic}/u, /\p{Ll}\p{Lu}|\p{Lu}{2}/gu],
  ['windows-1253', 'αοιετσνηυρ', /\p{Script=Greek}/u, /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|ς\p{L}/gu],
  ['windows-1255', 'יוהלאתרבשמ', /\p{Script=Hebrew}/u, /[ךםןףץ]\p{L}/gu],
  ['windows-1256', 'اليمنتربوه', /\p{Script=Arabic}/u, /[ةى]\p{L}/gu],
] as const;

/** How well the text fits when it is read as this alphabet. */
function fitOf(bytes: Uint8Array, [encoding, common, script, odd]: (typeof alphabets)[number]): number {
  const text = decoded(bytes, encoding) ?? '';
  const letters = text.toLowerCase().match(/[^\0-\x7f]/gu) ?? [];
  let fit = -3 * (text.match(odd)?.length ?? 0);
  for (const letter of letters) {
    const rank = common.indexOf(letter);
    if (rank !== -1) fit += rank < 5 ? 3 : 2;
    else if (!/\p{L}/u.test(letter) || !script.test(letter)) fit -= 3;
  }
  return fit / Math.max(1, letters.length);
}

/** Code pages of languages in Latin letters that Windows-1252 has not; their words without accents tell them. */
const codePages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['cs', 'sk', 'pl', 'hu', 'hr', 'sl', 'ro'].map((code) => [code, 'windows-1250'])),
  ...Object.fromEntries(['tr', 'az'].map((code) => [code, 'windows-1254'])),
  ...Object.fromEntries(['lt', 'lv', 'et'].map((code) => [code, 'windows-1257'])),
  vi: 'windows-1258',
};

function westernEncoding(bytes: Uint8Array): string {
  const language = identifyLanguage(new TextDecoder('windows-1252').decode(bytes)).code;
  return codePages[language] ?? (isMacRoman(bytes) ? 'macintosh' : 'windows-1252');
}

/** Excel on a Mac: its letters with accents are signs in Windows-1252 that text hardly has, or no word inside. */
function isMacRoman(bytes: Uint8Array): boolean {
  const high = bytes.filter((byte) => byte >= 0x80).length;
  const read = new TextDecoder('windows-1252').decode(bytes);
  const odd = read.match(/[\u0080-\u009fƒ‡ˆ]|(?<=\p{L})[€‚„…†‰Š‹Ž‘•–—˜™š›žŸ§](?=[\p{L}\u0080-\u009fŠŸš§])/gu);
  return (odd?.length ?? 0) / high >= 0.5;
}

export type TableRows = {
  readonly rows: readonly (readonly string[])[];
  /** Whether rows have columns; otherwise each is one whole line. */
  readonly columns: boolean;
};

const separators = ['\t', ';', ',', '|'];
/** Headings are found before this many characters; a cell without an end may be as long as the file. */
const maxHeadCharacters = 100_000;

/**
 * Rows of a table, or whole lines of a list, whose sentences may hold commas. `isHead` recognizes a row of headings:
 * then its separator counts, unless it has only one cell.
 */
export function rowsOf(text: string, isHead: (cells: readonly string[]) => boolean): TableRows {
  const stated = /^\uFEFF?sep=(.)\n/.exec(text);
  const body = text.replace(/^\uFEFF?(sep=.\n)?/, '');
  const parsed = (separator: string) => dsvFormat(separator).parseRows(withWholeQuotes(body, separator));
  if (stated?.[1] !== undefined) return { rows: parsed(stated[1]), columns: true };
  const top = body.slice(0, maxHeadCharacters).split('\n', maxHeadRow).join('\n');
  const headed = separators.flatMap((separator) => {
    const first = dsvFormat(separator).parseRows(withWholeQuotes(top, separator));
    const head = first.find((row) => row.length > 1 && isHead(row));
    return head === undefined ? [] : [{ separator, width: head.length }];
  });
  const best = headed.reduce<(typeof headed)[number] | null>(
    (widest, next) => (widest === null || next.width > widest.width ? next : widest),
    null,
  );
  if (best !== null) return { rows: parsed(best.separator), columns: true };
  for (const separator of separators) {
    const rows = parsed(separator);
    const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
    const width = filled[0]?.length ?? 0;
    const even = width > 1 && filled.every((row) => row.length === width);
    // After a comma of a sentence there is a space.
    if (even && (separator !== ',' || body.includes('"') || !body.includes(', ')))
      return { rows, columns: true };
  }
  // No text holds this character: only quotes and line ends divide. An odd quote belongs to a sentence.
  const quoted = (body.match(/"/g)?.length ?? 0) % 2 === 0;
  const rows = quoted ? parsed('\u001f') : body.split('\n').map((line) => [line]);
  return { rows, columns: false };
}

/**
 * The text with quotation marks that a reader of tables understands: one inside a quoted cell is doubled, and one that is
 * never closed belongs to its cell. Nothing after it would be lost silently otherwise.
 */
function withWholeQuotes(text: string, separator: string): string {
  if (!text.includes('"')) return text;
  const closingQuote = closingQuotes(text, separator);
  let out = '';
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') {
      const end = closingQuote(at);
      const stop = end ?? endOfCell(text, at, separator);
      const inner = text.slice(end === null ? at : at + 1, stop);
      out += `"${inner.replace(/""?/g, '""')}"`;
      at = end === null ? stop : endOfCell(text, stop + 1, separator);
    }
    const next = Math.min(text.length, endOfCell(text, at, separator) + 1);
    out += text.slice(at, next);
    at = next;
  }
  return out;
}

/**
 * Finds the quotation mark that closes the cell opened at a place; null if none does. Called from front to back, it looks
 * at each character once: a file may have a million quotation marks that close nothing.
 */
function closingQuotes(text: string, separator: string): (start: number) => number | null {
  const endOfRow = (from: number): number => {
    let at = from;
    while (text[at + 1] === '"') at++;
    return at;
  };
  const closes = (at: number): boolean => {
    let after = at + 1;
    while (after < text.length && text[after] !== '\n' && text[after] !== separator) {
      if (text[after]?.trim() !== '') return false;
      after++;
    }
    return true;
  };
  let found = -1;
  return (start) => {
    // Two quotation marks side by side are one of the text: only the last of an odd number can close.
    let last = endOfRow(start);
    if ((last - start) % 2 === 1 && closes(last)) return last;
    while (found <= last) {
      const first = text.indexOf('"', last + 1);
      if (first === -1) found = Number.POSITIVE_INFINITY;
      else {
        last = endOfRow(first);
        if ((last - first) % 2 === 1 || !closes(last)) continue;
        found = last;
        break;
      }
    }
    return found === Number.POSITIVE_INFINITY ? null : found;
  };
}

/** The separator, line end or end of the text after the rest of a cell. */
function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== separator) at++;
  return at;
}

export type FileTable = {
  readonly rows: readonly (readonly string[])[];
  /** `Windows-1252`, or `sheet "Answers"`. */
  readonly source: string;
  /** Names of the sheets of a workbook; none of a text. */
  readonly sheets: readonly string[];
  /** The sheet that was read; empty for a text. */
  readonly sheet: string;
};

/** A file that is not read; the message follows the file's name. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
}

/**
 * Rows of a text file or a workbook; of a workbook the sheet that is named, else the first with headings, else the
 * first.
 * @throws FileRefusal that says what to do
 */
export async function fileTable(
  bytes: Uint8Array<ArrayBuffer>,
  isHead: (cells: readonly string[]) => boolean,
  wanted?: string,
): Promise<FileTable> {
  const kind = kindOf(bytes);
  if (kind === null) {
    const { text, encoding } = textOf(bytes);
    return { rows: rowsOf(text, isHead).rows, source: `encoding ${encoding}`, sheets: [], sheet: '' };
  }
  if (kind !== 'workbook') throw new FileRefusal(refusedKinds[kind]);
  const sheets = await sheetsOf(bytes);
  const headed = sheets.find(({ rows }) => rows.slice(0, maxHeadRow).some(isHead));
  const sheet =
    wanted === undefined
      ? (headed ?? sheets[0])
      : sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (sheet === undefined)
    throw new FileRefusal(
      `has no sheet "${wanted ?? ''}". Sheets: ${sheets.map(({ name }) => name).join(', ')}.`,
    );
  return {
    rows: sheet.rows,
    source: `sheet "${sheet.name}"`,
    sheets: sheets.map(({ name }) => name),
    sheet: sheet.name,
  };
}

async function sheetsOf(bytes: Uint8Array<ArrayBuffer>) {
  const { default: readWorkbook } = await import('read-excel-file/universal');
  const sheets = await readWorkbook(bytes.slice().buffer).catch(() => {
    throw new FileRefusal('is no workbook that can be read. Save it as .xlsx or .csv.');
  });
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    rows: data.map((row) => row.map((cell) => cellText(cell))),
  }));
}

const cellText = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString() : cell === null || cell === undefined ? '' : String(cell);
