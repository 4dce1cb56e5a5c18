import { countryCodes } from '../geo/countryCodes.ts';
import type { CountryModel } from './engines.ts';

/** Countries an engine cannot be asked from. `ai-overview` only feeds the filter of the country list. */
const blockedByModel: Readonly<Record<CountryModel, ReadonlySet<string>>> = {
  'assistant-a': codes('CN HK IR MO RU VE'),
  'assistant-b': codes('BY CN RU'),
  'assistant-c': codes('BY CN HK RU VE'),
  'assistant-d': codes('BY CN RU SY VE'),
  'assistant-e': codes('CN'),
  search: codes(''),
  'search/news': codes(''),
  'search-ai': codes('CN CU IR KP'),
  'ai-overview': codes('BL BV CN CU ET GF GP IR IS LK MF MQ NC PF PM RE TF WF YT'),
};

function codes(list: string): ReadonlySet<string> {
  return new Set(list === '' ? [] : list.split(' '));
}

/** True when the engine can be asked from this country (upper-case code). */
export function isAvailable(model: CountryModel, country: string): boolean {
  return !blockedByModel[model].has(country);
}

/** The countries of one engine, or all 250, ordered by code. */
export function availableCountries(model?: CountryModel): readonly string[] {
  return model === undefined ? countryCodes : countryCodes.filter((code) => isAvailable(model, code));
}
