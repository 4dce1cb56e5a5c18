import type { JsonObject } from '#shared/json.ts';
import { braveCountry, braveLanguage } from '../brave/braveMarket.ts';
import { type BraveAccess, bravePage, bravePassages } from '../brave/braveSearch.ts';
import type { MarketPlace } from '../countryHints.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { listAt, objectAt, textAt, textsAt } from '../jsonFields.ts';
import { plainSnippet } from '../plainSnippet.ts';
import type { FailedOutcome } from '../providerErrors.ts';
import type { SearchQuestion } from '../searchedMarket.ts';
import { resultLink, searxngLocale, searxngPage } from '../searxng/searxngSearch.ts';

/** A result as given to the model. */
export type WebPage = {
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
  readonly datePublished?: string;
};

export type SearchBackend = {
  readonly search: (
    query: string,
    place: MarketPlace,
    session: ProviderSession,
  ) => Promise<{ readonly kind: 'pages'; readonly pages: readonly WebPage[] } | FailedOutcome>;
  /** Each search is charged, whether or not its results arrive. */
  readonly charges: boolean;
  /** How the location was sent with the search, for the provenance; undefined if untargeted. */
  readonly applied: (place: MarketPlace) => string | undefined;
};

const pagesPerQuery = 8;
/** Maximum characters of one page for a small model. */
const maxReadingLength = 4_000;

export type SearchSettings = {
  readonly search: 'searxng' | 'brave';
  readonly reading: 'passages' | 'snippets';
  readonly searxngBaseUrl: string;
  readonly braveBaseUrl: string;
};

/** The search of a local model: SearXNG, or Brave with its token. */
export function searchBackend(settings: SearchSettings, key: string | undefined): SearchBackend {
  if (settings.search === 'searxng') return searxngBackend(settings.searxngBaseUrl);
  return braveBackend({ key, baseUrl: settings.braveBaseUrl }, settings.reading);
}

function searxngBackend(baseUrl: string): SearchBackend {
  const instance = { baseUrl, engines: '' };
  return {
    charges: false,
    search: async (query, place, session) => {
      const outcome = await searxngPage(instance, questionOf(query, place), 'general', 1, session);
      if (outcome.kind !== 'page') return outcome;
      return { kind: 'pages', pages: webPages(listAt(outcome.body, 'results'), 'content', 'publishedDate') };
    },
    applied: (place) =>
      place.country === undefined ? undefined : `SearXNG language=${searxngLocale(place)}`,
  };
}

function braveBackend(access: BraveAccess, reading: SearchSettings['reading']): SearchBackend {
  return {
    charges: true,
    search: async (query, place, session) => {
      const question = questionOf(query, place);
      if (reading === 'passages') {
        const outcome = await bravePassages(access, question, pagesPerQuery, session);
        return outcome.kind === 'page' ? { kind: 'pages', pages: passages(outcome.body) } : outcome;
      }
      const outcome = await bravePage(access, question, 'web', { count: pagesPerQuery, offset: 0 }, session);
      if (outcome.kind !== 'page') return outcome;
      return { kind: 'pages', pages: webPages(listAt(outcome.body, 'web', 'results'), 'description', 'age') };
    },
    applied: (place) => {
      const [country, language] = [braveCountry(place), braveLanguage(place)];
      const parts = [
        country === undefined ? undefined : `country=${country}`,
        language === undefined ? undefined : `search_lang=${language}`,
      ].filter((part) => part !== undefined);
      return parts.length === 0 ? undefined : `Brave ${parts.join(', ')}`;
    },
  };
}

/** Pages with the passages relevant to the query; a page's age is listed separately, by URL. */
function passages(body: JsonObject): readonly WebPage[] {
  return listAt(body, 'grounding', 'generic').flatMap((page) => {
    const url = resultLink(page);
    const read = textsAt(page, 'snippets').join('\n\n');
    if (url === undefined || read === '') return [];
    return [
      {
        url,
        title: textAt(page, 'title'),
        description: read.slice(0, maxReadingLength),
        // The age consists of a sentence, a date and a distance; only the date is used.
        datePublished: textsAt(body, 'sources', url, 'age').find((age) => /^\d{4}-\d{2}-\d{2}/.test(age)),
      },
    ];
  });
}

function questionOf(query: string, place: MarketPlace): SearchQuestion {
  return {
    query,
    place,
    device: 'desktop',
    pages: 1,
    start: 0,
    freshness: undefined,
    safe: 'moderate',
    include: { html: false, paaAioverview: false },
  };
}

function webPages(results: readonly unknown[], snippet: string, date: string): readonly WebPage[] {
  const pages = results.flatMap((result: unknown) => {
    const url = resultLink(result);
    if (url === undefined) return [];
    const fields = objectAt(result);
    return [
      {
        url,
        title: plainSnippet(textAt(fields, 'title')),
        description: plainSnippet(textAt(fields, snippet)),
        datePublished: textAt(fields, date),
      },
    ];
  });
  return pages.slice(0, pagesPerQuery);
}
