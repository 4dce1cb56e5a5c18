import { countries, countryName, mainLanguage } from '../geo/countries.ts';
import { countryAliases, foldName } from '../geo/countryAliases.ts';
import { isCountryCode } from '../geo/countryCodes.ts';
import { baseLanguage, canonicalTag, languageName } from '../geo/languages.ts';
import { parseMarketInput } from '../geo/marketInput.ts';
import { isLongerThan, questionLimit } from '../interface/requests/textLength.ts';
import type { Market } from './market.ts';
import { variablesIn } from './variables.ts';

/**
 * Wordings of one question by key: `fr-CA` a language in a country, `DE` a country, `de` a language. A market
 * uses the most specific one; without a match, the main text.
 */
export type Wordings = Readonly<Record<string, string>>;

export type WordedQuestion = { readonly text: string; readonly wordings: Wordings };

export const unknownMarket = (key: string): string =>
  `“${key.slice(0, 40)}” is not a country or language. Use a code such as DE, de or fr-CA.`;

/** The error of a wording, as a sentence with the fix; null for a valid one. */
export function textProblem(text: string, name: string): string | null {
  if (text.trim() === '') return `The wording for ${name} is empty. Enter a text, or remove it.`;
  if (!text.isWellFormed()) return `The wording for ${name} contains broken characters. Enter it again.`;
  if (isLongerThan(text.trim(), questionLimit))
    return `The wording for ${name} has more than ${questionLimit.toLocaleString('en')} characters. Shorten it.`;
  return null;
}

/** Variables of a wording that its question does not have: they would have no value. */
export function strangeVariables(question: string, wording: string): readonly string[] {
  const known = new Set(variablesIn(question));
  return variablesIn(wording).filter((name) => !known.has(name));
}

/**
 * The key of a text, or null: `DE` and `Germany` a country, `de` and `German` a language, `fr-CA` both. If a
 * code could be either, upper case means the country and lower case the language.
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

/** `German`, `Germany`, `French (Canada)`: the display name of a key. */
export function nameOfKey(key: string): string {
  const [first = '', country] = key.split('-');
  if (country !== undefined) return `${languageName(first, 'en')} (${countryName(country, 'en')})`;
  return first === first.toUpperCase() ? countryName(first, 'en') : languageName(first, 'en');
}

const keysByMarket = new WeakMap<Market, readonly string[]>();

/** A market's keys, most specific first; cached, because a plan needs them once per question. */
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

/** The wording used in a market, or null for the main text. */
export function wordingFor(
  question: { readonly text: string; readonly wordings?: Wordings },
  market: Market,
): string | null {
  const { text, wordings } = question;
  if (wordings === undefined) return null;
  const key = keysOf(market).find((each) => Object.hasOwn(wordings, each));
  const wording = key === undefined ? undefined : wordings[key]?.trim();
  return wording === undefined || wording === '' || wording === text.trim() ? null : wording;
}

export type WordingShare = {
  /** Null for the main text. */
  readonly key: string | null;
  readonly markets: readonly Market[];
};

/** The markets of each wording: wordings first, in their order, including those without markets. */
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

/** The key of a language's code, or null if it is invalid. */
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
