import type { JsonObject } from '#shared/json.ts';
import { shownHost } from '#shared/text/addresses/pages.ts';
import { countryProvenance } from '../countryHints.ts';
import type { Provenance } from '../driver.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import { listAt, textAt, textsAt } from '../jsonFields.ts';
import { plainSnippet } from '../plainSnippet.ts';
import type { FailedOutcome } from '../providerErrors.ts';
import type { SearchQuestion } from '../searchedMarket.ts';
import type { SearchingProvider } from '../searchingDriver.ts';
import { resultLink, type SearxngInstance, searxngLocale, searxngPage } from './searxngSearch.ts';

export function connectSearxng({ settings }: ProviderSetup<SearxngInstance>): SearchingProvider {
  return {
    web: async (question, session) => {
      const outcome = await results(settings, question, 'general', session);
      if (outcome.kind !== 'pages') return outcome;
      const { found, first } = outcome;
      const panel = knowledgeGraph(first);
      return {
        kind: 'found',
        country: honoured(question),
        result: {
          organicResults: found.map(({ result, link, position, page }) => ({
            position,
            title: plainSnippet(textAt(result, 'title')) ?? link,
            link,
            displayedLink: link.replace(/^https?:\/\//, '').replace(/\/$/, ''),
            snippet: plainSnippet(textAt(result, 'content')),
            date: textAt(result, 'publishedDate'),
            page,
          })),
          peopleAlsoAsk: [],
          relatedSearches: textsAt(first, 'suggestions').map((query) => ({ query })),
          knowledgeGraph: panel,
        },
      };
    },
    news: async (question, session) => {
      const outcome = await results(settings, question, 'news', session);
      if (outcome.kind !== 'pages') return outcome;
      return {
        kind: 'found',
        country: honoured(question),
        result: {
          newsResults: outcome.found.map(({ result, link, position, page }) => ({
            position,
            title: plainSnippet(textAt(result, 'title')) ?? link,
            link,
            snippet: plainSnippet(textAt(result, 'content')),
            source: shownHost(link),
            date: textAt(result, 'publishedDate'),
            page,
            thumbnail: textAt(result, 'thumbnail') ?? textAt(result, 'img_src'),
          })),
        },
      };
    },
  };
}

type SearxngResult = {
  readonly result: unknown;
  readonly link: string;
  readonly position: number;
  readonly page: number;
};

type Results = {
  readonly kind: 'pages';
  readonly found: readonly SearxngResult[];
  readonly first: JsonObject;
};

/**
 * Results page by page, until there are enough or a page has nothing new. The instance determines its page
 * size, usually more than ten; here ten make a page, as in the interface.
 */
async function results(
  instance: SearxngInstance,
  question: SearchQuestion,
  categories: 'general' | 'news',
  session: ProviderSession,
): Promise<Results | FailedOutcome> {
  const wanted = question.start + question.pages * 10;
  const links = new Map<string, unknown>();
  let first: JsonObject = {};
  const furthest = Math.min(10, Math.ceil(wanted / 10));
  for (let page = 1; page <= furthest && links.size < wanted; page += 1) {
    const outcome = await searxngPage(instance, question, categories, page, session);
    if (outcome.kind !== 'page') return outcome;
    if (page === 1) first = outcome.body;
    const before = links.size;
    for (const result of listAt(outcome.body, 'results')) {
      const link = resultLink(result);
      if (link !== undefined && !links.has(link)) links.set(link, result);
    }
    if (links.size === before) break;
  }
  const found = [...links].slice(question.start, wanted).map(([link, result], index) => ({
    result,
    link,
    position: index + 1,
    page: Math.floor(index / 10) + 1,
  }));
  return { kind: 'pages', found, first };
}

/** The first infobox: usually an encyclopedia's. */
function knowledgeGraph(body: JsonObject): Record<string, unknown> | undefined {
  const box = listAt(body, 'infoboxes')[0];
  const title = textAt(box, 'infobox');
  if (title === undefined) return undefined;
  const attributes = listAt(box, 'attributes').flatMap((one) => {
    const [key, value] = [textAt(one, 'label'), textAt(one, 'value')];
    return key === undefined || value === undefined ? [] : [{ key, value }];
  });
  const profiles = listAt(box, 'urls').flatMap((one) => {
    const [name, link] = [textAt(one, 'title'), textAt(one, 'url')];
    return name === undefined || link === undefined ? [] : [{ name, link }];
  });
  return {
    title,
    description: plainSnippet(textAt(box, 'content')),
    imageUrl: textAt(box, 'img_src'),
    ...(attributes.length === 0 ? {} : { attributes }),
    ...(profiles.length === 0 ? {} : { profiles }),
  };
}

function honoured({ place }: SearchQuestion): Provenance['country'] {
  return countryProvenance(
    place,
    'parameter',
    place.country === undefined ? undefined : `language=${searxngLocale(place)}`,
  );
}
