import { shownHost } from '#shared/text/addresses/pages.ts';
import { listAt, numberAt, textAt, textsAt } from '../jsonFields.ts';
import type { SearchQuestion } from '../searchedMarket.ts';
import { aiOverview, askedAlso, knowledgePanel, pageReferences, type Row, sitelinks } from '../searchPage.ts';
import { moneyOf, ratingOf } from './products.ts';

/** The elements of Google's result page as `search` gives them. */
export async function searchResults(items: readonly unknown[], question: SearchQuestion): Promise<Row> {
  const ofType = (...types: readonly string[]) =>
    items.filter((item) => types.includes(textAt(item, 'type') ?? ''));
  const [overview, panel] = [ofType('ai_overview')[0], ofType('knowledge_graph')[0]];
  const ads = ofType('paid', 'ai_overview_paid')
    .flatMap((item) => (listAt(item, 'items').length > 0 ? listAt(item, 'items') : [item]))
    .flatMap(adOf);
  const places = ofType('local_pack', 'map').flatMap(placeOf);
  const cards = ofType(
    'popular_products',
    'shopping',
    'google_shopping',
    'paid_shopping',
    'product_considerations',
  )
    .flatMap((block) => listAt(block, 'items').map((card) => ({ card, category: textAt(block, 'title') })))
    .flatMap(cardOf);
  return {
    organicResults: within(ofType('organic'), question).flatMap(organicOf),
    peopleAlsoAsk: ofType('people_also_ask')
      .flatMap((block) => listAt(block, 'items'))
      .flatMap((entry) => questionOf(entry, question.include.paaAioverview)),
    relatedSearches: ofType('related_searches', 'people_also_search')
      .flatMap((block) => textsAt(block, 'items'))
      .map((query) => ({ query })),
    ...(ads.length === 0 ? {} : { ads }),
    ...(places.length === 0 ? {} : { localResults: places }),
    ...(cards.length === 0 ? {} : { shoppingCards: cards }),
    ...(question.include.aioverview === undefined || overviewMissing(items)
      ? {}
      : {
          aioverview: await aiOverview(
            overviewMarkdown(overview),
            pageReferences([
              ...listAt(overview, 'references'),
              ...listAt(overview, 'items').flatMap((item) => listAt(item, 'references')),
            ]),
            question.include.aioverview,
          ),
        }),
    ...knowledgePanel(panel, textAt(panel, 'sub_title')),
  };
}

/** Whether the page showed an overview whose text was still loading, which a second request would charge again. */
export function overviewMissing(items: readonly unknown[]): boolean {
  const overview = items.find((item) => textAt(item, 'type') === 'ai_overview');
  return overview !== undefined && overviewMarkdown(overview) === undefined;
}

/** The Markdown of an overview or of AI Mode: its own, or that of its elements. */
export function overviewMarkdown(overview: unknown): string | undefined {
  const parts = listAt(overview, 'items').flatMap(elementParts);
  return textAt(overview, 'markdown') ?? (parts.length === 0 ? undefined : parts.join('\n\n'));
}

/** An element's own Markdown, or its title and text; what unfolds stands in its components. */
function elementParts(element: unknown): readonly string[] {
  const own = textAt(element, 'markdown');
  return [
    ...(own === undefined ? [textAt(element, 'title'), textAt(element, 'text')] : [own]),
    ...listAt(element, 'components').flatMap(elementParts),
  ].filter((part) => part !== undefined);
}

function placeOf(item: unknown, index: number): readonly Row[] {
  const title = textAt(item, 'title');
  if (title === undefined) return [];
  const website = textAt(item, 'url');
  return [
    {
      position: index + 1,
      title,
      placeId: textAt(item, 'place_id') ?? textAt(item, 'cid'),
      rating: numberAt(item, 'rating', 'value'),
      reviews: numberAt(item, 'rating', 'votes_count')?.toString(),
      phone: textAt(item, 'phone'),
      address: textAt(item, 'address'),
      description: textAt(item, 'description'),
      links: website === undefined ? undefined : { website },
    },
  ];
}

function cardOf(
  { card, category }: { readonly card: unknown; readonly category: string | undefined },
  index: number,
): readonly Row[] {
  const title = textAt(card, 'title');
  if (title === undefined) return [];
  return [
    {
      title,
      position: index + 1,
      category,
      price: moneyOf(card),
      store: textAt(card, 'seller') ?? textAt(card, 'source'),
      rating: ratingOf(card),
      reviews: numberAt(card, 'rating', 'votes_count')?.toString(),
      thumbnail: textAt(card, 'image_url'),
    },
  ];
}

export function newsResults(items: readonly unknown[], question: SearchQuestion): Row {
  const shown = items.flatMap((item) =>
    textAt(item, 'type') === 'top_stories' ? listAt(item, 'items') : [item],
  );
  return {
    newsResults: within(shown, question).flatMap((item) => {
      const [title, link] = [textAt(item, 'title'), textAt(item, 'url')];
      if (title === undefined || link === undefined) return [];
      const position = positionOf(item);
      return [
        {
          position,
          title,
          link,
          snippet: textAt(item, 'snippet') ?? textAt(item, 'description'),
          source: textAt(item, 'source') ?? shownHost(link),
          date: textAt(item, 'time_published') ?? textAt(item, 'date'),
          publishedAt: textAt(item, 'timestamp'),
          page: Math.ceil(position / 10),
          thumbnail: textAt(item, 'image_url'),
        },
      ];
    }),
  };
}

/** Positions refer to the whole list; results before the requested start are omitted. */
function within(items: readonly unknown[], { start, pages }: SearchQuestion): readonly unknown[] {
  return items.filter((item) => {
    const position = positionOf(item);
    return position > start && position <= start + pages * 10;
  });
}

function positionOf(item: unknown): number {
  return Math.max(1, numberAt(item, 'rank_group') ?? 1);
}

function organicOf(item: unknown): readonly Row[] {
  const link = textAt(item, 'url');
  if (link === undefined) return [];
  const position = positionOf(item);
  return [
    {
      position,
      title: textAt(item, 'title') ?? link,
      link,
      displayedLink: textAt(item, 'breadcrumb') ?? shownHost(link),
      snippet: textAt(item, 'description') ?? textAt(item, 'snippet'),
      date: textAt(item, 'pre_snippet'),
      page: numberAt(item, 'page') ?? Math.ceil(position / 10),
      ...sitelinks(listAt(item, 'links')),
    },
  ];
}

function adOf(item: unknown): readonly Row[] {
  const [title, url] = [textAt(item, 'title'), textAt(item, 'url')];
  if (title === undefined || url === undefined) return [];
  return [
    {
      position: positionOf(item),
      type: 'RESULT',
      title,
      url,
      domain: (textAt(item, 'domain') ?? shownHost(url)).replace(/^www\./, ''),
      displayedUrl: textAt(item, 'breadcrumb'),
      description: textAt(item, 'description') ?? textAt(item, 'snippet'),
    },
  ];
}

function questionOf(entry: unknown, withOverview: boolean): readonly Row[] {
  const question = textAt(entry, 'title');
  const shown = listAt(entry, 'expanded_element')[0];
  if (!/ai_overview/.test(textAt(shown, 'type') ?? '')) return askedAlso(question, shown);
  const sources = pageReferences(listAt(shown, 'references'));
  return askedAlso(question, withOverview ? { markdown: overviewMarkdown(shown) ?? '', sources } : {}, true);
}
