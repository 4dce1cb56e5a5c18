import { countryName, findCountry } from '#shared/geo/countries.ts';
import { type BrandPool, brandPool } from './brands.ts';
import { hasPhrases, loadPhrases } from './languages.ts';
import { type Currency, currencyOf } from './money.ts';
import type { Phrases } from './phrases.ts';

/** Where an answer is given and how things are said, priced and counted there. */
export type Market = {
  /** Upper-case code; "US" stands in for an untargeted request. */
  readonly country: string;
  readonly targeted: boolean;
  readonly state: string | undefined;
  /** BCP 47 of the answer. */
  readonly language: string;
  readonly phrases: Phrases;
  readonly countryName: string;
  readonly currency: Currency;
  readonly brands: BrandPool;
  /** Label before ".example" in the host names of local sites. */
  readonly site: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly number: (value: number) => string;
  readonly decimal: (value: number) => string;
  readonly percent: (value: number) => string;
  /** "August 3, 2026" in the market's language; milliseconds since the epoch. */
  readonly date: (at: number) => string;
  readonly daysAgo: (days: number) => string;
  readonly hoursAgo: (hours: number) => string;
};

const markets = new Map<string, Market>();

/**
 * @param language a language asked for (`hl`); where the sandbox does not speak it, the country's own is used
 */
export async function marketOf(
  country: string | undefined,
  state: string | undefined,
  language: string | undefined,
): Promise<Market> {
  const key = `${country ?? ''} ${state ?? ''} ${language ?? ''}`;
  const held = markets.get(key);
  if (held !== undefined) return held;
  const spoken = language !== undefined && hasPhrases(language) ? language : spokenLanguage(country ?? 'US');
  const market = makeMarket(country, state, await loadPhrases(spoken));
  if (markets.size > 2_000) markets.clear();
  markets.set(key, market);
  return market;
}

/** The first language of a country that the sandbox speaks; English where it speaks none. */
export function spokenLanguage(country: string): string {
  return findCountry(country)?.languages.find(hasPhrases) ?? 'en';
}

function makeMarket(asked: string | undefined, state: string | undefined, phrases: Phrases): Market {
  const country = asked ?? 'US';
  const row = findCountry(country);
  const locale = `${phrases.tag.split('-')[0]}${scriptPart(phrases.tag)}-${country}`;
  return {
    country,
    targeted: asked !== undefined,
    state,
    language: phrases.tag,
    phrases,
    countryName: spokenName(country, phrases.tag),
    currency: currencyOf(row?.currency ?? 'USD', locale),
    brands: brandPool(asked),
    site: state === undefined ? (row?.topLevelDomain ?? country.toLowerCase()) : `${state.toLowerCase()}.us`,
    latitude: row?.latitude ?? 0,
    longitude: row?.longitude ?? 0,
    number: remembered(() => {
      const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, ...latinDigits });
      return (value) => whole.format(value);
    }),
    decimal: remembered(() => {
      const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
      const oneDigit = new Intl.NumberFormat(locale, { ...tenths, ...latinDigits });
      return (value) => oneDigit.format(value);
    }),
    percent: remembered(() => {
      const style = 'percent' as const;
      const share = new Intl.NumberFormat(locale, { style, maximumFractionDigits: 0, ...latinDigits });
      return (value) => share.format(value);
    }),
    date: remembered(() => {
      const form = { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' } as const;
      const dates = new Intl.DateTimeFormat(locale, { ...form, ...latinDigits });
      return (at) => dates.format(at);
    }),
    daysAgo: remembered(() => {
      const ago = relativeTime(phrases.tag);
      return (days) => ago.format(-days, 'day');
    }),
    hoursAgo: remembered(() => {
      const ago = relativeTime(phrases.tag);
      return (hours) => ago.format(-hours, 'hour');
    }),
  };
}

const withArticle: ReadonlySet<string> = new Set(
  'AE AX BS CC CD CF CG CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH SB TC TF UM US VG VI'.split(' '),
);

/** English puts an article before some names; other languages' phrases name countries where none is needed. */
function spokenName(country: string, language: string): string {
  const name = countryName(country, language);
  return language === 'en' && withArticle.has(country) ? `the ${name}` : name;
}

function scriptPart(tag: string): string {
  if (tag === 'zh-CN') return '-Hans';
  return tag === 'zh-TW' ? '-Hant' : '';
}

/** So that prices and shares of different markets can be told apart and compared at a glance. */
const latinDigits = { numberingSystem: 'latn' } as const;

function relativeTime(tag: string): Intl.RelativeTimeFormat {
  return new Intl.RelativeTimeFormat(`${tag}-u-nu-latn`, { numeric: 'always' });
}

/**
 * Formatting costs microseconds, and the same few numbers come back all the time; making a formatter costs a
 * hundred times that, so it waits until it is needed.
 */
function remembered(make: () => (value: number) => string): (value: number) => string {
  const texts = new Map<number, string>();
  let format: ((value: number) => string) | undefined;
  return (value) => {
    const known = texts.get(value);
    if (known !== undefined) return known;
    format ??= make();
    const text = format(value);
    if (texts.size > 2_000) texts.clear();
    texts.set(value, text);
    return text;
  };
}
