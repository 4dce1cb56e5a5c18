/** The digits of a number with its magnitudes and groups, and where a range of two numbers ends. */
import { asDigit } from './folding.ts';
import type { NumberRules, SignTable } from './numberRules.ts';
import { type Magnitude, magnitudes, moneyMagnitudes } from './numberSigns.ts';

/** Also without the zero before its point: ".5 mm", "$.99". */
const plainNumber =
  /(?:\.(?=\p{Nd}))?\p{Nd}+(?:[.,٫٬，．]\p{Nd}+|['’]\p{Nd}{3}(?!\p{Nd})|(?<=[۰-۹])\/[۰-۹]{1,2}(?=\s(?:هزار|میلی)))*/uy;
/** Groups of three digits between the same spaces. */
const groupedNumber =
  /\p{Nd}{1,3}(?:([ \u00a0\u202f\u2009\u2007])\p{Nd}{3})(?:\1\p{Nd}{3})*(?!\p{Nd})(?:[.,٫]\p{Nd}{1,2}(?!\p{Nd}))?/uy;
const digit = /\p{Nd}/u;
const wordCharacter = /[\p{L}\p{N}]/u;
/** Letters of scripts without spaces: a unit in them needs no space after it. */
const isUnspacedLetter = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/**
 * The longest sign of a table at a position. A word of letters must end there.
 * @param before whether it is a sign before a number, which may follow at once ("R12")
 */
export function signAt(
  tables: readonly SignTable[],
  text: string,
  position: number,
  before = false,
): readonly [string, string] | null {
  const first = text.charAt(position);
  let longest: readonly [string, string] | null = null;
  for (const table of tables) {
    const found = signIn(table.get(first), text, position, before);
    if (found !== null && found[0].length > (longest?.[0].length ?? 0)) longest = found;
  }
  return longest;
}

function signIn(
  list: ReturnType<SignTable['get']>,
  text: string,
  position: number,
  before: boolean,
): readonly [string, string] | null {
  for (const pair of list ?? []) {
    if (!text.startsWith(pair[0], position)) continue;
    const next = text.charAt(position + pair[0].length);
    if (before && digit.test(next)) return pair;
    const last = pair[0].charAt(pair[0].length - 1);
    // "20GB以上" is 20 GB: the unit ends before a word in another script without spaces.
    if (
      next !== '' &&
      wordCharacter.test(last) &&
      wordCharacter.test(next) &&
      !isUnspacedLetter.test(last + next)
    )
      continue;
    return pair;
  }
  return null;
}

/** Digits of other scripts as ASCII digits, with "." and "," only, without the marks between groups. */
function inAscii(written: string): string {
  if (asciiNumber.test(written)) return written;
  return written
    .replace(/[^\0-\x7f]/gu, (mark) =>
      mark === '٫' || mark === '．' ? '.' : mark === '，' ? ',' : asDigit(mark),
    )
    .replace('/', '.')
    .replace(/[^\d.,]/g, '');
}

const onlyDigits = /^\d+$/;
const asciiNumber = /^[\d.,]+$/;
const lakhs = /^\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?$/;
/** "$1'299.000": the apostrophe separates millions, as in Colombia and Mexico. */
const millions = /^(\d{1,3}['’]\d{3}([.,])\d{3})(?:(?!\2)[.,](\d{1,2}))?$/;

/**
 * Value of a number as written, without signs; NaN if it is none (1.2.3) or cannot be read surely.
 * @param money a price: three digits after its only separator are no decimals
 */
export function parseNumber(written: string, rules: NumberRules, money = false): number {
  if (onlyDigits.test(written)) return Number(written);
  const [, whole, , cents = '0'] = millions.exec(written) ?? [];
  if (whole !== undefined) return Number(`${whole.replace(/\D/g, '')}.${cents}`);
  const digits = inAscii(written);
  const [dots, commas] = [countIn(digits, '.'), countIn(digits, ',')];
  if (dots === 0 && commas === 0) return Number(digits);
  if (commas > 1 && lakhs.test(digits)) return Number(digits.replaceAll(',', ''));
  if (dots > 0 && commas > 0) {
    const decimal = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
    if ((decimal === '.' ? dots : commas) > 1) return Number.NaN;
    const [whole = '', part = ''] = digits.split(decimal);
    const groups = whole.split(decimal === '.' ? ',' : '.');
    return isGrouped(groups) ? Number(`${groups.join('')}.${part}`) : Number.NaN;
  }
  const mark = dots > 0 ? '.' : ',';
  const parts = digits.split(mark);
  if (parts.length > 2) return isGrouped(parts) ? Number(parts.join('')) : Number.NaN;
  if (!isGrouped(parts)) return Number(parts.join('.'));
  // Three zeros are not decimals.
  if (money || parts[1] === '000') return Number(parts.join(''));
  if (rules.decimal === null) return Number.NaN;
  return Number(parts.join(mark === rules.decimal ? '.' : ''));
}

function countIn(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count++;
  return count;
}

function isGrouped([first = '', ...others]: readonly string[]): boolean {
  return first !== '' && first.length <= 3 && first !== '0' && others.every((part) => part.length === 3);
}

const gap =
  /[\u200b\u200e\u200f\u061c\u2060]{0,3}[ \u00a0\u202f\u2009\u2007]?[\u200b\u200e\u200f\u061c\u2060]{0,3}/y;

/** The position after one space at `at`, with the invisible marks of direction beside it, or `at`. */
export function spaced(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (!(unit === 32 || unit >= 160)) return at;
  gap.lastIndex = at;
  gap.test(text);
  return gap.lastIndex;
}

/** The digits of a number with their magnitudes, to be added: 1万9800 is 1 × 10,000 and 9,800. */
export type Amount = {
  readonly end: number;
  /** Whether a magnitude follows the digits ("million"). */
  readonly sized: boolean;
  readonly terms: readonly { readonly written: string; readonly factor: number }[];
};

export function amountValue({ terms }: Amount, rules: NumberRules, money: boolean): number {
  let sum = 0;
  for (const { written, factor } of terms) sum += parseNumber(written, rules, money && factor === 1) * factor;
  // Without the last digits of a binary fraction: 1.1 thousand is 1100.
  return terms.length === 1 && terms[0]?.factor === 1 ? sum : Number(sum.toPrecision(12));
}

/** Ten thousands of East Asia, which combine: 3億5000万, 5천만. */
const eastAsian: Readonly<Record<string, number>> = {
  ...{ 百: 1e2, 千: 1e3, 万: 1e4, 萬: 1e4, 億: 1e8, 亿: 1e8, 兆: 1e12 },
  ...{ 백: 1e2, 천: 1e3, 만: 1e4, 억: 1e8, 조: 1e12 },
};
export function eastAsianEnd(text: string, from: number): number {
  let end = from;
  while (eastAsian[text.charAt(end)] !== undefined) end++;
  return end;
}

/** The end of the magnitude behind an amount of money; `at` if there is none. */
export function sizeEnd(text: string, at: number, rules: NumberRules): number {
  return magnitudeAt(text, at, rules, true)?.end ?? eastAsianEnd(text, at);
}

/** Units that begin with a thousand, such as kilometres. */
const eastAsianUnit = /[千백천][米克瓦卡]/;

export function amountAt(text: string, start: number, rules: NumberRules, money: boolean): Amount | null {
  const terms: { written: string; factor: number }[] = [];
  let end = start;
  for (;;) {
    const next =
      terms.length === 0 || /\p{Script=Hangul}/u.test(text.charAt(end - 1)) ? spaced(text, end) : end;
    const digits = digitsAt(text, terms.length === 0 ? start : next, rules, money);
    if (digits === 0) break;
    const from = terms.length === 0 ? start : next;
    end = from + digits;
    let factor = 1;
    while (eastAsian[text.charAt(end)] !== undefined && !eastAsianUnit.test(text.slice(end, end + 2)))
      factor *= eastAsian[text.charAt(end++)] as number;
    const last = terms.at(-1);
    terms.push({ written: text.slice(from, from + digits), factor });
    if (factor === 1 || (last !== undefined && last.factor <= factor)) break;
  }
  const [only] = terms;
  if (only === undefined) return null;
  const digits = end;
  for (let words = 0; words < 2; words++) {
    const size = magnitudeAt(text, end, rules, money);
    if (size === null) break;
    only.factor *= size.factor;
    end = size.end;
  }
  if (end === digits && only.factor === 1)
    only.factor = factorOfRange(text, start, end, only.written, rules, money);
  return { end, sized: end > digits, terms };
}

/** The magnitude that the second number of a range shares with the first, smaller one: "$2–3 million". */
function factorOfRange(
  text: string,
  start: number,
  end: number,
  first: string,
  rules: NumberRules,
  money: boolean,
): number {
  const to = endOfRange(text, start, end, true);
  if (to === 0) return 1;
  const [second = '', sign] = /(\p{Sc}\s?)?\p{Nd}[\p{Nd}.,]*$/u.exec(text.slice(end, to)) ?? [];
  const number = second.slice(sign?.length ?? 0);
  const size = magnitudeAt(text, to, rules, money) ?? eastAsianSize(text, to);
  if (size === null) return sharesThousands(first, number, rules) ? 1000 : 1;
  // "$10 to $15K" are two amounts, "$10–$15K" and "between $1 and $2 million" are of one size.
  const apart = sign !== undefined && /^[kKmMbB]$/.test(text.slice(to, size.end).trim());
  if (apart && !/^\s?[–—~〜～-]/.test(text.slice(end, end + 2))) return 1;
  return parseNumber(first, rules) < parseNumber(number, rules) ? size.factor : 1;
}

/** "10-15.000 Euro": the first number has the thousands of the second, which is not much larger. */
function sharesThousands(first: string, second: string, { decimal }: NumberRules): boolean {
  const thousands = decimal === ',' ? /^(\d{1,3})\.\d00$/.exec(second)?.[1] : undefined;
  if (thousands === undefined || !/^\d{1,3}$/.test(first)) return false;
  return Number(first) < Number(thousands) && Number(thousands) <= 3 * Number(first);
}

function eastAsianSize(text: string, at: number): { readonly factor: number; readonly end: number } | null {
  const end = eastAsianEnd(text, at);
  const factor = [...text.slice(at, end)].reduce((product, sign) => product * (eastAsian[sign] ?? 1), 1);
  return end === at || eastAsianUnit.test(text.slice(end - 1, end + 1)) ? null : { factor, end };
}

/** Length of the digits at a position; 0 if there are none. */
function digitsAt(text: string, at: number, rules: NumberRules, money: boolean): number {
  groupedNumber.lastIndex = at;
  const grouped = groupedNumber.exec(text);
  if (grouped !== null) {
    const { length } = grouped[0];
    const sure =
      grouped[1] !== ' ' ||
      money ||
      (rules.spaced && !isStorage(text, at + length)) ||
      /^(?!0)\d+ (?:.* )?000/.test(grouped[0]);
    if (sure || signAt(rules.signs().after, text, spaced(text, at + length)) !== null) return length;
  }
  plainNumber.lastIndex = at;
  return plainNumber.exec(text)?.[0].length ?? 0;
}

/** Whether "15 128 GB" are a model and its storage. */
function isStorage(text: string, end: number): boolean {
  return /^\s?[KMGT]B/.test(text.slice(end, end + 3));
}

function sizesByFirst(sizes: readonly Magnitude[]): ReadonlyMap<string, readonly Magnitude[]> {
  const map = new Map<string, Magnitude[]>();
  for (const size of sizes) map.set(size[0].charAt(0), [...(map.get(size[0].charAt(0)) ?? []), size]);
  for (const list of map.values()) list.sort((one, two) => two[0].length - one[0].length);
  return map;
}
const sizeWords = sizesByFirst(magnitudes);
const moneyLetters = sizesByFirst(moneyMagnitudes);

const counted = /(?:\p{Nd}[.,]\p{Nd}{1,2}|(?<![\p{L}\p{N}.,])\p{Nd}{2,3})$/u;
const countedInThousands = /(?:\p{Nd}[.,]\p{Nd}{1,2}|(?<![\p{L}\p{N}.,])\p{Nd}{3})$/u;

function magnitudeAt(
  text: string,
  at: number,
  { language, signs, currency }: NumberRules,
  money: boolean,
): { readonly factor: number; readonly end: number } | null {
  const start = spaced(text, at);
  const matching = (sizes: ReadonlyMap<string, readonly Magnitude[]>, from: number) =>
    sizes.get(text.charAt(from))?.find(([written, , languages]) => {
      if (!text.startsWith(written, from)) return false;
      if (languages.length > 0 && !languages.includes(language)) return false;
      const next = text.charAt(from + written.length);
      return !/[\p{L}\p{N}]/u.test(next) || isUnspacedLetter.test(written);
    });
  const word = matching(sizeWords, start);
  if (word !== undefined) return { factor: word[1], end: start + word[0].length };
  const letter = moneyLetters.get(text.charAt(start))?.find(([written]) => text.startsWith(written, start));
  if (letter === undefined) return null;
  const end = start + letter[0].length;
  if (start > at) {
    // "₹1.2 Cr", "$5 M", "15 k€": with a space only what is no unit.
    const isSize = letter[0] === 'L' ? currency === 'INR' : /^(?:[kKMB]|MM|[Cc]r\.?|jt|rb)$/.test(letter[0]);
    const ends = money && /^(?:$|[\s,;:!?)\]|*_/+~–—]|\.(?!\p{L}))/u.test(text.slice(end, end + 2));
    return isSize && (ends || /^\p{Sc}(?!\p{Nd})/u.test(text.slice(end, end + 2)))
      ? { factor: letter[1], end }
      : null;
  }
  const ends = !/[\p{L}\p{N}]/u.test(text.charAt(end));
  // "4K" and "16K" are resolutions, "7B" is a model, "2.3k", "12k", "450K", "12M" and "1.2B" are counts.
  const counts =
    /^[kKMB]$/.test(letter[0]) &&
    (/[KB]/.test(letter[0]) ? countedInThousands : counted).test(text.slice(Math.max(0, at - 6), at));
  const isMoney = signAt(signs().after, text, spaced(text, end)) !== null || ((money || counts) && ends);
  return isMoney ? { factor: letter[1], end } : null;
}

/** Before the second number, which may have a sign of its own. */
const ahead = String.raw`(?=(?:\p{Sc}\s?)?\p{Nd})`;
const rangeTo = new RegExp(
  String.raw`\s?(?:[–—~〜～-]|至|到|から|에서)\s?${ahead}|\s(?:to|bis|à|a|al|ao|às|até|до|do|tot|til|till|iki|līdz|kuni|έως|ως|ile|ila|إلى|الى|حتى|تا|עד|sampai|hingga|đến|ถึง|से|fino a)\s${ahead}|\s(?:ל-?|up to\s)${ahead}`,
  'uy',
);
/** Between two numbers a word for "and" makes a range only after one for "between". */
const rangeAnd = new RegExp(
  String.raw`\s(?:and|und|et|y|e|en|og|och|și|i|и|та|і|και|و|ו-?)\s?(?:(?:i|los|las|les|os|as|de|gli|le)\s)?${ahead}`,
  'uy',
);
const between =
  /(?:^|[^\p{L}])(?:between|zwischen|zw\.|entre|tra|fra|tussen|mellan|mellem|mellom|între|između|mezi|między|между|між|ανάμεσα|μεταξύ|بين|בין)\s(?:(?:i|los|las|les|os|as|de|gli|le)\s)?\S{0,3}$/iu;
/** "iPhone 15 – 799 €": before the spaced dash stands a name with its number, which is much smaller. */
function isNameBefore(text: string, start: number, end: number, joined: number): boolean {
  if (
    !/^\s[–—-]\s$/.test(text.slice(end, joined)) ||
    !/\p{L}\s$/u.test(text.slice(Math.max(0, start - 2), start))
  )
    return false;
  const second = /\p{Sc}/u.test(text.charAt(joined)) ? joined + 1 : joined;
  groupedNumber.lastIndex = second;
  plainNumber.lastIndex = second;
  const written = (groupedNumber.exec(text) ?? plainNumber.exec(text))?.[0] ?? '';
  return wholeOf(written) > 10 * wholeOf(text.slice(start, end));
}

/** The whole part of a number, whichever separators it has. */
const wholeOf = (written: string): number =>
  Number(inAscii(written.replace(/[.,]\p{Nd}{1,2}$/u, '')).replace(/[.,]/g, ''));

/**
 * The end of the second number of a range whose first number is at `start` to `end`; 0 if it is none.
 * @param signed whether the second number may have a sign of a currency before it
 */
export function endOfRange(text: string, start: number, end: number, signed = false): number {
  rangeTo.lastIndex = end;
  rangeAnd.lastIndex = end;
  const joined = rangeTo.test(text)
    ? rangeTo.lastIndex
    : rangeAnd.test(text) && between.test(text.slice(Math.max(0, start - 24), start))
      ? rangeAnd.lastIndex
      : 0;
  if (joined === 0 || isNameBefore(text, start, end, joined)) return 0;
  const hasSign = /^\p{Sc}/u.test(text.charAt(joined));
  if (hasSign && !signed) return 0;
  const from = hasSign ? spaced(text, joined + 1) : joined;
  groupedNumber.lastIndex = from;
  if (groupedNumber.test(text)) return groupedNumber.lastIndex;
  plainNumber.lastIndex = from;
  return plainNumber.test(text) ? plainNumber.lastIndex : 0;
}
