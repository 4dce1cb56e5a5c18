import type { JsonObject } from '#shared/json.ts';
import { shownHost } from '#shared/text/addresses/pages.ts';
import { countryProvenance } from '../countryHints.ts';
import type { Provenance } from '../driver.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import { listAt, numberAt, objectAt, textAt } from '../jsonFields.ts';
import { plainSnippet } from '../plainSnippet.ts';
import type { FailedOutcome } from '../providerErrors.ts';
import type { SearchQuestion } from '../searchedMarket.ts';
import type { SearchingProvider } from '../searchingDriver.ts';
import { braveCountry, braveLanguage } from './braveMarket.ts';
import { type BraveAccess, bravePage } from './braveSearch.ts';

export function connectBrave({
  key,
  settings: { baseUrl },
}: ProviderSetup<{ readonly baseUrl: string }>): SearchingProvider {
  const access = { key, baseUrl };
  const paid: PaidPages = new Map();
  return {
    web: async (question, session) => {
      const outcome = await pages(access, question, 'web', session, paid);
      if (outcome.kind !== 'pages') return outcome;
      const first = outcome.bodies[0] ?? {};
      const found = depth(question, outcome.bodies.flatMap(inDisplayOrder));
      const panel = knowledgeGraph(first);
      const said = discussions(first);
      return {
        kind: 'found',
        country: honoured(question),
        result: {
          organicResults: found.map(organic),
          peopleAlsoAsk: listAt(first, 'faq', 'results').flatMap(asked),
          relatedSearches: [],
          ...(said.length === 0 ? {} : { peopleAreSaying: said }),
          knowledgeGraph: panel,
        },
      };
    },
    news: async (question, session) => {
      const outcome = await pages(access, question, 'news', session, paid);
      if (outcome.kind !== 'pages') return outcome;
      const found = depth(
        question,
        outcome.bodies.flatMap((body) => listAt(body, 'results')),
      );
      return { kind: 'found', country: honoured(question), result: { newsResults: found.map(news) } };
    },
  };
}

type Pages = { readonly kind: 'pages'; readonly bodies: readonly JsonObject[] };

/** Search pages by job after a later page failed: another attempt continues with them. */
type PaidPages = Map<string, readonly JsonObject[]>;

const maxPaid = 200;

/** Brave has its own page size: a few large pages need fewer calls than many of ten. */
async function pages(
  access: BraveAccess,
  question: SearchQuestion,
  kind: 'web' | 'news',
  session: ProviderSession,
  paid: PaidPages,
): Promise<Pages | FailedOutcome> {
  const wanted = question.start + question.pages * 10;
  const count = Math.min(wanted, kind === 'web' ? 20 : 50);
  const bodies = [...(paid.get(session.jobId) ?? [])];
  paid.delete(session.jobId);
  if (bodies.length > 0) session.meter.note({ usage: { requests: bodies.length } });
  for (let offset = bodies.length; offset < Math.min(10, Math.ceil(wanted / count)); offset += 1) {
    const outcome = await bravePage(access, question, kind, { count, offset }, session);
    if (outcome.kind !== 'page') {
      if (outcome.kind === 'retry' && bodies.length > 0) paid.set(session.jobId, bodies);
      for (const job of paid.keys()) if (paid.size > maxPaid) paid.delete(job);
      return outcome;
    }
    bodies.push(outcome.body);
    const results = kind === 'web' ? listAt(outcome.body, 'web', 'results') : listAt(outcome.body, 'results');
    const more = objectAt(outcome.body, 'query').more_results_available;
    if (more === false || results.length < count) break;
  }
  return { kind: 'pages', bodies };
}

type BraveResult = {
  readonly result: unknown;
  readonly link: string;
  readonly position: number;
  readonly page: number;
};

function depth({ start, pages: count }: SearchQuestion, results: readonly unknown[]): readonly BraveResult[] {
  return results.slice(start, start + count * 10).flatMap((result, index) => {
    const link = textAt(result, 'url');
    return link === undefined
      ? []
      : [{ result, link, position: index + 1, page: Math.floor(index / 10) + 1 }];
  });
}

/** `mixed.main` has the order of the web results among the other blocks; omitted results follow. */
function inDisplayOrder(body: JsonObject): readonly unknown[] {
  const results = listAt(body, 'web', 'results');
  const shown = listAt(body, 'mixed', 'main').flatMap((entry) =>
    textAt(entry, 'type') === 'web' ? (numberAt(entry, 'index') ?? []) : [],
  );
  const order = [...new Set([...shown, ...results.keys()])];
  return order.flatMap((index) => (results[index] === undefined ? [] : [results[index]]));
}

function organic({ result, link, position, page }: BraveResult): Record<string, unknown> {
  const host = textAt(result, 'meta_url', 'netloc') ?? shownHost(link);
  const path = textAt(result, 'meta_url', 'path');
  const links = listAt(result, 'deep_results', 'buttons').flatMap((button) => {
    const [title, url] = [textAt(button, 'title'), textAt(button, 'url')];
    return title === undefined || url === undefined ? [] : [{ title, link: url }];
  });
  return {
    position,
    title: plainSnippet(textAt(result, 'title')) ?? link,
    link,
    displayedLink: path === undefined ? host : `${host} ${path}`,
    snippet: plainSnippet(textAt(result, 'description')),
    date: textAt(result, 'age'),
    page,
    ...(links.length === 0 ? {} : { sitelinks: { inline: links } }),
  };
}

/** Brave's closest equivalent to People Also Ask, marked as such. */
function asked(entry: unknown): readonly Record<string, unknown>[] {
  const [question, link] = [textAt(entry, 'question'), textAt(entry, 'url')];
  if (question === undefined) return [];
  return [
    {
      question,
      type: link === undefined ? 'UNKNOWN' : 'LINK',
      kind: 'faq',
      snippet: plainSnippet(textAt(entry, 'answer')),
      title: plainSnippet(textAt(entry, 'title')),
      link,
    },
  ];
}

/** Forum threads; the interface requires a date, so threads without one are omitted. */
function discussions(body: JsonObject): readonly Record<string, unknown>[] {
  const dated = listAt(body, 'discussions', 'results').flatMap((thread) => {
    const [title, link, date] = [textAt(thread, 'title'), textAt(thread, 'url'), textAt(thread, 'age')];
    return title === undefined || link === undefined || date === undefined ? [] : [{ title, link, date }];
  });
  return dated.map((thread, index) => ({ position: index + 1, ...thread }));
}

function news({ result, link, position, page }: BraveResult): Record<string, unknown> {
  return {
    position,
    title: plainSnippet(textAt(result, 'title')) ?? link,
    link,
    snippet: plainSnippet(textAt(result, 'description')),
    source: textAt(result, 'profile', 'name') ?? textAt(result, 'meta_url', 'hostname') ?? shownHost(link),
    date: textAt(result, 'age') ?? textAt(result, 'page_age'),
    // In addition to the interface: the date shown is relative and becomes outdated, this one does not.
    publishedAt: textAt(result, 'page_age'),
    page,
    thumbnail: textAt(result, 'thumbnail', 'src'),
  };
}

function knowledgeGraph(body: JsonObject): Record<string, unknown> | undefined {
  const box = listAt(body, 'infobox', 'results')[0] ?? body.infobox;
  const title = plainSnippet(textAt(box, 'title'));
  if (title === undefined) return undefined;
  const attributes = listAt(box, 'attributes').flatMap((pair) => {
    const [key, value] = Array.isArray(pair) ? pair : [];
    const [name, words] = [plainSnippet(String(key ?? '')), plainSnippet(String(value ?? ''))];
    return name === undefined || words === undefined ? [] : [{ key: name, value: words }];
  });
  const profiles = listAt(box, 'profiles').flatMap((profile) => {
    const [name, link] = [textAt(profile, 'name'), textAt(profile, 'url')];
    return name === undefined || link === undefined ? [] : [{ name, link }];
  });
  return {
    title,
    type: textAt(box, 'category') ?? textAt(box, 'label'),
    description: plainSnippet(textAt(box, 'long_desc') ?? textAt(box, 'description')),
    imageUrl: textAt(box, 'thumbnail', 'src'),
    website: textAt(box, 'website_url'),
    ...(attributes.length === 0 ? {} : { attributes }),
    ...(profiles.length === 0 ? {} : { profiles }),
  };
}

function honoured({ place }: SearchQuestion): Provenance['country'] {
  const country = braveCountry(place);
  const language = braveLanguage(place);
  const parts = [
    country === undefined ? undefined : `country=${country}`,
    country === 'ALL' ? `X-Loc-Country ${place.country}` : undefined,
    language === undefined ? undefined : `search_lang=${language}`,
  ];
  return countryProvenance(place, 'parameter', parts.filter((part) => part !== undefined).join(', '));
}
