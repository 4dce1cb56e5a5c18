import { countryName, findCountry, mainLanguage } from '#shared/geo/countries.ts';
import { usStateName } from '#shared/geo/states.ts';
import { decodeUule, splitLocation } from '#shared/geo/uule.ts';
import type { CountryHonoured, Provenance } from './driver.ts';

/** The location of the person asking, as far as the request states it. */
export type MarketPlace = {
  /** Upper-case code; absent means untargeted. */
  readonly country?: string;
  /** English name, as providers' region fields and prompts want it. */
  readonly countryName?: string;
  readonly stateCode?: string;
  /** Full English name of the US state, or the region of a canonical location. */
  readonly region?: string;
  readonly city?: string;
  /** The requested interface language (`hl`); absent means the country's own. */
  readonly language?: string;
  /** Degrees, of an encoded geo target. */
  readonly point?: Point;
  /** The encoded geo target as it was given. */
  readonly uule?: string;
};

export type Point = { readonly latitude: number; readonly longitude: number };

export function placeOf(request: {
  readonly country?: string;
  readonly state?: string;
  readonly language?: string;
}): MarketPlace {
  const { country, state, language } = request;
  const region = state === undefined ? undefined : usStateName(state);
  return {
    ...(country === undefined ? {} : { country, countryName: countryName(country, 'en') }),
    stateCode: state,
    region,
    language,
  };
}

/** Adds data of a canonical location name or an encoded geo target: city and region, or a point. */
export function withTarget(
  place: MarketPlace,
  target: { readonly location?: string; readonly uule?: string },
): MarketPlace {
  const decoded = target.uule === undefined ? undefined : decodeUule(target.uule);
  const encoded = target.uule === undefined ? {} : { uule: target.uule };
  if (decoded?.kind === 'point') {
    return { ...place, ...encoded, point: { latitude: decoded.latitude, longitude: decoded.longitude } };
  }
  const name = target.location ?? decoded?.name;
  const parts = name === undefined ? undefined : splitLocation(name);
  if (parts === undefined) return { ...place, ...encoded };
  const { city, region } = parts;
  return { ...place, ...encoded, city, ...(region === undefined ? {} : { region }) };
}

/** The language of a search: the requested one, or else the country's; undefined if untargeted. */
export function languageOf(place: MarketPlace): string | undefined {
  return place.language ?? (place.country === undefined ? undefined : mainLanguage(place.country));
}

/** The target's own point, else the country's main city; undefined when untargeted. */
export function pointOf(place: MarketPlace): Point | undefined {
  if (place.point !== undefined) return place.point;
  const country = place.country === undefined ? undefined : findCountry(place.country);
  return country === undefined ? undefined : { latitude: country.latitude, longitude: country.longitude };
}

/** IANA name of the country's main time zone; undefined if a city or state may be in another one. */
export function timeZoneOf(place: MarketPlace): string | undefined {
  if (place.country === undefined || place.region !== undefined || place.city !== undefined) return undefined;
  return findCountry(place.country)?.timeZone;
}

/** The location fields OpenAI, xAI, Anthropic and Perplexity share; absent members stay absent. */
export function userLocation(place: MarketPlace): {
  readonly country?: string;
  readonly region?: string;
  readonly city?: string;
} {
  return {
    country: place.country,
    region: place.region,
    city: place.city,
  };
}

/** "Munich, Bavaria, Germany"; undefined for an untargeted request. */
export function placeName(place: MarketPlace): string | undefined {
  const parts = [place.city, place.region, place.countryName].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(', ');
}

/**
 * One neutral sentence for providers without a location parameter. It states only where the person is, so that
 * the answer is not steered further.
 */
export function placeHint(place: MarketPlace): string | undefined {
  const name = placeName(place);
  return name === undefined ? undefined : `The person asking is in ${name}.`;
}

/** The provenance entry: the requested country, and how far it reached the provider. */
export function countryProvenance(
  place: MarketPlace,
  honoured: Exclude<CountryHonoured, 'not-requested'>,
  applied?: string,
): Provenance['country'] {
  if (place.country === undefined) return { requested: null, honoured: 'not-requested' };
  const { country: requested } = place;
  return { requested, honoured, applied };
}
