import type { JsonObject } from '#shared/json.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { distinct, type FoundAnswer, type FoundSource } from '../foundAnswer.ts';
import { listAt, numberAt, objectAt, textAt, textsAt } from '../jsonFields.ts';
import { linkedCitations } from '../linkedCitations.ts';

/** What Google's AI Mode page shows. */
export function modeAnswer(result: JsonObject): FoundAnswer {
  const items = listAt(result, 'items');
  const shown = objectAt(items.find((item) => textAt(item, 'markdown') !== undefined) ?? items[0]);
  const markdown = textAt(shown, 'markdown') ?? '';
  const elements = [...items, ...listAt(shown, 'items')];
  const references = [
    ...listAt(shown, 'references'),
    ...elements.flatMap((one) => listAt(one, 'references')),
  ];
  const cards = products(elements).flatMap((product, index) => {
    const title = textAt(product, 'title');
    return title === undefined ? [] : [{ title, position: index + 1, ...cardFields(product) }];
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

function cardFields(product: unknown): Record<string, unknown> {
  const price = moneyOf(product);
  return {
    price,
    store: textAt(product, 'seller') ?? textAt(product, 'marketplace'),
    rating: ratingOf(product),
    thumbnail: textAt(product, 'image_url'),
    productLink: textAt(product, 'url'),
  };
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

function priceText(product: unknown): string | undefined {
  return textAt(product, 'price', 'displayed_price') ?? textAt(product, 'price');
}

function moneyOf(product: unknown): Record<string, unknown> | undefined {
  const value = numberAt(product, 'price', 'current') ?? numberAt(product, 'price');
  const currency = textAt(product, 'price', 'currency') ?? textAt(product, 'currency');
  const raw = priceText(product);
  if (value === undefined && raw === undefined) return undefined;
  return { value, currency, raw };
}

function ratingOf(product: unknown): number | undefined {
  return (
    numberAt(product, 'rating', 'value') ??
    numberAt(product, 'product_rating', 'value') ??
    numberAt(product, 'rating')
  );
}
