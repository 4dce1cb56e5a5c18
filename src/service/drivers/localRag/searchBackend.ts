import { braveCountry, braveLanguage } from '../brave/braveMarket.ts';
import { bravePage } from '../brave/braveSearch.ts';
import type { MarketPlace } from '../countryHints.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { type JsonObject, listAt, textAt } from '../jsonFields.ts';
import { plainSnippet } from '../plainSnippet.ts';
import type { FailedOutcome } from '../providerErrors.ts';
import type { SearchQuestion } from '../searchedMarket.ts';
import { resultLink, searxngLocale, searxngPage } from '../searxng/searxngSearch.ts';

/** A result as the model is shown it. */
export type WebPage = {
  readonly url: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly datePublished: string | undefined;
};

export type SearchBackend = {
  readonly search: (
    query: string,
    place: MarketPlace,
    session: ProviderSession,
  ) => Promise<{ readonly kind: 'pages'; readonly pages: readonly WebPage[] } | FailedOutcome>;
  /** How a place travels with the search, for the provenance; undefined for an untargeted one. */
  readonly applied: (place: MarketPlace) => string | undefined;
};

const pagesPerQuery = 8;

/** The search that goes with a local model: SearXNG, or Brave with its token. */
export function searchBackend(
  settings: Readonly<Record<string, string>>,
  key: string | undefined,
): SearchBackend {
  return settings.search === 'brave'
    ? braveBackend(settings.braveBaseUrl ?? '', key)
    : searxngBackend(settings.searxngBaseUrl ?? '');
}

function searxngBackend(baseUrl: string): SearchBackend {
  return {
    search: async (query, place, session) => {
      const outcome = await searxngPage(baseUrl, questionOf(query, place), 'general', 1, session);
      if (outcome.kind !== 'page') return outcome;
      return { kind: 'pages', pages: webPages(listAt(outcome.body, 'results'), 'content', 'publishedDate') };
    },
    applied: (place) =>
      place.country === undefined ? undefined : `SearXNG language=${searxngLocale(place)}`,
  };
}

function braveBackend(baseUrl: string, key: string | undefined): SearchBackend {
  return {
    search: async (query, place, session) => {
      const page = { count: pagesPerQuery, offset: 0 };
      const outcome = await bravePage({ key, baseUrl }, questionOf(query, place), 'web', page, session);
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

function questionOf(query: string, place: MarketPlace): SearchQuestion {
  return { query, place, device: 'desktop', pages: 1, start: 0, freshness: undefined, safe: 'moderate' };
}

function webPages(results: readonly unknown[], snippet: string, date: string): readonly WebPage[] {
  const pages = results.flatMap((result: unknown) => {
    const url = resultLink(result);
    if (url === undefined) return [];
    const fields = result as JsonObject;
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
