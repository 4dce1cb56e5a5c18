import { countryName } from '#shared/geo/countries.ts';
import { languageName as nameOfLanguage, textDirection } from '#shared/geo/languages.ts';
import type { UnknownMarket } from '#shared/geo/marketInput.ts';
import { usStateName } from '#shared/geo/states.ts';

/** Label of a market: a short code that is always shown, and a name that may be truncated. */
export type LocationLabel = {
  /** `DE`, `US:CA`; `any` without a country. */
  readonly code: string;
  readonly name: string;
};

export function locationLabel(market: {
  readonly country: string | null;
  readonly state?: string;
}): LocationLabel {
  if (market.country === null) return { code: 'any', name: 'No country' };
  if (market.state === undefined) return { code: market.country, name: countryName(market.country, 'en') };
  return { code: `${market.country}:${market.state}`, name: usStateName(market.state) ?? market.state };
}

/** English name of a language tag; the tag itself if unknown. */
export function languageLabel(tag: string): string {
  return nameOfLanguage(tag, 'en');
}

/** Direction of a column; `auto` for unknown languages. */
export function directionOf(language: string | null): 'ltr' | 'rtl' | 'auto' {
  return language === null || language === 'und' ? 'auto' : textDirection(language);
}

/** One sentence about words that are not a market. */
export function unknownSentence(unknown: readonly UnknownMarket[]): string | null {
  const first = unknown[0];
  if (first === undefined) return null;
  if (unknown.length > 1)
    return `Unknown countries or groups: ${unknown.map((word) => `“${word.text}”`).join(', ')}.`;
  const hint = first.suggestion
    ? ` Did you mean ${first.suggestion}?`
    : ' Try a name, a code such as DE, or a group such as G7.';
  return `Unknown country or group “${first.text}”.${hint}`;
}
