import { answered } from '../answeredCall.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { type JsonObject, objectAt } from '../jsonFields.ts';
import { type FailedOutcome, fatal } from '../providerErrors.ts';
import type { Freshness, SearchQuestion } from '../searchedMarket.ts';
import { braveCountry, braveLanguage, locationHeaders, userAgent } from './braveMarket.ts';

const service = 'Brave';

export type BravePage = { readonly kind: 'page'; readonly body: JsonObject };

export type BraveAccess = { readonly key: string | undefined; readonly baseUrl: string };

/**
 * One page of Brave's web or news search.
 * @param count results on the page: at most 20 for web, 50 for news
 * @param offset pages to skip, 0 to 9
 */
export async function bravePage(
  { key, baseUrl }: BraveAccess,
  question: SearchQuestion,
  kind: 'web' | 'news',
  { count, offset }: { readonly count: number; readonly offset: number },
  session: ProviderSession,
): Promise<BravePage | FailedOutcome> {
  const { query, place, freshness, safe, device } = question;
  if (query.length > 400 || query.split(/\s+/).length > 50) {
    return fatal('unsupported', 'Brave takes queries of at most 400 characters and 50 words.');
  }
  const url = new URL(`${baseUrl}/res/v1/${kind}/search`);
  const country = braveCountry(place);
  const language = braveLanguage(place);
  const fresh = freshnessParameter(freshness);
  const parameters = {
    q: query,
    count: String(count),
    offset: String(offset),
    safesearch: safe,
    spellcheck: 'false',
    ...(country === undefined ? {} : { country }),
    ...(language === undefined ? {} : { search_lang: language }),
    ...(fresh === undefined ? {} : { freshness: fresh }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const headers = {
    accept: 'application/json',
    'x-subscription-token': key ?? '',
    'user-agent': userAgent(device),
    ...locationHeaders(place),
  };
  const result = await session.exchange((fetch, signal) => fetch(url.href, { headers, signal }));
  const call = answered(service, result, session.attempt);
  if (!call.ok) return call.outcome;
  return { kind: 'page', body: objectAt(call.response.body.document) };
}

function freshnessParameter(freshness: Freshness | undefined): string | undefined {
  if (freshness === undefined) return undefined;
  if (freshness.kind === 'between') return `${freshness.from}to${freshness.to}`;
  return { hour: 'pd', day: 'pd', week: 'pw', month: 'pm', year: 'py' }[freshness.unit];
}
