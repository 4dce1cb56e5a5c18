import type { JsonObject } from '#shared/json.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { distinct, type FoundAnswer, type FoundSource } from '../foundAnswer.ts';
import { listAt, objectAt, textAt, textsAt } from '../jsonFields.ts';
import { linkedCitations } from '../linkedCitations.ts';
import { moneyOf, priceText, ratingOf } from './products.ts';
import { overviewMarkdown } from './searchItems.ts';

/** What Google's AI Mode page shows. */
export function modeAnswer(result: JsonObject): FoundAnswer {
  const items = listAt(result, 'items');
  const shown = objectAt(items.find((item) => textAt(item, 'markdown') !== undefined) ?? items[0]);
  const markdown = overviewMarkdown(shown) ?? '';
  const elements = [...items, ...listAt(shown, 'items')];
  const references = [
    ...listAt(shown, 'references'),
    ...elements.flatMap((one) => listAt(one, 'references')),
  ];
  const cards = products(elements).flatMap((product, index) => {
    const title = textAt(product, 'title');
    if (title === undefined) return [];
    return [
      {
        title,
        position: index + 1,
        price: moneyOf(product),
        store: textAt(product, 'seller') ?? textAt(product, 'marketplace'),
        rating: ratingOf(product),
        thumbnail: textAt(product, 'image_url'),
        productLink: textAt(product, 'url'),
      },
    ];
  });
  return {
    markdown,
    ...linkedCitations(markdown, references.flatMap(sourceIn)),
    searchQueries: [],
    searched: true,
    members: cards.length === 0 ? {} : { shoppingCards: cards },
  };
}

/** What the page of ChatGPT or Gemini shows. */
export function scrapedAnswer(result: JsonObject, { engine, include }: AskedQuestion): FoundAnswer {
  const markdown = textAt(result, 'markdown') ?? '';
  const items = listAt(result, 'items');
  const cited = [...listAt(result, 'sources'), ...items.flatMap((item) => listAt(item, 'sources'))];
  const listed = [
    ...cited.flatMap(sourceIn).map((source) => ({ ...source, cited: true })),
    ...listAt(result, 'search_results').flatMap(sourceIn),
  ];
  const linked = linkedCitations(markdown, listed);
  const entities = listAt(result, 'brand_entities').flatMap((entity) => {
    const name = textAt(entity, 'title');
    return name === undefined ? [] : [{ type: textAt(entity, 'category') ?? 'brand', name }];
  });
  const queries = distinct(textsAt(result, 'fan_out_queries'));
  return {
    markdown,
    ...linked,
    searchQueries: queries,
    model: textAt(result, 'model'),
    searched: queries.length > 0 || linked.sources.length > 0,
    ...(entities.length === 0 ? {} : { entities }),
    members: {
      ...(engine === 'assistant-a' && include.shopping ? shoppingCards(items) : {}),
      ...(engine === 'assistant-a' && include.ads ? shownAds(items) : {}),
    },
  };
}

function sourceIn(reference: unknown): readonly FoundSource[] {
  const url = textAt(reference, 'url');
  if (url === undefined) return [];
  return [
    {
      url,
      title: textAt(reference, 'title'),
      description: textAt(reference, 'snippet') ?? textAt(reference, 'text'),
      siteName: textAt(reference, 'source_name') ?? textAt(reference, 'source'),
      datePublished: textAt(reference, 'publication_date') ?? textAt(reference, 'date'),
      cited: false,
    },
  ];
}

function products(items: readonly unknown[]): readonly unknown[] {
  return items.flatMap((item) =>
    /product|shopping/.test(textAt(item, 'type') ?? '')
      ? listAt(item, 'items').length > 0
        ? listAt(item, 'items')
        : [item]
      : [],
  );
}

function shoppingCards(items: readonly unknown[]): Record<string, unknown> {
  const found = products(items).flatMap((product) => {
    const title = textAt(product, 'title');
    if (title === undefined) return [];
    return [
      {
        title,
        url: textAt(product, 'url'),
        price: priceText(product),
        rating: ratingOf(product),
      },
    ];
  });
  return found.length === 0 ? {} : { shoppingCards: [{ products: found }] };
}

function shownAds(items: readonly unknown[]): Record<string, unknown> {
  const ads = items.flatMap((item) => {
    if (!/(^|_)ads?(_|$)/.test(textAt(item, 'type') ?? '')) return [];
    const shown = listAt(item, 'items').length > 0 ? listAt(item, 'items') : [item];
    return shown.flatMap((ad) => {
      const [name, url] = [textAt(ad, 'advertiser', 'name'), textAt(ad, 'advertiser', 'url')];
      const title = textAt(ad, 'title');
      const target = textAt(ad, 'url') ?? url;
      if (name === undefined || target === undefined) return [];
      const card = { title: title ?? name, body: textAt(ad, 'description') ?? '', url: target };
      return [{ brand: { name, url: url ?? target }, cards: [card] }];
    });
  });
  return ads.length === 0 ? {} : { ads };
}
