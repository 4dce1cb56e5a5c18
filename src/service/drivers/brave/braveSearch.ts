import type { JsonObject } from '#shared/json.ts';
import { answered } from '../answeredCall.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { objectAt } from '../jsonFields.ts';
import { mayHaveArrived } from '../providerCall.ts';
import { type FailedOutcome, fatal, lost } from '../providerErrors.ts';
import type { Freshness, SearchQuestion } from '../searchedMarket.ts';
import { braveCountry, braveLanguage, braveUiLanguage, locationHeaders, userAgent } from './braveMarket.ts';

const service = 'Brave';

export type BravePage = { readonly kind: 'page'; readonly body: JsonObject };

export type BraveAccess = { readonly key: string | undefined; readonly baseUrl: string };

/**
 * One page of Brave's web or news search.
 * @param count results on the page: at most 20 for web, 50 for news
 * @param offset pages to skip, 0 to 9
 */
export async function bravePage(
  access: BraveAccess,
  question: SearchQuestion,
  kind: 'web' | 'news',
  { count, offset }: { readonly count: number; readonly offset: number },
  session: ProviderSession,
): Promise<BravePage | FailedOutcome> {
  const { query, place, freshness, safe, device } = question;
  if (query.length > 400 || query.split(/\s+/).length > 50) {
    return fatal('unsupported', 'Brave takes queries of at most 400 characters and 50 words.');
  }
  const country = braveCountry(place);
  const language = braveLanguage(place);
  const uiLanguage = braveUiLanguage(place);
  const fresh = freshnessParameter(freshness);
  const parameters = {
    q: query,
    count: String(count),
    offset: String(offset),
    safesearch: safe,
    spellcheck: 'false',
    ...(country === undefined ? {} : { country }),
    ...(language === undefined ? {} : { search_lang: language }),
    ...(kind === 'web' && uiLanguage !== undefined ? { ui_lang: uiLanguage } : {}),
    ...(fresh === undefined ? {} : { freshness: fresh }),
  };
  const headers = { 'user-agent': userAgent(device), ...locationHeaders(place) };
  return read(access, `${kind}/search`, parameters, headers, session);
}

/**
 * Passages of pages that are relevant to a query, as extracted by Brave, by country and language.
 * @param pages maximum number of pages to read from
 */
export async function bravePassages(
  access: BraveAccess,
  { query, place }: SearchQuestion,
  pages: number,
  session: ProviderSession,
): Promise<BravePage | FailedOutcome> {
  const country = braveCountry(place);
  const language = braveLanguage(place);
  const parameters = {
    q: withinLimits(query),
    maximum_number_of_urls: String(pages),
    ...(country === undefined ? {} : { country }),
    ...(language === undefined ? {} : { search_lang: language }),
  };
  return read(access, 'llm/context', parameters, locationHeaders(place), session);
}

async function read(
  { key, baseUrl }: BraveAccess,
  path: string,
  parameters: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
  session: ProviderSession,
): Promise<BravePage | FailedOutcome> {
  const url = new URL(`${baseUrl}/res/v1/${path}`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const result = await session.exchange({
    url: url.href,
    headers: { accept: 'application/json', 'x-subscription-token': key ?? '', ...headers },
  });
  if (mayHaveArrived(result)) return lost(service);
  const call = answered(service, result, session.attempt);
  if (!call.ok) return call.outcome;
  session.meter.note({ usage: { requests: 1 } });
  return { kind: 'page', body: objectAt(call.response.body.document) };
}

/** A query planned by a model may be too long; its beginning has the subject. */
function withinLimits(query: string): string {
  return query.split(/\s+/).slice(0, 50).join(' ').slice(0, 400);
}

function freshnessParameter(freshness: Freshness | undefined): string | undefined {
  if (freshness === undefined) return undefined;
  if (freshness.kind === 'between') return `${freshness.from}to${freshness.to}`;
  return { hour: 'pd', day: 'pd', week: 'pw', month: 'pm', year: 'py' }[freshness.unit];
}
