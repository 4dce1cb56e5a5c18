/**
 * Parses numbers with units, and prices, in the digits, groupings and currencies that answers use. The key is
 * canonical: "1.299,00 €" (de), "€1,299" (en) and "1 299 €" (fr) are the same price.
 */

import { currencyAfter, currencyBefore, units } from './numberSigns.ts';

export type FoundNumber = {
  readonly kind: 'number' | 'price' | 'date';
  readonly start: number;
  readonly end: number;
  /** Canonical value with unit or currency: "1299 EUR", "2.5 kg", "84". */
  readonly key: string;
  readonly value: number;
  /** ISO 4217, or the sign itself if it is ambiguous ("$", "kr"). */
  readonly currency: string | null;
  readonly unit: string | null;
};

const digitClass = '0-9٠-٩۰-۹०-९๐-๙０-９';
const isoDate = /(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/y;
const plainNumber = new RegExp(`[${digitClass}]+(?:[.,٫٬'’\\u00a0\\u202f][${digitClass}]+)*`, 'y');
const spaced = new RegExp(
  `[${digitClass}]{1,3}(?:[ \\u00a0\\u202f][${digitClass}]{3})+(?![${digitClass}])(?:[.,][${digitClass}]{1,2}(?![${digitClass}]))?`,
  'y',
);

/** Languages that separate thousands with a (thin) space. */
const spaceGrouping = new Set(['fr', 'sv', 'no', 'da', 'fi', 'pl', 'cs', 'sk', 'hu', 'ru', 'uk', 'bg']);
/** Languages with a decimal comma. */
const commaDecimalLanguages = new Set(
  'de fr es pt it nl pl sv da no fi cs sk hu ro tr id vi hr ca ru uk bg sr el'.split(' '),
);

/** Index by first character, longest first. It is used thousands of times per answer. */
function byFirst(
  pairs: readonly (readonly [string, string])[],
): ReadonlyMap<string, readonly (readonly [string, string])[]> {
  const map = new Map<string, (readonly [string, string])[]>();
  for (const pair of pairs) {
    const first = pair[0].charAt(0);
    const list = map.get(first);
    if (list === undefined) map.set(first, [pair]);
    else list.push(pair);
  }
  for (const list of map.values()) list.sort((one, two) => two[0].length - one[0].length);
  return map;
}
const currencyBeforeByFirst = byFirst(currencyBefore);
const currencyAfterByFirst = byFirst(currencyAfter);
const unitsByFirst = byFirst(units);

const wordCharacter = /[\p{L}\p{N}]/u;
/** Scripts without spaces. A unit in these scripts needs no space after it. */
const unspaced = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

function matchAt(
  table: ReadonlyMap<string, readonly (readonly [string, string])[]>,
  text: string,
  position: number,
): readonly [string, string] | null {
  const list = table.get(text.charAt(position));
  if (list === undefined) return null;
  for (const pair of list) {
    if (!text.startsWith(pair[0], position)) continue;
    const next = text.charAt(position + pair[0].length);
    const last = pair[0].charAt(pair[0].length - 1);
    // "20GB以上" is 20 GB: the unit ends before a word in another script without spaces.
    if (next !== '' && wordCharacter.test(last) && wordCharacter.test(next) && !unspaced.test(last + next))
      continue;
    return pair;
  }
  return null;
}

/** Digits of other scripts as ASCII digits, without spaces and apostrophes between groups. */
function inAscii(written: string): string {
  return written
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0xe50))
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/٫/g, '.')
    .replace(/[٬'’\u00a0\u202f ]/g, '');
}

const onlyDigits = /^\d+$/;

/** Value of a number in the format of `language`; NaN if it is not a number (1.2.3). */
export function parseNumber(written: string, language: string): number {
  if (onlyDigits.test(written)) return Number(written);
  const digits = /[^\d.,]/.test(written) ? inAscii(written) : written;
  if (!/[.,]/.test(digits)) return Number(digits);
  const dots = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (dots > 0 && commas > 0) {
    const decimal = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
    const group = decimal === '.' ? ',' : '.';
    return Number(digits.replaceAll(group, '').replace(decimal, '.'));
  }
  const mark = dots > 0 ? '.' : ',';
  const parts = digits.split(mark);
  const groupsOfThree =
    parts.slice(1).every((part) => part.length === 3) && (parts[0] ?? '').length <= 3 && parts[0] !== '0';
  const commaDecimal = commaDecimalLanguages.has(language);
  if (parts.length > 2) return groupsOfThree ? Number(parts.join('')) : Number.NaN;
  // Three zeros are not decimals.
  if (groupsOfThree && ((mark === ',') !== commaDecimal || parts[1] === '000')) return Number(parts.join(''));
  return Number(parts.join('.'));
}

function spaceLength(text: string, position: number): number {
  const character = text.charAt(position);
  return character === ' ' || character === '\u00a0' || character === '\u202f' ? 1 : 0;
}

/** The number, price or ISO date that starts exactly at `position`, or null. */
export function numberAt(text: string, position: number, language: string): FoundNumber | null {
  const before = matchAt(currencyBeforeByFirst, text, position);
  let start = position;
  if (before !== null) start = position + before[0].length + spaceLength(text, position + before[0].length);
  isoDate.lastIndex = start;
  const date = before === null && text.charAt(start + 4) === '-' ? isoDate.exec(text) : null;
  if (date !== null) {
    return {
      kind: 'date',
      start: position,
      end: isoDate.lastIndex,
      key: date[0],
      value: Date.parse(date[0]),
      currency: null,
      unit: null,
    };
  }
  let match: RegExpExecArray | null = null;
  let pattern = plainNumber;
  if (spaceGrouping.has(language)) {
    spaced.lastIndex = start;
    match = spaced.exec(text);
    if (match !== null) pattern = spaced;
  }
  if (match === null) {
    plainNumber.lastIndex = start;
    match = plainNumber.exec(text);
  }
  if (match === null) return null;
  const value = parseNumber(match[0], language);
  const end = pattern.lastIndex;
  const written = Number.isNaN(value) ? match[0] : String(value);
  if (before !== null)
    return {
      kind: 'price',
      start: position,
      end,
      key: `${written} ${before[1]}`,
      value,
      currency: before[1],
      unit: null,
    };
  const gap = spaceLength(text, end);
  const after = matchAt(currencyAfterByFirst, text, end + gap);
  if (after !== null) {
    return {
      kind: 'price',
      start: position,
      end: end + gap + after[0].length,
      key: `${written} ${after[1]}`,
      value,
      currency: after[1],
      unit: null,
    };
  }
  const unit = matchAt(unitsByFirst, text, end + gap);
  if (unit !== null) {
    return {
      kind: 'number',
      start: position,
      end: end + gap + unit[0].length,
      key: `${written} ${unit[1]}`,
      value,
      currency: null,
      unit: unit[1],
    };
  }
  return { kind: 'number', start: position, end, key: written, value, currency: null, unit: null };
}

/** Amount and currency of a displayed price ("ab 79,90 €"); null if it contains no number. */
export function parsePrice(
  shown: string,
  language: string,
): { readonly amount: number; readonly currency: string | null } | null {
  let plain: FoundNumber | null = null;
  for (let position = 0; position < shown.length; position++) {
    const found = numberAt(shown, position, language);
    if (found === null) continue;
    // Hundreds of digits are not a price.
    const finite = Number.isFinite(found.value);
    if (found.kind === 'price' && finite) return { amount: found.value, currency: found.currency };
    if (plain === null && finite) plain = found;
    position = found.end - 1;
  }
  return plain === null ? null : { amount: plain.value, currency: null };
}
