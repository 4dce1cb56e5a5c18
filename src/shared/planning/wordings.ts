import { countries, countryName, mainLanguage } from '../geo/countries.ts';
import { countryAliases, foldName } from '../geo/countryAliases.ts';
import { isCountryCode } from '../geo/countryCodes.ts';
import { baseLanguage, canonicalTag, languageName } from '../geo/languages.ts';
import { parseMarketInput } from '../geo/marketInput.ts';
import { isLongerThan, questionLimit } from '../interface/requests/textLength.ts';
import type { Market } from '../model/market.ts';
import { variablesIn } from './variables.ts';

/**
 * One question in the words of a market. Keys say for whom: `fr-CA` a language in a country, `DE` a country, `de` a
 * language. What fits a market best is asked there; where nothing fits, the question itself.
 */
export type Wordings = Readonly<Record<string, string>>;

export type WordedQuestion = { readonly text: string; readonly wordings: Wordings };

export const unknownMarket = (key: string): string =>
  `“${key.slice(0, 40)}” is not a country or language. Use a code such as DE, de or fr-CA.`;

/** What is wrong with a wording, as a sentence with the way out; null for a good one. */
export function textProblem(text: string, name: string): string | null {
  if (text.trim() === '') return `The wording for ${name} is empty. Enter a text, or remove it.`;
  if (!text.isWellFormed()) return `The wording for ${name} contains broken characters. Enter it again.`;
  if (isLongerThan(text.trim(), questionLimit))
    return `The wording for ${name} has more than ${questionLimit.toLocaleString('en')} characters. Shorten it.`;
  return null;
}

/** Variables that a wording names and its question does not: they would have no value. */
export function strangeVariables(question: string, wording: string): readonly string[] {
  const known = new Set(variablesIn(question));
  return variablesIn(wording).filter((name) => !known.has(name));
}

/**
 * The key that a text names, or null: `DE` and `Germany` a country, `de` and `German` a language, `fr-CA` both. A code
 * in capitals is a country and in small letters a language where it could be either.
 */
export function wordingKey(text: string): string | null {
  const word = text.trim();
  const pair = /^([a-z]{2,3})[-_]([a-z]{2})$/i.exec(word);
  if (pair) {
    const [language, country] = [languageCode(pair[1] ?? ''), (pair[2] ?? '').toUpperCase()];
    return language !== null && isCountryCode(country) ? `${language}-${country}` : null;
  }
  if (/^[a-z]{2,3}$/i.test(word)) {
    const upper = word.toUpperCase();
    const alias = Object.hasOwn(countryAliases, word.toLowerCase())
      ? countryAliases[word.toLowerCase()]
      : null;
    const country = isCountryCode(upper) ? upper : (alias ?? null);
    const language = languageCode(word);
    const found = word === word.toLowerCase() ? (language ?? country) : (country ?? language);
    if (found !== null) return found;
  }
  const named = languagesByName().get(foldName(word));
  if (named !== undefined) return named;
  const { markets, unknown } = parseMarketInput(word);
  const [market] = markets;
  return market !== undefined && markets.length === 1 && unknown.length === 0 && market.state === undefined
    ? market.country
    : null;
}

/** `German`, `Germany`, `French (Canada)`: what a person calls a key. */
export function nameOfKey(key: string): string {
  const [first = '', country] = key.split('-');
  if (country !== undefined) return `${languageName(first, 'en')} (${countryName(country, 'en')})`;
  return first === first.toUpperCase() ? countryName(first, 'en') : languageName(first, 'en');
}

const keysByMarket = new WeakMap<Market, readonly string[]>();

/** A market's keys, the one that says most first; a plan asks for those of a market once for every question. */
export function keysOf(market: Market): readonly string[] {
  const known = keysByMarket.get(market);
  if (known !== undefined) return known;
  const { country } = market;
  const asked = market.language ?? (country === null ? null : mainLanguage(country));
  const language =
    asked === null ? null : (languageCode(asked.split(/[-_]/)[0] ?? '') ?? baseLanguage(asked));
  const keys = [
    language !== null && country !== null ? `${language}-${country}` : null,
    country,
    language,
  ].filter((key) => key !== null);
  keysByMarket.set(market, keys);
  return keys;
}

/** The wording that is asked in a market, or null where the question itself is. */
export function wordingFor(
  question: { readonly text: string; readonly wordings?: Wordings | undefined },
  market: Market,
): string | null {
  const { text, wordings } = question;
  if (wordings === undefined) return null;
  const key = keysOf(market).find((each) => Object.hasOwn(wordings, each));
  const wording = key === undefined ? undefined : wordings[key]?.trim();
  return wording === undefined || wording === '' || wording === text.trim() ? null : wording;
}

export type WordingShare = {
  /** Null for the question itself. */
  readonly key: string | null;
  readonly markets: readonly Market[];
};

/** Which markets are asked with which wording: those of wordings first, in their order, a wording without markets too. */
export function wordingShares(
  wordings: Wordings | undefined,
  markets: readonly Market[],
): readonly WordingShare[] {
  const given = wordings ?? {};
  const byKey = Map.groupBy(
    markets,
    (market) => keysOf(market).find((key) => Object.hasOwn(given, key)) ?? null,
  );
  const shares = Object.keys(given).map((key) => ({ key, markets: byKey.get(key) ?? [] }));
  const rest = byKey.get(null) ?? [];
  return rest.length === 0 ? shares : [...shares, { key: null, markets: rest }];
}

/** A language's code as wordings are filed under it, or null for what is none. */
function languageCode(text: string): string | null {
  const base = (canonicalTag(text) ?? '').split('-')[0]?.toLowerCase() ?? '';
  if (!/^[a-z]{2,3}$/.test(base)) return null;
  // Countries are listed with "no"; a translation is as often called "nb".
  const code = base === 'nb' ? 'no' : base;
  return languageName(code, 'en') === code ? null : code;
}

let nameIndex: ReadonlyMap<string, string> | undefined;

/** Names of every language some country has, in English, German and the language itself. */
function languagesByName(): ReadonlyMap<string, string> {
  if (nameIndex !== undefined) return nameIndex;
  const names = new Map<string, string>();
  for (const code of new Set(countries.flatMap(({ languages }) => languages.map(baseLanguage))))
    for (const locale of ['en', 'de', code]) {
      const name = foldName(languageName(code, locale));
      if (!names.has(name)) names.set(name, code);
    }
  nameIndex = names;
  return names;
}
