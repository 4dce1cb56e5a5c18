/**
 * Reads numbers with units, and prices, in the digits, groupings, magnitudes and currencies that answers use. The key
 * is canonical: "1.299,00 €" (Germany), "€1,299" (Ireland) and "1 299 €" (France) are the same price. A number that
 * cannot be read surely is no number: its kind is `unread`, and its key is what is written.
 */
import { asDigit } from './folding.ts';
import { byFirst, currencyOf, type NumberRules, type SignTable } from './numberRules.ts';
import { ambiguousSigns, type Magnitude, magnitudes, moneyMagnitudes, units } from './numberSigns.ts';

export type FoundNumber = {
  /** `code`: a version ("1.2.3") or the like ("4K"). */
  readonly kind: 'number' | 'price' | 'unread' | 'code';
  readonly start: number;
  readonly end: number;
  /** Canonical value with unit or currency: "1299 EUR", "2.5 kg", "84". */
  readonly key: string;
  /** NaN if it is not read. */
  readonly value: number;
  /** ISO 4217, or the sign itself if it is ambiguous ("$", "kr"). */
  readonly currency: string | null;
  readonly unit: string | null;
};

/** Also without the zero before its point: ".5 mm", "$.99". */
const plainNumber = /(?:\.(?=\p{Nd}))?\p{Nd}+(?:[.,٫٬，．]\p{Nd}+|['’]\p{Nd}{3}(?!\p{Nd}))*/uy;
/** Groups of three digits between the same spaces. */
const groupedNumber =
  /\p{Nd}{1,3}(?:([ \u00a0\u202f\u2009])\p{Nd}{3})(?:\1\p{Nd}{3})*(?!\p{Nd})(?:[.,٫]\p{Nd}{1,2}(?!\p{Nd}))?/uy;
const unitsByFirst = [byFirst(units)];
const digit = /\p{Nd}/u;
const wordCharacter = /[\p{L}\p{N}]/u;
/** Letters of scripts without spaces: a unit in them needs no space after it. */
const isUnspacedLetter = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/**
 * The longest sign of a table at a position. A word of letters must end there.
 * @param before whether it is a sign before a number, which may follow at once ("R12")
 */
function signAt(
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
  return written
    .replace(/[^\0-\x7f]/gu, (mark) =>
      mark === '٫' || mark === '．' ? '.' : mark === '，' ? ',' : asDigit(mark),
    )
    .replace(/[^\d.,]/g, '');
}

const onlyDigits = /^\d+$/;
const lakhs = /^\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?$/;

/**
 * Value of a number as written, without signs; NaN if it is none (1.2.3) or cannot be read surely.
 * @param money a price: three digits after its only separator are no decimals
 */
export function parseNumber(written: string, rules: NumberRules, money = false): number {
  if (onlyDigits.test(written)) return Number(written);
  const digits = inAscii(written);
  if (!/[.,]/.test(digits)) return Number(digits);
  if (lakhs.test(digits)) return Number(digits.replaceAll(',', ''));
  const dots = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
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

function isGrouped([first = '', ...others]: readonly string[]): boolean {
  return first !== '' && first.length <= 3 && first !== '0' && others.every((part) => part.length === 3);
}

/** Currencies with three decimals, where "1.250" is not 1250. */
const threeDecimals = new Set(['KWD', 'BHD', 'OMR', 'JOD', 'TND', 'LYD', 'IQD']);
/** What may stand after the digits of a price without cents: "99,–", "1'299.-", "500/-". */
const withoutCents = /(?:[.,][–—-]{1,2}|\/-)/y;

/**
 * A number, a price or an unreadable number that starts exactly at `position`; null if none does.
 * @param money the text is a price, so that a number without a currency is an amount
 */
export function numberAt(
  text: string,
  position: number,
  rules: NumberRules,
  money = false,
): FoundNumber | null {
  const negative = isMinus(text, position) && !/[\p{L}\p{N})]/u.test(text.charAt(position - 1));
  let start = negative ? position + 1 : position;
  const before = signAt(rules.signs().before, text, start, true);
  if (before === null && rules.signs().letters.has(text.charCodeAt(start))) return null;
  if (before !== null) start = spaced(text, start + before[0].length);
  const minus = before !== null && isMinus(text, start);
  if (minus) start++;
  const amount =
    vulgarAt(text, start) === null ? amountAt(text, start, rules, before !== null) : noWhole(start);
  if (amount === null) return null;
  const read = (end: number, name: string | null, priced: boolean, unit = ''): FoundNumber => {
    const value =
      amountValue(amount, rules, priced && !threeDecimals.has(name ?? '')) * (negative || minus ? -1 : 1);
    const sure = !Number.isNaN(value);
    const currency = priced ? name : null;
    const meant = currency === null ? unit : currencyMeant(currency, rules);
    return {
      kind: sure ? (currency === null ? 'number' : 'price') : isVersion(amount) ? 'code' : 'unread',
      start: position,
      end,
      key: !sure ? text.slice(position, end) : `${value} ${meant}`.trim(),
      value,
      currency,
      unit: unit || null,
    };
  };
  withoutCents.lastIndex = amount.end;
  const end = withoutCents.test(text) ? withoutCents.lastIndex : amount.end;
  const next = nameFrom(text, end, amount.sized);
  const after = signAt(rules.signs().after, text, next);
  if (after !== null && (before === null || isSameMoney(before[1], after[1]))) {
    const name = before === null || isCode(after[1]) ? after[1] : before[1];
    const price = read(next + after[0].length, name, true);
    const cents = next === amount.end ? centsAfterSign.exec(text.slice(price.end, price.end + 4))?.[0] : null;
    return cents == null ? price : amountOf(price, price.value + Number(cents) / 100, price.end + 2);
  }
  const penny = rules.currency === 'GBP' && end - start < 3 && next === end ? pennies : hundredths;
  const hundredth = before === null && rules.currency !== null ? signAt(penny, text, next) : null;
  if (hundredth !== null) {
    const price = read(next + hundredth[0].length, rules.currency, true);
    return amountOf(price, price.value / 100, price.end);
  }
  const currency = before?.[1] ?? currencyOfRange(text, position, amount.end, rules);
  if (currency !== null) return read(end, currency, true);
  const fraction = fractionOf(text, amount.end);
  const unitFrom = spaced(text, fraction?.end ?? amount.end);
  const unit = signAt(unitsByFirst, text, unitFrom);
  if (unit !== null) {
    const measured = read(unitFrom + unit[0].length, null, false, unit[1]);
    return fraction === null ? measured : amountOf(measured, fraction.of(measured.value), measured.end);
  }
  if (fraction?.whole === true) {
    const plain = read(fraction.end, null, false);
    return amountOf(plain, fraction.of(plain.value), plain.end);
  }
  if (
    percentFirst.has(rules.language) &&
    percentBefore.test(text.slice(Math.max(0, position - 12), position))
  )
    return read(amount.end, null, false, '%');
  if (/^[A-Za-z](?!\p{L})/u.test(text.slice(amount.end, amount.end + 2)))
    return {
      ...read(amount.end + 1, null, false),
      kind: 'code',
      key: text.slice(position, amount.end + 1),
      value: Number.NaN,
    };
  return read(amount.end, null, money, money ? '' : unitOfRange(text, position, amount.end));
}

/** The same number with another value. */
function amountOf(found: FoundNumber, value: number, end: number): FoundNumber {
  if (Number.isNaN(value)) return { ...found, end };
  const exact = Number(value.toPrecision(12));
  return { ...found, end, value: exact, key: found.key.replace(/^\S+/, String(exact)) };
}

/** Cents behind the sign, as in France: "49€90". */
const centsAfterSign = /^\d\d(?![\d.,])/;
/** "99 cents" is 0.99 of the market's currency. */
const hundredths = [
  byFirst(
    ['cents', 'cent', 'Cent', '¢', 'centimes', 'céntimos', 'centesimi', 'eurocent', 'pence'].map(
      (sign) => [sign, 'cent'] as const,
    ),
  ),
];
/** "50p", in Britain. */
const pennies = [...hundredths, byFirst([['p', 'cent']])];
/** Languages that write the sign of percent before the number, or before the first of a range. */
const percentFirst: ReadonlySet<string> = new Set(['tr', 'eu']);
const percentBefore = /%(?:\p{Nd}[\p{Nd}.,]*\s?[–-]\s?)?$/u;

const fractionAfter = /^(?:[ -]([1-9]))?\/([2-9]|1[06]|32|64)(?!\p{N})/u;

/** "½" and the like, in the order of their code points from U+00BC and U+2150. */
const vulgar: Readonly<Record<string, number>> = Object.fromEntries(
  [...'¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞'].map((sign) => {
    const [above = '', below = '1'] = sign.normalize('NFKD').split('\u2044');
    return [sign, Number((Number(above) / Number(below)).toPrecision(3))];
  }),
);

const vulgarAt = (text: string, at: number): number | null => vulgar[text.charAt(at)] ?? null;

/** The amount before a fraction that stands alone. */
const noWhole = (at: number): Amount => ({ end: at, sized: false, terms: [{ written: '0', factor: 1 }] });

/** "1/2 inch", "1 1/2 inches", "1½": what the number before becomes; `whole` if it needs no unit after it. */
function fractionOf(
  text: string,
  end: number,
): { readonly of: (value: number) => number; readonly end: number; readonly whole: boolean } | null {
  const sign = vulgarAt(text, end);
  if (sign !== null) return { of: (value) => value + sign, end: end + 1, whole: true };
  const found = fractionAfter.exec(text.slice(end, end + 6));
  if (found === null) return null;
  const [{ length }, part, divisor] = found;
  return {
    of: (value) => (part === undefined ? value / Number(divisor) : value + Number(part) / Number(divisor)),
    end: end + length,
    whole: false,
  };
}

function isVersion({ terms }: Amount): boolean {
  return terms.some(({ written }) => /\.\p{Nd}+\./u.test(written));
}

function isMinus(text: string, at: number): boolean {
  return /^[-−–][\p{Nd}\p{Sc}]/u.test(text.slice(at, at + 2));
}

/** The position after one space at `at`, or `at`. */
function spaced(text: string, at: number): number {
  return /[ \u00a0\u202f\u2009]/.test(text.charAt(at)) ? at + 1 : at;
}

const joiningWord = /\s(?:de |di |d['’])/y;

/** Where the currency after an amount begins: "2,5 milioni di euro". */
function nameFrom(text: string, end: number, sized: boolean): number {
  joiningWord.lastIndex = end;
  return sized && joiningWord.test(text) ? joiningWord.lastIndex : spaced(text, end);
}

/** A sign that several currencies share is the market's own one where it can be; "$" is elsewhere the US dollar. */
function currencyMeant(shown: string, rules: NumberRules): string | null {
  const { currency } = currencyOf(shown, rules.currency);
  return currency === '$' ? 'USD' : currency;
}

function isCode(currency: string): boolean {
  return /^[A-Z]{3}$/.test(currency);
}

/** Whether two signs of one price agree: "$15,999 MXN", "€20 EUR". */
function isSameMoney(before: string, after: string): boolean {
  return (
    before === after ||
    ambiguousSigns[before]?.has(after) === true ||
    ambiguousSigns[after]?.has(before) === true
  );
}

/** The digits of a number with their magnitudes, to be added: 1万9800 is 1 × 10,000 and 9,800. */
type Amount = {
  readonly end: number;
  /** Whether a magnitude follows the digits ("million"). */
  readonly sized: boolean;
  readonly terms: readonly { readonly written: string; readonly factor: number }[];
};

function amountValue({ terms }: Amount, rules: NumberRules, money: boolean): number {
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
function eastAsianEnd(text: string, from: number): number {
  let end = from;
  while (eastAsian[text.charAt(end)] !== undefined) end++;
  return end;
}

/** Units that begin with a thousand, such as kilometres. */
const eastAsianUnit = /[千백천][米克瓦卡]/;

function amountAt(text: string, start: number, rules: NumberRules, money: boolean): Amount | null {
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
  const to = endOfRange(text, start, end);
  const size = to === 0 ? null : (magnitudeAt(text, to, rules, money) ?? eastAsianSize(text, to));
  if (size === null) return 1;
  const second = /\p{Nd}[\p{Nd}.,]*$/u.exec(text.slice(end, to))?.[0] ?? '';
  return parseNumber(first, rules) < parseNumber(second, rules) ? size.factor : 1;
}

function eastAsianSize(text: string, at: number): { readonly factor: number } | null {
  const end = eastAsianEnd(text, at);
  const factor = [...text.slice(at, end)].reduce((product, sign) => product * (eastAsian[sign] ?? 1), 1);
  return end === at || eastAsianUnit.test(text.slice(end - 1, end + 1)) ? null : { factor };
}

/** Length of the digits at a position; 0 if there are none. */
function digitsAt(text: string, at: number, rules: NumberRules, money: boolean): number {
  groupedNumber.lastIndex = at;
  const grouped = groupedNumber.exec(text);
  if (grouped !== null) {
    const { length } = grouped[0];
    const sure = grouped[1] !== ' ' || money || (rules.spaced && !isStorage(text, at + length));
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

function magnitudeAt(
  text: string,
  at: number,
  { language, signs }: NumberRules,
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
  const letter = moneyLetters.get(text.charAt(at))?.find(([written]) => text.startsWith(written, at));
  if (letter === undefined) return null;
  const end = at + letter[0].length;
  const ends = !/[\p{L}\p{N}]/u.test(text.charAt(end));
  // "4K" is a resolution, "2.3k reviews" are 2,300.
  const counts =
    /^[kKM]$/.test(letter[0]) && /\p{Nd}[.,]\p{Nd}{1,2}$/u.test(text.slice(Math.max(0, at - 6), at));
  const isMoney = signAt(signs().after, text, spaced(text, end)) !== null || ((money || counts) && ends);
  return isMoney ? { factor: letter[1], end } : null;
}

const rangeTo =
  /\s?(?:[–—~〜～-]|至|到|から|에서)\s?(?=\p{Nd})|\s(?:to|bis|à|a|até|до|do|tot|til|till|iki|līdz|kuni|έως|ως|ile|ila|إلى|الى|حتى|تا|עד|sampai|hingga|đến|ถึง|से|fino a)\s(?=\p{Nd})|\s(?:ל-?|up to\s)(?=\p{Nd})/uy;
/** Between two numbers a word for "and" makes a range only after one for "between". */
const rangeAnd = /\s(?:and|und|et|y|e|en|og|och|și|i|и|та|і|και|و|ו-?)\s?(?=\p{Nd})/uy;
const between =
  /(?:^|[^\p{L}])(?:between|zwischen|entre|tra|fra|tussen|mellan|mellem|mellom|între|između|mezi|między|между|між|ανάμεσα|μεταξύ|بين|בין)\s\S{0,3}$/iu;
const rangeFrom = /(\p{Sc}|[A-Z]{1,2}\$|[A-Z]{3})\s?\p{Nd}[\p{Nd}.,]*\s?[–—~〜～-]\s?$/u;

/** The end of the second number of a range whose first number is at `start` to `end`; 0 if it is none. */
function endOfRange(text: string, start: number, end: number): number {
  rangeTo.lastIndex = end;
  rangeAnd.lastIndex = end;
  const joined = rangeTo.test(text)
    ? rangeTo.lastIndex
    : rangeAnd.test(text) && between.test(text.slice(Math.max(0, start - 24), start))
      ? rangeAnd.lastIndex
      : 0;
  if (joined === 0) return 0;
  plainNumber.lastIndex = joined;
  return plainNumber.test(text) ? plainNumber.lastIndex : 0;
}

/** The currency of the other number of a range: "10–20 €", "$10–20". */
function currencyOfRange(text: string, start: number, end: number, rules: NumberRules): string | null {
  const to = endOfRange(text, start, end);
  if (to > 0) {
    const sized = eastAsianEnd(text, to);
    withoutCents.lastIndex = sized;
    const after = signAt(
      rules.signs().after,
      text,
      spaced(text, withoutCents.test(text) ? withoutCents.lastIndex : sized),
    );
    if (after !== null) return after[1];
  }
  if (!/[–—~〜～-]\s?$/.test(text.slice(Math.max(0, start - 2), start))) return null;
  const sign = rangeFrom.exec(text.slice(Math.max(0, start - 24), start))?.[1];
  return sign === undefined ? null : (signAt(rules.signs().before, sign, 0, true)?.[1] ?? null);
}

/** The unit of the second number of a range: "5–10 kg". */
function unitOfRange(text: string, start: number, end: number): string {
  const to = endOfRange(text, start, end);
  return to === 0 ? '' : (signAt(unitsByFirst, text, spaced(text, eastAsianEnd(text, to)))?.[1] ?? '');
}

/**
 * Amount and currency of a displayed price ("ab 79,90 €"); null if it contains no number that can be read surely.
 * @param rules of the market and the language of the text
 */
export function parsePrice(
  shown: string,
  rules: NumberRules,
): { readonly amount: number; readonly currency: string | null } | null {
  let plain: FoundNumber | null = null;
  for (let position = 0; position < shown.length; position++) {
    const read = numberAt(shown, position, rules, true);
    if (read === null) continue;
    // Hundreds of digits are not a price.
    const finite = Number.isFinite(read.value);
    if (read.currency !== null && finite) return { amount: read.value, currency: read.currency };
    if (plain === null && finite) plain = read;
    position = read.end - 1;
  }
  return plain === null ? null : { amount: plain.value, currency: null };
}
