import type { JsonObject } from '#shared/json.ts';
import { shownHost } from '#shared/text/addresses/pages.ts';
import type { FoundAnswer } from '../foundAnswer.ts';
import { listAt, numberAt, objectAt, textAt } from '../jsonFields.ts';
import { linkedCitations } from '../linkedCitations.ts';
import type { SearchQuestion } from '../searchedMarket.ts';
import { aiOverview, askedAlso, knowledgePanel, pageReferences, type Row, sitelinks } from '../searchPage.ts';
import { shownParts } from './shownParts.ts';
import { blocksMarkdown, lacksItems } from './textBlocks.ts';

/** The parts of Google's result page in the interface's shape; `bodies` are pages of ten. */
export async function searchRows(
  bodies: readonly JsonObject[],
  question: SearchQuestion,
  overviewArrived: boolean,
): Promise<Row> {
  const first = bodies[0] ?? {};
  const ads = listAt(first, 'ads').flatMap(adOf);
  const organic = bodies.flatMap((body, index) =>
    listAt(body, 'organic_results').map((result) => ({ result, page: index + 1 })),
  );
  return {
    organicResults: organic.flatMap(({ result, page }, index) =>
      organicOf(result, question.start + index + 1, page),
    ),
    peopleAlsoAsk: listAt(first, 'related_questions').flatMap((entry) =>
      questionOf(entry, question.include.paaAioverview),
    ),
    relatedSearches: listAt(first, 'related_searches').flatMap((one) => {
      const query = textAt(one, 'query');
      return query === undefined ? [] : [{ query, link: textAt(one, 'link') }];
    }),
    ...(ads.length === 0 ? {} : { ads }),
    // An overview that was shown but did not arrive is left out: null says that there was none.
    ...(question.include.aioverview === undefined || !overviewArrived
      ? {}
      : { aioverview: await overviewOf(first, question.include.aioverview) }),
    ...shownParts(first),
    ...knowledgePanel(first.knowledge_graph, textAt(first, 'knowledge_graph', 'type')),
  };
}

function overviewOf(body: JsonObject, include: { readonly markdown: boolean }) {
  const references = listAt(body, 'ai_overview', 'references');
  const markdown = answerMarkdown(objectAt(body, 'ai_overview'));
  return aiOverview(markdown, pageReferences(references), include);
}

export function newsRows(bodies: readonly JsonObject[]): Row {
  const results = bodies.flatMap((body, index) =>
    listAt(body, 'news_results').map((result) => ({ result, page: index + 1 })),
  );
  return {
    newsResults: results.flatMap(({ result, page }, index) => {
      const [title, link] = [textAt(result, 'title'), textAt(result, 'link')];
      if (title === undefined || link === undefined) return [];
      return [
        {
          position: index + 1,
          title,
          link,
          snippet: textAt(result, 'snippet'),
          source: textAt(result, 'source') ?? textAt(result, 'source', 'name') ?? shownHost(link),
          date: textAt(result, 'date'),
          page,
          thumbnail: textAt(result, 'thumbnail'),
        },
      ];
    }),
  };
}

/** Blocks have references, SerpApi's own Markdown has not: it is used where blocks are missing or have lost words. */
function answerMarkdown(answer: JsonObject): string | undefined {
  const blocks = listAt(answer, 'text_blocks');
  const whole = textAt(answer, 'reconstructed_markdown');
  if (blocks.length === 0 || (whole !== undefined && lacksItems(blocks))) return whole;
  return blocksMarkdown(blocks, listAt(answer, 'references'));
}

/** Content of Google's AI Mode page. */
export function foundMode(body: JsonObject): FoundAnswer {
  const references = listAt(body, 'references');
  const markdown = answerMarkdown(body) ?? '';
  const sources = references.flatMap((reference) => {
    const url = textAt(reference, 'link');
    if (url === undefined) return [];
    const redirect = /^https?:\/\/(www\.)?google\.[a-z.]+\/(goto|url)\?/.test(url) ? url : undefined;
    return [
      {
        url,
        title: textAt(reference, 'title'),
        description: textAt(reference, 'snippet'),
        siteName: textAt(reference, 'source'),
        redirectLink: redirect,
        cited: false,
      },
    ];
  });
  const cards = listAt(body, 'shopping_results').flatMap((product, index) => {
    const title = textAt(product, 'title');
    if (title === undefined) return [];
    const price = textAt(product, 'price');
    const value = numberAt(product, 'extracted_price');
    return [
      {
        title,
        position: index + 1,
        ...(price === undefined && value === undefined ? {} : { price: { raw: price, value } }),
        store: textAt(product, 'source'),
        rating: numberAt(product, 'rating'),
        thumbnail: textAt(product, 'thumbnail'),
        productLink: textAt(product, 'link') ?? textAt(product, 'product_link'),
      },
    ];
  });
  return {
    markdown,
    ...linkedCitations(markdown, sources),
    searchQueries: [],
    searched: true,
    members: cards.length === 0 ? {} : { shoppingCards: cards },
  };
}

function organicOf(result: unknown, position: number, page: number): readonly Row[] {
  const link = textAt(result, 'link');
  if (link === undefined) return [];
  return [
    {
      position,
      title: textAt(result, 'title') ?? link,
      link,
      displayedLink: textAt(result, 'displayed_link') ?? shownHost(link),
      snippet: textAt(result, 'snippet'),
      date: textAt(result, 'date'),
      page,
      ...sitelinks(listAt(result, 'sitelinks', 'inline')),
      redirectLink: textAt(result, 'redirect_link'),
    },
  ];
}

function questionOf(entry: unknown, withOverview: boolean): readonly Row[] {
  const question = textAt(entry, 'question');
  const references = listAt(entry, 'references');
  if (textAt(entry, 'type') !== 'ai_overview') return askedAlso(question, entry);
  const markdown = blocksMarkdown(listAt(entry, 'text_blocks'), references);
  return askedAlso(question, withOverview ? { markdown, sources: pageReferences(references) } : {}, true);
}

const blockPositions: ReadonlySet<string> = new Set(['top', 'bottom', 'middle']);

function adOf(ad: unknown, index: number): readonly Row[] {
  const [title, url] = [textAt(ad, 'title'), textAt(ad, 'link')];
  if (title === undefined || url === undefined) return [];
  const block = textAt(ad, 'block_position') ?? '';
  return [
    {
      position: Math.max(1, numberAt(ad, 'position') ?? index + 1),
      ...(blockPositions.has(block)
        ? { blockPosition: block }
        : block === 'right'
          ? { blockPosition: 'rhs' }
          : {}),
      type: 'RESULT',
      title,
      url,
      domain: shownHost(url),
      displayedUrl: textAt(ad, 'displayed_link'),
      description: textAt(ad, 'description'),
    },
  ];
}
