/** Numbers of a text by value, so that "1.299,00 €", "€1,299" and "1299 ユーロ" hold the same. */

import { type NumberRules, numberRules } from '../text/words/numberRules.ts';
import { tokenize } from '../text/words/tokens.ts';

const wordLists = {
  en: 'one two three four five six seven eight nine ten eleven twelve|first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth',
  de: 'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf|erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft',
  fr: 'un deux trois quatre cinq six sept huit neuf dix onze douze|premi deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième',
  es: 'un dos tres cuatro cinco seis siete ocho nueve diez once doce|primer segund tercer cuart quint sext séptim octav noven décim undécim duodécim',
  it: 'un due tre quattro cinque sei sette otto nove dieci undici dodici|prim second terz quart quint sest settim ottav non decim undicesim dodicesim',
  pt: 'um dois três quatro cinco seis sete oito nove dez onze doze|primeir segund terceir quart quint sext sétim oitav non décim undécim duodécim',
  nl: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf|eerst tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde',
} as const;
const numberWords: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  Object.entries(wordLists).map(([language, lists]) => [
    language,
    lists.split('|').map((list) => list.split(' ')),
  ]),
);

/** Whole numbers up to this may be written as a word. */
const maxSpelled = 12;

const monthNames = new Map<string, readonly (readonly string[])[]>();

/** Names of the twelve months in a language, long and short. */
function monthsOf(language: string): readonly (readonly string[])[] {
  const known = monthNames.get(language);
  if (known !== undefined) return known;
  const styles = (['long', 'short'] as const).map(
    (month) => new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { month, timeZone: 'UTC' }),
  );
  const names = Array.from({ length: 12 }, (_, month) =>
    styles.map((style) =>
      style
        .format(Date.UTC(2026, month, 15))
        .toLowerCase()
        .replace(/\.$/, ''),
    ),
  );
  monthNames.set(language, names);
  return names;
}

/** A text and how its market writes numbers. */
export type ReadText = {
  readonly text: string;
  readonly language: string;
  /** ISO 3166-1 alpha-2; "" if unknown. */
  readonly country: string;
};

export type FoundValue = {
  readonly value: number;
  /** As written. */
  readonly label: string;
};

/** Numbers of a text in reading order. Dates count as their numbers. */
function valuesOf(text: string, rules: NumberRules): readonly FoundValue[] {
  return tokenize(text, rules).flatMap(({ kind, key, start, end }) => {
    const label = text.slice(start, end);
    if (kind === 'date') return key.match(/\d+/g)?.map((part) => ({ value: Number(part), label })) ?? [];
    const value = kind === 'number' || kind === 'price' ? Number.parseFloat(key) : Number.NaN;
    return Number.isFinite(value) ? [{ value, label }] : [];
  });
}

/**
 * Values of the source that the translation does not hold.
 *
 * A whole number up to twelve may have become a word, the name of a month, or an hour of the afternoon. Where the
 * number words of the target are not known, such numbers are not checked.
 */
export function lostValues(
  source: ReadText,
  target: ReadText,
): { readonly lost: readonly FoundValue[]; readonly added: readonly FoundValue[] } {
  const before = valuesOf(source.text, numberRules(source.language, source.country));
  const after = valuesOf(target.text, numberRules(target.language, target.country));
  const held = new Set(after.map(({ value }) => value));
  const had = new Set(before.map(({ value }) => value));
  const words = target.text.toLowerCase();
  const lost = before.filter(
    ({ value }) =>
      !held.has(value) && !isSpelled(value, words, target.language) && !held.has(afternoon(value)),
  );
  const added = after.filter(({ value }) => !had.has(value) && value > maxSpelled);
  return { lost: distinct(lost), added: distinct(added) };
}

/** 14 and 2 p.m. are the same hour. */
function afternoon(value: number): number {
  return value > 12 && value < 24 && Number.isInteger(value) ? value - 12 : Number.NaN;
}

/** @param words the translation in lower case */
function isSpelled(value: number, words: string, language: string): boolean {
  const lists = numberWords.get(language);
  for (const [factor, name] of language === 'en' ? spelledScales : []) {
    const count = value / factor;
    if (!Number.isInteger(count) || count < 1 || count > maxSpelled) continue;
    if (words.includes(`${lists?.[0]?.[count - 1]} ${name}`) || (count === 1 && words.includes(`a ${name}`)))
      return true;
  }
  if (!Number.isInteger(value) || value < 0 || value > maxSpelled) return false;
  // "1つ" is often left out, and zero is "no".
  if (lists === undefined || value < 2) return true;
  if (value === 2 && language === 'en' && /\b(both|double|twice|pair|couple|half)\b/.test(words)) return true;
  if (lists.some((list) => words.includes(list[value - 1] ?? '\0'))) return true;
  return (monthsOf(language)[value - 1] ?? []).some((month) => words.includes(month));
}

const spelledScales = [
  [100, 'hundred'],
  [1000, 'thousand'],
  [1e6, 'million'],
  [1e9, 'billion'],
] as const;

function distinct(values: readonly FoundValue[]): readonly FoundValue[] {
  return [...new Map(values.map((each) => [each.value, each])).values()];
}

const locales = new Map<string, Intl.NumberFormat>();

/** The digits of `written` in the format of another language, with as many decimals. */
function localizedNumber(value: number, decimals: number, language: string, grouped: boolean): string {
  const key = `${language} ${decimals} ${grouped}`;
  const format =
    locales.get(key) ??
    new Intl.NumberFormat(`${language}-u-nu-latn`, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: grouped,
    });
  locales.set(key, format);
  return format.format(value);
}

/** A text without words, such as a price or a rating, with its numbers as another language writes them. */
export function localizedNumbers(text: string, from: NumberRules, to: string): string {
  let out = '';
  let done = 0;
  for (const { kind, key, start, end } of tokenize(text, from)) {
    if (kind !== 'number' && kind !== 'price') continue;
    const value = Number.parseFloat(key);
    const written = /\p{Nd}[\p{Nd}.,٫٬'’ \u00a0\u202f]*\p{Nd}|\p{Nd}/u.exec(text.slice(start, end));
    if (!Number.isFinite(value) || written === null) continue;
    const at = start + written.index;
    const decimals = /[.,٫](\p{Nd}{1,2})$/u.exec(written[0])?.[1]?.length ?? 0;
    const grouped = value >= 1000 && !/^\p{Nd}{4}$/u.test(written[0]);
    out +=
      text.slice(done, at) +
      localizedNumber(
        value,
        Number.isInteger(value) ? decimals : Math.max(decimals, decimalsOf(value)),
        to,
        grouped,
      );
    done = at + written[0].length;
  }
  return out + text.slice(done);
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}
