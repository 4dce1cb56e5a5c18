import { canonicalTag } from '#shared/geo/languages.ts';
import type { JsonObject } from '#shared/json.ts';
import { answered } from '../answeredCall.ts';
import { languageOf, type MarketPlace } from '../countryHints.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { listAt, objectAt, textAt } from '../jsonFields.ts';
import { type FailedOutcome, fatal, retry } from '../providerErrors.ts';
import type { SearchQuestion } from '../searchedMarket.ts';

const service = 'SearXNG';

export type SearxngPage = { readonly kind: 'page'; readonly body: JsonObject };

export type SearxngInstance = {
  readonly baseUrl: string;
  /** Names of the instance's engines, separated by commas; empty for its default. */
  readonly engines: string;
};

/** One page of results of an instance. */
export async function searxngPage(
  { baseUrl, engines }: SearxngInstance,
  question: SearchQuestion,
  categories: 'general' | 'news',
  page: number,
  session: ProviderSession,
): Promise<SearxngPage | FailedOutcome> {
  const url = new URL(`${baseUrl}/search`);
  const parameters = {
    q: question.query,
    format: 'json',
    categories,
    pageno: String(page),
    safesearch: { off: '0', moderate: '1', strict: '2' }[question.safe],
    ...(engines === '' ? {} : { engines: engines.replace(/\s*,\s*/g, ',') }),
    ...(question.place.country === undefined ? {} : { language: searxngLocale(question.place) }),
    ...timeRange(question),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const result = await session.exchange({ url: url.href, headers: { accept: 'application/json' } });
  if (result.kind === 'response' && result.response.status === 403) {
    return fatal(
      'rejected',
      'SearXNG refused to answer in JSON (403): add json to search.formats in its settings.yml, or switch its limiter off.',
    );
  }
  const call = answered(service, result, session.attempt);
  if (!call.ok) return call.outcome;
  const body = objectAt(call.response.body.document);
  const silent = listAt(body, 'unresponsive_engines');
  // An empty result with failed engines is not an answer: it would look like a market without results.
  if (page === 1 && listAt(body, 'results').length === 0 && silent.length > 0) {
    const named = silent.map((one) => (Array.isArray(one) ? one.join(': ') : String(one))).join(', ');
    return retry('trouble', `SearXNG's engines did not answer (${named})`);
  }
  return { kind: 'page', body };
}

/**
 * One locale for country and language, such as `de-CH`. The country is the requested one, whatever region the
 * language names: `pt-BR` asked from Japan is Portuguese in Japan, not Brazil.
 */
export function searxngLocale(place: MarketPlace): string {
  const tag = canonicalTag(languageOf(place) ?? 'en') ?? 'en';
  return `${tag.split('-')[0]}-${place.country}`;
}

function timeRange({ freshness }: SearchQuestion): { readonly time_range?: string } {
  if (freshness?.kind !== 'within') return {};
  return { time_range: freshness.unit === 'hour' ? 'day' : freshness.unit };
}

/** The URL of a result if it is a web URL. */
export function resultLink(result: unknown): string | undefined {
  const url = textAt(result, 'url');
  return url !== undefined && /^https?:\/\//i.test(url) ? url : undefined;
}
