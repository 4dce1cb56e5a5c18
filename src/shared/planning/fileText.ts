/** What a file that a person brings is, and its text in the encoding that its bytes show. */

import { identifyLanguage } from '../text/words/language.ts';

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
  const isBinary = encoding?.startsWith('utf-16')
    ? hasWideNul(bytes)
    : bytes.includes(0) || hasControls(bytes.subarray(0, 65_536));
  return isBinary ? 'binary' : null;
}

/** Text has hardly any control characters but tabs, ends of lines and pages, and those that switch an alphabet. */
function hasControls(bytes: Uint8Array): boolean {
  const controls = bytes.filter((byte) => byte < 9 || (byte > 15 && byte < 32 && byte !== 27));
  return controls.length * 50 > bytes.length;
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
  ibm866: 'IBM 866',
  'iso-8859-2': 'ISO 8859-2',
  'iso-2022-jp': 'ISO-2022-JP',
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
      ? (mixedText(bytes) ?? inEncoding(bytes, olderEncoding(sampleOf(linesOf(bytes)))))
      : inEncoding(
          bytes.subarray(mark?.[1] ?? 0),
          mark?.[0] ?? (isMailJapanese(bytes) ? 'iso-2022-jp' : 'utf-8'),
        );
  return { text: text.replace(/\r\n?/g, '\n'), encoding };
}

/** Its bytes are those of ASCII, with a switch before Japanese. */
const isMailJapanese = (bytes: Uint8Array): boolean => {
  const at = bytes.indexOf(27);
  return at !== -1 && /^\$[@B]$/.test(ascii(bytes, at + 1, at + 3));
};

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
  const older = beyondAscii.filter((line) => !isUtf8(line));
  const others = beyondAscii.length - older.length;
  if (others === 0) return null;
  const encoding = olderEncoding(sampleOf(older));
  if (!/^(?:windows|koi8|macintosh)/.test(encoding) && older.length > others) return null;
  const isOlder = new Set(older);
  const places = lines.flatMap((line, at) => (isOlder.has(line) ? [at + 1] : []));
  const more = places.length > 5 ? ` and ${places.length - 5} more` : '';
  return {
    text: lines.map((line) => inEncoding(line, isOlder.has(line) ? encoding : 'utf-8').text).join(''),
    encoding: `UTF-8, but ${labelOf(encoding)} in line${places.length === 1 ? '' : 's'} ${places.slice(0, 5).join(', ')}${more}`,
  };
}

/** What shows an encoding as well as all of a large file does. */
const sampleBytes = 500_000;

/** All lines, or of more than a sample those beyond ASCII, whole unless a single one is longer than a sample. */
function sampleOf(lines: readonly Uint8Array[]): Uint8Array {
  // The words of lines in ASCII tell the language, too.
  if (lines.reduce((sum, line) => sum + line.length, 0) <= sampleBytes) return joined(lines);
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const line of lines) {
    if (!line.some((byte) => byte >= 0x80)) continue;
    parts.push(line);
    length += line.length;
    if (length > sampleBytes) break;
  }
  return joined(parts).subarray(0, 2 * sampleBytes);
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

/** By its bytes: an error of a decoder for each of a million lines takes a quarter of a minute. */
function isUtf8(line: Uint8Array): boolean {
  let following = 0;
  for (const byte of line) {
    if (following > 0 ? byte < 0x80 || byte > 0xbf : byte > 0x7f && (byte < 0xc2 || byte > 0xf4))
      return false;
    if (following > 0) following -= 1;
    else if (byte > 0x7f) following = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
  }
  return following === 0;
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
  const [best] = alphabets
    .map((alphabet) => ({ encoding: alphabet[0], fit: fitOf(bytes, alphabet) }))
    .sort((one, two) => two.fit - one.fit);
  const asChinese = share(0xa1, 0xbf) > 0.1 ? decoded(bytes, 'gb18030') : null;
  // Bytes of Thai and of Russian in DOS may be Chinese by chance, of characters that no text has.
  const isChinese = asChinese !== null && ((best?.fit ?? 0) < 1 || shareOf(asChinese, chinese) > 0.05);
  return isChinese ? 'gb18030' : (best?.encoding ?? 'windows-1252');
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
  ['ibm866', 'оеаинтсрвл', /\p{Script=Cyrillic}/u, /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/gu],
  ['windows-1253', 'αοιετσνηυρ', /\p{Script=Greek}/u, /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|ς\p{L}/gu],
  ['windows-1255', 'יוהלאתרבשמ', /\p{Script=Hebrew}/u, /[ךםןףץ]\p{L}/gu],
  ['windows-1256', 'اليمنتربوه', /\p{Script=Arabic}/u, /[ةى]\p{L}/gu],
  ['windows-874', 'านรอกเงยม่', /\p{Script=Thai}/u, /(?<![\p{L}\p{M}])\p{M}/gu],
] as const;

/** How well the text fits when it is read as this alphabet. */
function fitOf(bytes: Uint8Array, [encoding, common, script, odd]: (typeof alphabets)[number]): number {
  const text = decoded(bytes, encoding) ?? '';
  const letters = text.toLowerCase().match(/[^\0-\x7f]/gu) ?? [];
  let fit = -3 * (text.match(odd)?.length ?? 0);
  for (const letter of letters) {
    const rank = common.indexOf(letter);
    if (rank !== -1) fit += rank < 5 ? 3 : 2;
    else if (!/[\p{L}\p{M}]/u.test(letter) || !script.test(letter)) fit -= 3;
  }
  return fit / Math.max(1, letters.length);
}

/** Code pages for languages in Latin letters that Windows-1252 has not all letters of. */
const codePages: readonly (readonly [encoding: string, languages: readonly string[]])[] = [
  ['windows-1250', ['cs', 'sk', 'pl', 'hu', 'hr', 'sl', 'ro']],
  ['iso-8859-2', ['cs', 'sk', 'pl', 'hu', 'hr', 'sl', 'ro']],
  ['windows-1254', ['tr', 'az']],
  ['windows-1257', ['lt', 'lv', 'et']],
  ['windows-1258', ['vi']],
];

/** By words without accents; where they do not tell, the page in whose letters the text is a language most surely. */
function westernEncoding(bytes: Uint8Array): string {
  const readAs = (encoding: string) => identifyLanguage(new TextDecoder(encoding).decode(bytes));
  const { code: language, confidence } = readAs('windows-1252');
  let best = {
    page: codePages.find(([, languages]) => languages.includes(language))?.[0],
    language,
    confidence,
  };
  for (const [page, languages] of best.page === undefined ? codePages : []) {
    const read = readAs(page);
    if (languages.includes(read.code) && read.confidence > best.confidence)
      best = { page, language: read.code, confidence: read.confidence };
  }
  if (best.page === 'windows-1250' && isIso(bytes, best.language)) return 'iso-8859-2';
  return best.page ?? (isMacRoman(bytes) ? 'macintosh' : 'windows-1252');
}

/** Signs inside the words of Windows-1250 are letters of ISO 8859-2; of these languages only Polish has an ą. */
function isIso(bytes: Uint8Array, language: string): boolean {
  const read = new TextDecoder('windows-1250').decode(bytes);
  return /\p{L}[±¶¬µ]|[±¶¦¬µ]\p{L}|\p{L}[»«©®]\p{L}/u.test(read) || (language !== 'pl' && /ą/iu.test(read));
}

/** Excel on a Mac: its letters with accents are signs in Windows-1252 that text hardly has, or no word inside. */
function isMacRoman(bytes: Uint8Array): boolean {
  const high = bytes.filter((byte) => byte >= 0x80).length;
  const read = new TextDecoder('windows-1252').decode(bytes);
  const odd = read.match(/[\u0080-\u009fƒ‡ˆ]|(?<=\p{L})[€‚„…†‰Š‹Ž‘•–—˜™š›žŸ§](?=[\p{L}\u0080-\u009fŠŸš§])/gu);
  return (odd?.length ?? 0) / high >= 0.5;
}
