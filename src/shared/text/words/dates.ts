/**
 * Dates in prose: "12 November 2026", "11/12/2026" by market, "2026年11月12日". The key is the date in ISO 8601, of a
 * month "2026-11", of a day without a year "--11-12", of a decade "1990s". The first and last day of "3–5 March 2026"
 * are two dates, each with month and year. A date whose order is unknown is `unread`: its text is its key, so that
 * it is compared as written and not as a wrong date.
 */
import { asDigit } from './folding.ts';
import type { NumberRules } from './numberRules.ts';

export type FoundDate = {
  readonly kind: 'date' | 'unread';
  readonly end: number;
  readonly key: string;
};

/** A digit that is not one of 0 to 9. */
const otherDigit = /[^\P{Nd}0-9]/u;
/** Of one unit of UTF-16 only, so that the length stays. */
const otherDigits = /(?![\u{10000}-\u{10ffff}])[^\P{Nd}0-9]/gu;
/** As long as the sign of a range with the ending of the day before it. */
const signReach = 18;
/** Longer than any date. */
const reach = 48;
/** With the time of a timestamp, which is no part of the date. */
const yearFirst =
  /^(\d{4})(?:[-/]|\.\s?|\s?年\s?|년\s?)(\d{1,2})(?:(?:[-/]|\.\s?|\s?月\s?|월\s?)(\d{1,2})(?:\s?[日号號]|일)?(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\d.]*\d)|(?:\s?月|월)(?!\s?\d))/;
/** Years of an era, before the first of which lies the given year: 令和8年 is 2026. */
const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 民國: 1911, 民国: 1911 };
const yearOfEra = /^(\d{1,3})\s?年\s?(\d{1,2})\s?月\s?(?:(\d{1,2})\s?日)?/;
const eastAsianDay = /^(\d{1,2})(?:\s?月\s?|월\s?)(\d{1,2})(?:\s?[日号號]|일)/;
const numeric = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d]|[.,/-]\d)/;
/** "12.11." without a year; "3.2." is also a section, and a day only behind a word such as "am". */
const dayAndMonth = /^(\d{1,2})\.(\d{1,2})\.(?!\d)/;
const beforeDay =
  /(?:^|[^\p{L}])(?:(?:mo|di|mi|do|fr|sa|so|\p{L}+tag|\p{L}+woch)\.?,?(?: (?:den|dem|der))?|am|vom|bis|ab|zum|den|dem|seit|dne|od|do|dnia|den|fra|til|pe|klo) $/iu;
const vietnamese = /^(\d{1,2}) tháng (\d{1,2})(?:(?:,? năm |\/)(\d{4}))?/;
const vietnameseMonth = /^(\d{1,2}) năm (\d{4})(?!\d)/;
/** "03/2026", not the week, quarter or issue of a year. */
const monthAndYear = /^(0?[1-9]|1[0-2])\/((?:19|20)\d\d)(?![\d/])/;
const counted =
  /(?:\p{N}[./-]|\b(?:KW|[Ww]oche|[Ww]eek|wk|[Qq]|Nr\.?|[Nn]o\.?|#|[Hh]eft|Ausgabe|[Ii]ssue|semaine|semana|uke|vecka|uge|týden|tydzień)\s?)$/u;
/** "5/3-2026", in Denmark. */
const danish = /^(\d{1,2})\/(\d{1,2})[ -](\d{4})(?!\d)/;
/** The day before the name of a month, or the year before it (Hungarian, Lithuanian, Latvian). */
const dayAndName =
  /^(\d{1,2})(?:st|nd|rd|th|er|:[ea]|º|ª|°|\.|-?(?:го|е|та))?[\s/-]?(?:de |of |d['’]|da |di )?(\p{L}[\p{L}\p{M}]*(?: \p{L}[\p{L}\p{M}]*)?)/u;
const yearAndName =
  /^(\d{4})(?:\. gada| m\.| წლის| жылғы|\.)?\s(?:(\d{1,2})\.? )?(\p{L}[\p{L}\p{M}]*)(?:\s(\d{1,2})(?!\d))?/u;
const yearAfter = /^\.?[/-]?,?\s?(?:de |del |of |م |[พค]\.ศ\. ?)?(\d{4})(?!\d)/;
const nameAndDay = /^\.? (?:the )?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?!\d|[.,:]\d|\s?%)/;

/** Languages that write "2026 March" for the month. */
const yearFirstLanguages: ReadonlySet<string> = new Set(['hu', 'lt', 'lv', 'eu', 'ka', 'kk']);

/** Between the first and the last day of a range. */
const rangeSign =
  '(?:\\s?[–—~〜～-]\\s?|\\s?(?:至|到|から|에서|부터)\\s?|\\s(?:to|through|thru|until|till?|bis|au|à|al|a|ao|até|do|tot|en met|t/m|по|до|til|iki|līdz|kuni|έως|ως|ile|إلى|الى|حتى|עד|sampai|hingga|đến|ถึง|ila)\\s(?:il |the |ngày )?)';
const endOfRangeSign = /[\s–—~〜～至到ら서터-]/u;
const toOtherDay = new RegExp(rangeSign, 'uy');
const dayBefore = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th|er|º|ª|\\.)?(?=${rangeSign})`, 'u');
const dayAndMonthBefore = new RegExp(`^(\\d{1,2}\\.\\d{1,2}\\.)(?=${rangeSign})`, 'u');
/** "March 3–" and "2026年3月3日〜" before the last day. */
const namedBefore = new RegExp(`(\\p{L}[\\p{L}\\p{M}]*)\\.? (\\d{1,2})(?:st|nd|rd|th)?${rangeSign}$`, 'u');
const eastAsianBefore = new RegExp(
  `(?:(\\d{4})(?:\\s?年\\s?|년\\s?))?(\\d{1,2})(?:\\s?月\\s?|월\\s?)(\\d{1,2})(?:日|일)${rangeSign}$`,
  'u',
);
const lastNamedDay = /^(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?![\d%:]|[.,]\d|\s?%)/;
/** The year before the name of a month, as in Hungarian. */
const yearBefore = /(?:^|\P{N})(\d{4})(?:\.| m\.|\. gada)\s$/u;
const lastEastAsianDay = /^(\d{1,2})(?:日|일)/;

/** The date that starts exactly at a digit; null if none does. */
export function dateAt(text: string, position: number, rules: NumberRules): FoundDate | null {
  const inDecade = decadeAt(text, position);
  if (inDecade !== null) return inDecade;
  const found = dayAt(text, position, rules);
  if (found === null) return lastDay(text, position, rules) ?? firstDay(text, position, rules);
  return found.kind === 'date' && found.key.startsWith('--')
    ? withYearOfRange(found, text, position, rules)
    : found;
}

/** "3–" in "3–5 March 2026", "3. bis 5. März", "03.03.–05.03.2026": month and year stand behind the last day. */
function firstDay(text: string, position: number, rules: NumberRules): FoundDate | null {
  const part = inAscii(text).slice(position, position + 9);
  const before = dayBefore.exec(part) ?? dayAndMonthBefore.exec(part);
  if (before === null) return null;
  const end = position + before[0].length;
  const last = afterRange(text, end, rules);
  if (last === null || last.key.length < 7) return null;
  const [day = '', month] = (before[1] ?? '').split('.');
  const of = last.key.slice(0, -2);
  if (month !== undefined && month !== '') return dateOf(end, last.key.slice(0, 4), month, day);
  // "jan 1 to feb 15": the first day has a month of its own.
  const word = /(\p{L}+)\.? $/u.exec(text.slice(Math.max(0, position - 16), position))?.[1];
  if (word !== undefined && rules.names().months.has(word.toLowerCase())) return null;
  return Number(day) < Number(last.key.slice(-2))
    ? { kind: 'date', end, key: `${of}${day.padStart(2, '0')}` }
    : null;
}

/** "5" in "March 3–5, 2026" and "3月3日〜5日". */
function lastDay(text: string, position: number, { names }: NumberRules): FoundDate | null {
  if (!endOfRangeSign.test(text.charAt(position - 1))) return null;
  const before = inAscii(text).slice(Math.max(0, position - reach), position);
  // Before the sign of a range, which is short, stands the first day.
  if (!/\d/.test(before.slice(-signReach))) return null;
  const part = inAscii(text).slice(position, position + 12);
  const named = namedBefore.exec(before);
  const month = names().months.get(named?.[1]?.toLowerCase() ?? '');
  if (named !== null && month !== undefined) {
    const last = lastNamedDay.exec(part);
    const year = last?.[2] ?? yearBefore.exec(before.slice(0, named.index))?.[1];
    return last !== null && Number(last[1]) > Number(named[2])
      ? dateOf(position + last[0].length, year, String(month), last[1])
      : null;
  }
  const written = eastAsianBefore.exec(before);
  const last = written === null ? null : lastEastAsianDay.exec(part);
  return written === null || last === null
    ? null
    : dateOf(position + last[0].length, written[1], written[2], last[1]);
}

/** A day without a year in a range whose other day has one: "March 3–5, 2026", "30 March – 2 April 2026". */
function withYearOfRange(found: FoundDate, text: string, position: number, rules: NumberRules): FoundDate {
  const last = afterRange(text, found.end, rules);
  const year =
    last === null
      ? eastAsianBefore.exec(text.slice(Math.max(0, position - reach), position))?.[1]
      : /^(\d{4})-\d\d-\d\d$/.exec(last.key)?.[1];
  return year === undefined ? found : { ...found, key: `${year}${found.key.slice(1)}` };
}

/** The date behind the sign of a range at `end`; null if none is. */
function afterRange(text: string, end: number, rules: NumberRules): FoundDate | null {
  toOtherDay.lastIndex = end;
  if (!toOtherDay.test(text)) return null;
  const from = toOtherDay.lastIndex;
  const found = /^\p{L}/u.test(text.charAt(from))
    ? namedDay(text, from, from + wordLength(text, from), rules)
    : (dayAt(text, from, rules) ?? lastDay(text, from, rules));
  return found?.kind === 'date' ? found : null;
}

function wordLength(text: string, from: number): number {
  return /^[\p{L}\p{M}]{0,24}/u.exec(text.slice(from, from + 24))?.[0].length ?? 0;
}

const decadeAfter =
  /^(\d{3}0|\d0)(?:['’]?s(?![\p{L}\p{N}])|er(?= Jahre)|-?(?:talet|talets|tallet|luvun|luku|luvulla)(?!\p{L})|-?(?:х|ті|те|ві|тих|их)(?!\p{L})|年代|년대)/u;
const decadeBefore =
  /(?<![\p{Nd}] )(?:années|anni|años|anos|anys|anii|lata|latach|роки|τη δεκαετία του) ['’]?$/u;

/** "1990s", "the '90s", "90er Jahre", "années 90", "1990-talet", "1990年代"; two digits from 30 on are of the last century. */
function decadeAt(text: string, position: number): FoundDate | null {
  if (text.charAt(position + 1) !== '0' && text.charAt(position + 3) !== '0') return null;
  const part = text.slice(position, position + 14);
  const after = decadeAfter.exec(part);
  const before = text.slice(Math.max(0, position - 22), position);
  const written =
    after?.[1] ??
    (decadeBefore.test(before) ? /^(\d{3}0|\d0)(?![\p{N}]|[.,]\p{N})/u.exec(part)?.[1] : undefined);
  if (written === undefined) return null;
  const year = written.length === 4 ? Number(written) : Number(written) >= 30 ? 1900 + Number(written) : 0;
  if (year < 1100 || year > 2090) return null;
  // "Under 60s" is a minute, "the 90s" are years.
  const isShort = written.length === 2 && /^\d0['’]?s/.test(part);
  if (isShort && !/(?:['’‘]|\bthe )$/i.test(before)) return null;
  return { kind: 'date', end: position + (after?.[0].length ?? written.length), key: `${year}s` };
}

/** The date of one day or month that starts exactly at a digit. */
function dayAt(text: string, position: number, rules: NumberRules): FoundDate | null {
  const second = text.charCodeAt(position + 1);
  // A single character of the alphabet after one digit is a unit, not a month.
  if (Number.isNaN(second)) return null;
  const part = inAscii(text).slice(position, position + reach);
  const era = eras[text.slice(Math.max(0, position - 2), position)];
  const inEra = era === undefined ? null : yearOfEra.exec(part);
  if (era !== undefined && inEra !== null)
    return dateOf(position + inEra[0].length, String(era + Number(inEra[1])), inEra[2], inEra[3]);
  const first = yearFirst.exec(part) ?? eastAsianDay.exec(part);
  if (first !== null) {
    const [year, month, day] = first.length === 3 ? [undefined, first[1], first[2]] : first.slice(1);
    return dateOf(position + first[0].length, year, month, day);
  }
  const written = numeric.exec(part);
  if (written !== null) return numericDate(written, position, rules);
  const short = rules.decimal === ',' ? dayAndMonth.exec(part) : null;
  if (
    short !== null &&
    (short[0].length === 6 || beforeDay.test(text.slice(Math.max(0, position - 24), position)))
  )
    return dateOf(position + short[0].length, undefined, short[2], short[1]);
  const month = counted.test(text.slice(Math.max(0, position - 12), position))
    ? null
    : monthAndYear.exec(part);
  if (month !== null) return dateOf(position + month[0].length, month[2], month[1], undefined);
  const inDanish = rules.language === 'da' ? danish.exec(part) : null;
  if (inDanish !== null) return dateOf(position + inDanish[0].length, inDanish[3], inDanish[2], inDanish[1]);
  const ofYear =
    rules.language === 'vi' && text.endsWith('háng ', position) ? vietnameseMonth.exec(part) : null;
  if (ofYear !== null) return dateOf(position + ofYear[0].length, ofYear[2], ofYear[1], undefined);
  const spoken = rules.language === 'vi' ? vietnamese.exec(part) : null;
  if (spoken !== null) return dateOf(position + spoken[0].length, spoken[3], spoken[2], spoken[1]);
  return namedDate(part, position, rules);
}

/** The text that was read last: each of its digits is asked about, and it is converted once. */
let converted = { text: '', ascii: '' };

/** The text with ASCII digits, each at the place where it stood. */
function inAscii(text: string): string {
  if (converted.text !== text)
    converted = { text, ascii: otherDigit.test(text) ? text.replace(otherDigits, asDigit) : text };
  return converted.ascii;
}

function numericDate(
  [whole, one = '', mark, two = '', written = '']: readonly string[],
  position: number,
  { dates }: NumberRules,
): FoundDate | null {
  // Two digits may be a version or a time; as a year they need whole pairs.
  if (written.length === 2 && (mark === '-' || one.length + two.length < 4)) return null;
  const end = position + (whole?.length ?? 0);
  const year = written.length === 2 ? `20${written}` : written;
  const order = Number(one) > 12 || mark === '.' ? 'dmy' : Number(two) > 12 ? 'mdy' : dates();
  if (order === null) return { kind: 'unread', end, key: whole ?? '' };
  return order === 'dmy' ? dateOf(end, year, two, one) : dateOf(end, year, one, two);
}

/** A name of one word or, if that is none, of two. */
function monthIn(
  words: string,
  { names, language }: NumberRules,
): { readonly month: number; readonly length: number } | null {
  const space = words.indexOf(' ');
  for (const name of space === -1 ? [words] : [words, words.slice(0, space)]) {
    const month = names().months.get(name.toLowerCase());
    // "may" and "march" are also verbs in English.
    if (month !== undefined && !(language === 'en' && /^\p{Ll}/u.test(name)))
      return { month, length: name.length };
  }
  return null;
}

function namedDate(part: string, position: number, rules: NumberRules): FoundDate | null {
  const day = dayAndName.exec(part);
  const named = day === null ? null : monthIn(day[2] ?? '', rules);
  if (day !== null && named !== null) {
    const end = day[0].length - (day[2]?.length ?? 0) + named.length;
    const year = yearAfter.exec(part.slice(end));
    if (year === null && named.length < 4) return null;
    return dateOf(position + end + (year?.[0].length ?? 0), year?.[1], String(named.month), day[1]);
  }
  const year = yearAndName.exec(part);
  const after = year === null ? null : monthIn(year[3] ?? '', rules);
  if (year === null || after === null) return null;
  const date = year[2] ?? year[4];
  if (date === undefined && !yearFirstLanguages.has(rules.language)) return null;
  return dateOf(position + year[0].length, year[1], String(after.month), date);
}

/** The date that starts with the name of a month at `position`; `end` is the end of its first word. */
export function dateWithName(
  text: string,
  position: number,
  end: number,
  rules: NumberRules,
): FoundDate | null {
  const behind = text.slice(end, end + 24);
  if (/^\s?(?:[–—-]|\p{L}{1,5} )/u.test(behind)) {
    const first = firstMonth(text, position, end, rules);
    if (first !== null) return first;
  }
  const found = namedDay(text, position, end, rules);
  return found?.key.startsWith('--') === true ? withYearOfRange(found, text, position, rules) : found;
}

/** The month, or the day of it, that is written behind its name; a range is not looked at. */
function namedDay(text: string, position: number, end: number, rules: NumberRules): FoundDate | null {
  const behind = text.slice(end, end + 24);
  if (!/^(?:\/\p{Nd}|\.? (?:\p{Nd}|the \p{Nd}|del? \p{Nd}|\p{L}+ \p{Nd}))/u.test(behind)) return null;
  const part = inAscii(text).slice(position, position + reach);
  const words = /^\p{L}[\p{L}\p{M}]*(?: \p{L}[\p{L}\p{M}]*)?/u.exec(part)?.[0] ?? '';
  const named = monthIn(words, rules);
  if (named === null) return null;
  const rest = part.slice(named.length);
  const year = yearAfter.exec(rest);
  if (year !== null)
    return dateOf(position + named.length + year[0].length, year[1], String(named.month), undefined);
  const day = nameAndDay.exec(rest);
  if (day === null) return null;
  // "Dec 31" and "Jan 1", which English writes with a capital letter.
  if (day[2] === undefined && named.length < 4 && rules.language !== 'en') return null;
  return dateOf(position + named.length + day[0].length, day[2], String(named.month), day[1]);
}

/** "March" in "March–May 2026". */
function firstMonth(text: string, position: number, end: number, rules: NumberRules): FoundDate | null {
  toOtherDay.lastIndex = end;
  if (!toOtherDay.test(text)) return null;
  const first = monthIn(text.slice(position, end), rules);
  const from = toOtherDay.lastIndex;
  const length = first === null ? 0 : wordLength(text, from);
  if (first === null || length === 0 || monthIn(text.slice(from, from + length), rules) === null) return null;
  const year = yearAfter.exec(text.slice(from + length, from + length + 12));
  return year === null ? null : dateOf(end, year[1], String(first.month), undefined);
}

/** Null if there is no such day. Buddhist years become Gregorian. */
function dateOf(
  end: number,
  written: string | undefined,
  month: string | undefined,
  day: string | undefined,
): FoundDate | null {
  const year =
    written === undefined ? null : Number(written) > 2400 ? Number(written) - 543 : Number(written);
  const [inYear, inMonth] = [Number(month), day === undefined ? null : Number(day)];
  if (!(inYear >= 1 && inYear <= 12) || (year !== null && (year < 1000 || year > 2200))) return null;
  if (inMonth !== null && (inMonth < 1 || inMonth > new Date(Date.UTC(year ?? 2024, inYear, 0)).getUTCDate()))
    return null;
  const two = (value: number) => String(value).padStart(2, '0');
  if (year === null)
    return inMonth === null ? null : { kind: 'date', end, key: `--${two(inYear)}-${two(inMonth)}` };
  return { kind: 'date', end, key: `${year}-${two(inYear)}${inMonth === null ? '' : `-${two(inMonth)}`}` };
}
