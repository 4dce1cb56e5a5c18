import { countryName } from '#shared/geo/countries.ts';
import { languageName as nameOfLanguage, textDirection } from '#shared/geo/languages.ts';
import { usStateName } from '#shared/geo/states.ts';

/** What a market is called on the screen: a short code that is always shown and a name that may be cut off. */
export type PlaceLabel = {
  /** `DE`, `US:CA`; `any` without a country. */
  readonly code: string;
  readonly name: string;
};

export function placeLabel(market: {
  readonly country: string | null;
  readonly state?: string | undefined;
}): PlaceLabel {
  if (market.country === null) return { code: 'any', name: 'No country' };
  if (market.state === undefined) return { code: market.country, name: countryName(market.country, 'en') };
  return { code: `${market.country}:${market.state}`, name: usStateName(market.state) ?? market.state };
}

/** English name of a language tag; the tag itself where there is none. */
export function languageLabel(tag: string): string {
  return nameOfLanguage(tag, 'en');
}

/** Direction of a column; unknown languages leave it to the text itself. */
export function directionOf(language: string | null): 'ltr' | 'rtl' | 'auto' {
  return language === null || language === 'und' ? 'auto' : textDirection(language);
}
