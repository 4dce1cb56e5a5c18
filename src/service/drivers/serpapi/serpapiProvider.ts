import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '#shared/json.ts';
import { answered } from '../answeredCall.ts';
import type { AnsweringProvider } from '../answeringDriver.ts';
import { countryProvenance, languageOf, type MarketPlace } from '../countryHints.ts';
import type { Provider } from '../defineDriver.ts';
import type { AccountState, ResultPage } from '../driver.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import { listAt, numberAt, objectAt, textAt } from '../jsonFields.ts';
import type { CallResult } from '../providerCall.ts';
import { type FailedOutcome, fatal, ProviderRefusal, retry } from '../providerErrors.ts';
import type { SearchQuestion } from '../searchedMarket.ts';
import { googleFilters } from '../searchPage.ts';
import { foundMode, newsRows, searchRows } from './serpapiRows.ts';

const service = 'SerpApi';

export type SerpApiSettings = { readonly baseUrl: string };

type Page = { readonly kind: 'page'; readonly body: JsonObject };

/** Between attempts at an overview, within the minute that its token lives. */
const overviewWaitsMs = [500, 2_000];

/** An hourly limit resets, but SerpApi does not say when. */
const hourlyWaitMs = 60_000;

export function connectSerpApi({ key, settings }: ProviderSetup<SerpApiSettings>): Provider {
  const request = (
    path: string,
    parameters: Readonly<Record<string, string>>,
    session: ProviderSession,
  ): Promise<CallResult> => {
    const query = new URLSearchParams({ ...parameters, api_key: key ?? '' });
    const url = `${settings.baseUrl}/${path}?${query}`;
    return session.exchange({ url, headers: { accept: 'application/json' } });
  };

  const page = async (
    parameters: Readonly<Record<string, string>>,
    session: ProviderSession,
  ): Promise<Page | FailedOutcome> => {
    const result = await request('search', { ...parameters, output: 'json' }, session);
    const call = answered(service, result, session.attempt);
    if (!call.ok) {
      const isLimited = result.kind === 'response' && result.response.status === 429;
      return isLimited ? limited(call.outcome, session) : call.outcome;
    }
    const body = objectAt(call.response.body.document);
    const failure = failureIn(body);
    if (failure !== undefined) return failure;
    session.meter.note({ requestId: textAt(body, 'search_metadata', 'id'), usage: { searches: 1 } });
    return { kind: 'page', body };
  };

  /**
   * SerpApi returns an identical search of the last hour for free. Another sample needs a fresh search; another
   * attempt, also after a restart, uses the one that may have been paid for.
   */
  const freshness = async (session: ProviderSession): Promise<Readonly<Record<string, string>>> => {
    const again = session.attempt > 1 || session.receipt() !== null;
    await session.keepReceipt(JSON.stringify({ state: 'asked' }));
    return again ? {} : { no_cache: 'true' };
  };

  /**
   * 429 means the hourly limit or a used-up plan, in the same words; the account endpoint says which, and it is free.
   * @param said what the words mean, for an account that says nothing
   */
  const limited = async (said: FailedOutcome, session: ProviderSession): Promise<FailedOutcome> => {
    const result = await request('account', {}, session);
    const account = result.kind === 'response' ? objectAt(result.response.body.document) : {};
    const left = numberAt(account, 'total_searches_left') ?? numberAt(account, 'plan_searches_left');
    if (left === undefined && said.kind === 'fatal') return said;
    if (left === 0) return fatal('quota', `${service} says the searches of the plan are used up.`);
    const limit = numberAt(account, 'account_rate_limit_per_hour');
    const ofLimit = limit === undefined ? '' : ` of ${limit}`;
    return retry('rate', `${service} limits the searches of an hour${ofLimit}`, hourlyWaitMs);
  };

  /** The overview of a page may be only a token, valid for a minute, so it is fetched immediately. */
  const withOverview = async (
    body: JsonObject,
    session: ProviderSession,
  ): Promise<{ readonly body: JsonObject; readonly missing?: string }> => {
    const token = textAt(body, 'ai_overview', 'page_token');
    if (listAt(body, 'ai_overview', 'text_blocks').length > 0) return { body };
    if (token === undefined) return withoutToken(body);
    let reason = '';
    for (const waitMs of [...overviewWaitsMs, null]) {
      const outcome = await page({ engine: 'google_ai_overview', page_token: token }, session);
      if (outcome.kind === 'page') {
        const { ai_overview } = outcome.body;
        if (listAt(ai_overview, 'text_blocks').length > 0) return { body: { ...body, ai_overview } };
        reason = textAt(ai_overview, 'error') ?? noText;
        if (/expired/i.test(reason)) break;
      } else {
        reason = outcome.kind === 'fatal' ? outcome.message : outcome.kind === 'retry' ? outcome.reason : '';
        if (outcome.kind === 'fatal') break;
      }
      if (waitMs !== null) await setTimeout(waitMs, undefined, { signal: session.signal });
    }
    // The search itself was paid for: it is an answer without the overview, and says why.
    return { body: { ...body, ai_overview: undefined }, missing: reason };
  };

  /** The page as Google sent it; a part of the search that was paid for. */
  const pageOf = async (body: JsonObject, session: ProviderSession): Promise<readonly ResultPage[]> => {
    const file = URL.parse(textAt(body, 'search_metadata', 'raw_html_file') ?? '');
    if (file === null || !file.pathname.endsWith('.html')) return [];
    const url = `${settings.baseUrl}${file.pathname}`;
    const result = await session.exchange({ url, headers: { accept: 'text/html' } });
    const html = result.kind === 'response' ? result.response.body.document : undefined;
    return result.kind === 'response' && result.response.status === 200 && typeof html === 'string'
      ? [{ html }]
      : [];
  };

  const web = async (question: SearchQuestion, session: ProviderSession) => {
    const bodies: JsonObject[] = [];
    const pages: ResultPage[] = [];
    let missing: string | undefined;
    const fresh = await freshness(session);
    for (let number = 0; number < question.pages; number += 1) {
      const start = question.start + number * 10;
      const outcome = await page(
        {
          engine: 'google',
          q: question.query,
          ...fresh,
          ...marketParameters(question.place),
          ...deviceParameter(question.device),
          ...googleFilters(question),
          ...(start === 0 ? {} : { start: String(start) }),
        },
        session,
      );
      if (outcome.kind !== 'page') return outcome;
      const wanted = number === 0 && question.include.aioverview !== undefined;
      if (question.include.html) pages.push(...(await pageOf(outcome.body, session)));
      const read = wanted ? await withOverview(outcome.body, session) : { body: outcome.body };
      missing ??= read.missing;
      bodies.push(read.body);
      if (listAt(outcome.body, 'organic_results').length === 0) break;
    }
    const country = honoured(question.place);
    const result = await searchRows(bodies, question, missing === undefined);
    return { kind: 'found' as const, result, country, pages, overviewMissing: missing };
  };

  const news = async (question: SearchQuestion, session: ProviderSession) => {
    const bodies: JsonObject[] = [];
    const fresh = await freshness(session);
    for (let number = 0; number < question.pages; number += 1) {
      const outcome = await page(
        {
          engine: 'google',
          tbm: 'nws',
          q: question.query,
          ...fresh,
          ...marketParameters(question.place),
          ...deviceParameter(question.device),
          ...(number === 0 ? {} : { start: String(number * 10) }),
        },
        session,
      );
      if (outcome.kind !== 'page') return outcome;
      bodies.push(outcome.body);
      if (listAt(outcome.body, 'news_results').length === 0) break;
    }
    return { kind: 'found' as const, result: newsRows(bodies), country: honoured(question.place) };
  };

  const ask: AnsweringProvider['ask'] = async ({ engine, prompt, place, device }, session) => {
    if (engine !== 'search-ai') return fatal('unsupported', `${service} does not support ${engine}.`);
    const fresh = await freshness(session);
    const outcome = await page(
      { engine: 'google_ai_mode', q: prompt, ...fresh, ...marketParameters(place), device },
      session,
    );
    if (outcome.kind !== 'page') return outcome;
    const found = foundMode(outcome.body);
    if (found.markdown.trim() === '') {
      return fatal('rejected', `${service} found no answer on the page for this question.`);
    }
    return { kind: 'found', found, country: honoured(place) };
  };

  const account = async (session: ProviderSession): Promise<AccountState> => {
    const call = answered(service, await request('account', {}, session), 2);
    if (!call.ok) throw ProviderRefusal.of(call.outcome);
    const said = objectAt(call.response.body.document);
    const searchesLeft = numberAt(said, 'total_searches_left') ?? numberAt(said, 'plan_searches_left');
    return searchesLeft === undefined ? {} : { searchesLeft };
  };

  return { account, answering: { ask }, searching: { web, news } };
}

const noText = `${service} sent no text of it`;

/** A page whose overview has neither blocks nor a token: SerpApi says why, or names it as shown and empty. */
function withoutToken(body: JsonObject): { readonly body: JsonObject; readonly missing?: string } {
  const { ai_overview: overview } = body;
  const error = textAt(overview, 'error');
  const none = overview === undefined || overview === null || /not available|no results/i.test(error ?? '');
  if (none || textAt(overview, 'reconstructed_markdown') !== undefined) return { body };
  return { body: { ...body, ai_overview: undefined }, missing: error ?? noText };
}

/** Errors also have HTTP 200: an `error` beside the metadata. "No results" is an empty answer. */
function failureIn(body: JsonObject): FailedOutcome | undefined {
  const said = textAt(body, 'error');
  const status = textAt(body, 'search_metadata', 'status');
  if (said === undefined)
    return status === 'Error' ? retry('trouble', `${service} has a problem`) : undefined;
  if (/hasn't returned any results|no results/i.test(said)) return undefined;
  if (/api[ _]?key/i.test(said)) return fatal('key', `${service} refused the key: ${said}`);
  if (/run out of searches/i.test(said)) return fatal('quota', `${service} says: ${said}`);
  if (/unsupported .*(location|country)|location.* (is not|not) supported/i.test(said)) {
    return fatal('country', `${service} does not serve this place: ${said}`);
  }
  if (/try again|couldn't get valid results/i.test(said))
    return retry('trouble', `${service} has a problem: ${said}`);
  return fatal('rejected', `${service} rejected the search: ${said}`);
}

function marketParameters(place: MarketPlace): Record<string, string> {
  const language = languageOf(place);
  const target = [place.city, place.region, place.countryName].filter((part) => part !== undefined);
  return {
    ...(place.country === undefined || place.country === 'XK' ? {} : { gl: googleCountry(place.country) }),
    ...(language === undefined ? {} : { hl: language.toLowerCase() }),
    ...(place.uule !== undefined
      ? { uule: place.uule }
      : target.length < 2
        ? {}
        : { location: target.join(',') }),
  };
}

/** SerpApi's list of Google countries (serpapi.com/google-countries): the United Kingdom is `uk`, Kosovo is missing. */
const googleCountry = (country: string): string => (country === 'GB' ? 'uk' : country.toLowerCase());

function honoured(place: MarketPlace) {
  if (place.country === 'XK') return countryProvenance(place, 'not-applied');
  const sent = Object.entries(marketParameters(place)).map(([name, value]) => `${name}=${value}`);
  return countryProvenance(place, 'parameter', sent.join(', '));
}

function deviceParameter(device: SearchQuestion['device']): Record<string, string> {
  return { device: device === 'desktop' ? 'desktop' : 'mobile' };
}
