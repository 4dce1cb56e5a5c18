import { canonicalTag } from '#shared/geo/languages.ts';
import type { SearchDevice } from '#shared/interface/requests/search.ts';
import { languageOf, type MarketPlace } from '../countryHints.ts';

/** Countries Brave takes as `country`; all others are ALL with a location header. */
const known: ReadonlySet<string> = new Set(
  'AR AU AT BE BR CA CL DK FI FR DE HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US'.split(
    ' ',
  ),
);

/** Languages Brave accepts as `search_lang`, in its own codes; an unsupported language is omitted. */
const languages: ReadonlySet<string> = new Set(
  (
    'ar eu bn bg ca hr cs da nl en et fi fr gl de gu he hi hu is it kn ko lv lt ms ml mr nb pl pa ro ru sr sk sl es ' +
    'sv ta te th tr uk vi'
  ).split(' '),
);
const oddCodes: Readonly<Record<string, string>> = {
  ja: 'jp',
  'zh-CN': 'zh-hans',
  'zh-SG': 'zh-hans',
  zh: 'zh-hans',
  'zh-TW': 'zh-hant',
  'zh-HK': 'zh-hant',
  'zh-MO': 'zh-hant',
  'pt-BR': 'pt-br',
  'pt-PT': 'pt-pt',
  pt: 'pt-pt',
  'en-GB': 'en-gb',
  no: 'nb',
  nn: 'nb',
  iw: 'he',
};

export function braveCountry(place: MarketPlace): string | undefined {
  if (place.country === undefined) return undefined;
  return known.has(place.country) ? place.country : 'ALL';
}

export function braveLanguage(place: MarketPlace): string | undefined {
  const tag = canonicalTag(languageOf(place) ?? '');
  if (tag === undefined) return undefined;
  const base = tag.split('-')[0] ?? tag;
  const odd = oddCodes[tag] ?? oddCodes[base];
  return odd ?? (languages.has(base) ? base : undefined);
}

/** Pairs of language and country Brave takes as `ui_lang`. */
const uiLanguages: ReadonlySet<string> = new Set(
  (
    'es-AR en-AU de-AT nl-BE fr-BE pt-BR en-CA fr-CA es-CL da-DK fi-FI fr-FR de-DE zh-HK en-IN en-ID it-IT ja-JP ' +
    'ko-KR en-MY es-MX nl-NL en-NZ no-NO zh-CN pl-PL en-PH ru-RU en-ZA es-ES sv-SE fr-CH de-CH zh-TW tr-TR en-GB ' +
    'en-US es-US'
  ).split(' '),
);

/** The language of Brave's own texts, such as `de-CH`; omitted if Brave has none for the market. */
export function braveUiLanguage(place: MarketPlace): string | undefined {
  const base = canonicalTag(languageOf(place) ?? '')?.split('-')[0];
  const pair = `${base}-${place.country}`;
  return uiLanguages.has(pair) ? pair : undefined;
}

/** The person's location, as Brave's location headers; headers allow plain ASCII only. */
export function locationHeaders(place: MarketPlace): Record<string, string> {
  const { country, region, stateCode, city, point } = place;
  const headers = {
    ...(country === undefined ? {} : { 'x-loc-country': country }),
    ...(stateCode === undefined ? {} : { 'x-loc-state': stateCode }),
    ...(region === undefined ? {} : { 'x-loc-state-name': ascii(region) }),
    ...(city === undefined ? {} : { 'x-loc-city': ascii(city) }),
    ...(point === undefined
      ? {}
      : { 'x-loc-lat': String(point.latitude), 'x-loc-long': String(point.longitude) }),
  };
  return headers;
}

/** Brave distinguishes devices by the User-Agent. */
export function userAgent(device: SearchDevice): string {
  if (device === 'android') {
    return 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
  }
  if (device === 'ios') {
    return 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
  }
  return 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
}

function ascii(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '?');
}
