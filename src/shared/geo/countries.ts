import { countryCodes } from './countryCodes.ts';
import { countryRows } from './countryTable.ts';

export const continents = [
  'africa',
  'antarctica',
  'asia',
  'europe',
  'north-america',
  'south-america',
  'oceania',
] as const;
export type Continent = (typeof continents)[number];

export const continentNames: Readonly<Record<Continent, string>> = {
  africa: 'Africa',
  antarctica: 'Antarctica',
  asia: 'Asia',
  europe: 'Europe',
  'north-america': 'North America',
  'south-america': 'South America',
  oceania: 'Oceania',
};

export type Country = {
  /** ISO 3166-1 alpha-2 or XK, upper case. */
  readonly code: string;
  /** IANA name of the zone most people live in. */
  readonly timeZone: string;
  /** Degrees, of the main city of that zone. */
  readonly latitude: number;
  readonly longitude: number;
  readonly continent: Continent;
  /** ISO 4217. */
  readonly currency: string;
  /** BCP 47 tags by weight; the first is what a web search is served in. */
  readonly languages: readonly string[];
  /** Top-level domain without the dot; undefined where none is in use. */
  readonly topLevelDomain: string | undefined;
};

const withoutTopLevelDomain: ReadonlySet<string> = new Set(['XK', 'EH', 'BL', 'MF', 'BQ', 'UM', 'BV', 'SJ']);

const table: ReadonlyMap<string, Country> = new Map(
  countryRows
    .trim()
    .split('\n')
    .map((row) => {
      const [
        code = '',
        timeZone = '',
        latitude = '',
        longitude = '',
        continent = '',
        currency = '',
        languages = '',
      ] = row.split(' ');
      return [
        code,
        {
          code,
          timeZone,
          latitude: Number(latitude),
          longitude: Number(longitude),
          continent: continent as Continent,
          currency,
          languages: languages.split(','),
          topLevelDomain: topLevelDomainOf(code),
        },
      ] as const;
    }),
);

/** All 250, ordered by code. */
export const countries: readonly Country[] = countryCodes.flatMap((code) => table.get(code) ?? []);

/** The country of an upper-case code. */
export function findCountry(code: string): Country | undefined {
  return table.get(code);
}

/** The language a web search from the country is served in; English where the code is unknown. */
export function mainLanguage(code: string): string {
  return table.get(code)?.languages[0] ?? 'en';
}

/** ISO 639-1 codes of the languages of a country; none where the code is unknown. */
export function languagesOf(code: string): readonly string[] {
  return table.get(code)?.languages.map((tag) => tag.split('-')[0] ?? '') ?? [];
}

const namesByLocale = new Map<string, Intl.DisplayNames>();

/** Name of a country in any language, such as "Allemagne" for DE in "fr"; the code itself when there is none. */
export function countryName(code: string, locale: string): string {
  let names = namesByLocale.get(locale);
  if (names === undefined) {
    names = new Intl.DisplayNames([locale, 'en'], { type: 'region', fallback: 'code' });
    namesByLocale.set(locale, names);
  }
  return names.of(code) ?? code;
}

function topLevelDomainOf(code: string): string | undefined {
  if (withoutTopLevelDomain.has(code)) return undefined;
  return code === 'GB' ? 'uk' : code.toLowerCase();
}
