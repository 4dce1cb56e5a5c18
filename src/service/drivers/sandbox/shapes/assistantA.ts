import type { MonitorRequestOf } from '#shared/interface/requests/parseRequest.ts';
import type { AssistantAProduct, AssistantAResult } from '#shared/interface/results/assistantA.ts';
import { type Product, productsFor } from '../catalogue.ts';
import type { AnsweredCell } from '../cell.ts';
import { placesFor, showsPlaces } from '../localPlaces.ts';
import { plain } from '../scene.ts';
import { entryAt, fraction, mix } from '../seed.ts';
import { linesOf, pills, plainSources, shown } from './parts.ts';

type Request = MonitorRequestOf<'assistant-a'>;

/** Whether the older interface answers: only when asked for, and then four times in five. */
export function servesLegacy(cell: AnsweredCell, request: Request): boolean {
  return request.legacy && fraction(mix(cell.scene.seeds.market, 101)) < 0.8;
}

export function assistantAResult(cell: AnsweredCell, request: Request): AssistantAResult {
  const { scene, answer, pages } = cell;
  const { include } = request;
  const legacy = servesLegacy(cell, request);
  const cited = new Set(answer.citations.flatMap((citation) => citation.pages));
  const products = include.shopping && answer.brands.length > 0 ? productsFor(scene, 6) : [];
  return {
    model: legacy ? 'sandbox-legacy' : null,
    text: answer.text,
    sources: plainSources(cell).map((source, index) => ({
      ...source,
      footnote: !cited.has(index),
      ...dated(cell, index),
    })),
    ...shown('citationPills', citationPills(cell)),
    entities: answer.brands.flatMap((brand) => [
      { type: 'brand', name: brand.name },
      ...(include.shopping && scene.topic.kind === 'product' ? [{ type: 'product', name: brand.model }] : []),
    ]),
    map: showsPlaces(scene) && answer.text.length > 160 ? mapOf(cell) : [],
    ...(include.markdown ? { markdown: answer.markdown } : {}),
    ...(include.rawResponse ? { rawResponse: rawEvents(cell, products) } : {}),
    // The older interface tells its searches unasked.
    ...(include.searchQueries || legacy
      ? {
          searchQueries: cell.queries,
          mapSearchQueries: legacy && showsPlaces(scene) ? cell.queries.slice(0, 1) : [],
        }
      : {}),
    ...(include.shopping
      ? { shoppingCards: cardsOf(cell, products), inlineProducts: inlineOf(cell, products) }
      : {}),
    ...(include.ads ? { ads: adsOf(cell) } : {}),
  } satisfies AssistantAResult;

  function dated(_: AnsweredCell, index: number): { readonly datePublished?: string } {
    const page = pages[index];
    return page === undefined || page.publishedAt % 3 === 1
      ? {}
      : { datePublished: scene.market.date(page.publishedAt) };
  }
}

function citationPills(cell: AnsweredCell) {
  return pills(cell, 0).map((pill) => {
    const page = cell.pages[pill.position - 1];
    const type: 'searchResult' | 'groupedWebpage' =
      page?.kind === 'reference' ? 'searchResult' : 'groupedWebpage';
    return {
      ...pill,
      type,
      ...(page === undefined ? {} : { datePublished: new Date(page.publishedAt).toISOString().slice(0, 10) }),
    };
  });
}

function mapOf({ scene }: AnsweredCell) {
  return placesFor(scene, 4).map((place, index) => ({
    id: place.id,
    provider: 'sbx',
    name: place.name,
    position: index + 1,
    address: place.address,
    latitude: place.latitude,
    longitude: place.longitude,
    categories: [place.kind],
    rating: place.rating,
    reviewCount: place.reviews,
    description: place.description,
    phone: place.phone,
    websiteUrl: place.website,
  }));
}

/** Two cards; positions run on across them. */
function cardsOf({ scene }: AnsweredCell, products: readonly Product[]) {
  if (products.length === 0) return [];
  const half = Math.ceil(products.length / 2);
  const cut = products.length > 3 ? [products.slice(0, half), products.slice(half)] : [products];
  let position = 0;
  return cut.map((group, index) => ({
    tags: [entryAt(scene.market.phrases.tags, index).replace('{aspect}', ''), scene.topic.name].map((tag) =>
      tag.trim(),
    ),
    products: group.map((product) => {
      position += 1;
      return productMembers(scene, product, position);
    }),
  }));
}

function inlineOf({ scene }: AnsweredCell, products: readonly Product[]) {
  const shapes = ['hero', 'inline', 'block'] as const;
  return products.slice(0, 3).map((product, index) => ({
    product: productMembers(scene, product, index + 1),
    render_as: entryAt(shapes, index),
  }));
}

function productMembers(scene: AnsweredCell['scene'], product: Product, position: number): AssistantAProduct {
  const { market, topic } = scene;
  const { shop, tags } = market.phrases;
  const format = market.currency.format;
  const first = product.offers[0];
  const uuid = uuidFrom(product.brand.seed);
  return {
    title: product.title,
    position,
    url: first?.url ?? '',
    description: product.description,
    price: format(product.price),
    ...(product.oldPrice === undefined ? {} : { featured_tag: shop.sale }),
    merchant:
      first === undefined
        ? ''
        : `${first.merchant}${product.offers.length > 1 ? ` +${product.offers.length - 1}` : ''}`,
    rating: product.rating,
    num_reviews: product.reviews,
    image_urls: [product.image],
    id: product.id,
    variants: [],
    offers: product.offers.map((offer, index) => ({
      merchant_name: offer.merchant,
      merchant_subtitle: null,
      marketplace_seller: null,
      seller_name: offer.merchant,
      brand: product.brand.name,
      product_name: product.title,
      url: offer.url,
      price: format(offer.price),
      details: `${shop.inStock} · ${shop.freeShipping}`,
      original_price: product.oldPrice === undefined ? null : format(product.oldPrice),
      available: true,
      checkoutable: false,
      is_digital: false,
      checkout_payload: null,
      checkout_image_urls: null,
      shop_id: null,
      provider: 'sbx',
      price_details: {
        display_price: format(offer.price),
        base: format(offer.price),
        total: format(offer.price),
      },
      tag: index === 0 ? { text: shop.lowestPrice } : null,
    })),
    rating_grouped_citation: {
      title: plain(scene, entryAt(tags, 0), product.brand.seed, product.brand),
      url: `https://${product.brand.host}.example/${topic.slug}`,
      supporting_websites: product.offers.map((offer) => ({ title: offer.merchant, url: offer.url })),
    },
    provider: 'sbx',
    providers: ['sbx'],
    product_lookup_key: { data: product.id },
    product_lookup_data: {
      request_query: product.title,
      all_ids: { sbx: [product.id] },
      metadata_sources: ['sbx'],
    },
    show_price_disclosure: false,
    metadata_sources: ['sbx'],
    product_event_uuid: uuid,
    generatedProductQuery: product.title,
  };
}

/** Zero to three advertisers in served order, at most one of them rendered. */
function adsOf({ scene, answer }: AnsweredCell) {
  const { market, topic, seeds, brands } = scene;
  if (answer.text.length <= 160) return [];
  const { shop } = market.phrases;
  const count = mix(seeds.market, 103) % 4;
  return brands.slice(2, 2 + count).map((brand, index) => {
    const site = `https://${brand.host}.example`;
    return {
      brand: { name: brand.name, url: site, favicon: `${site}/favicon.ico` },
      cards: shop.adTitles.slice(0, 1 + (brand.seed % 2)).map((title, card) => ({
        title: plain(scene, title, mix(brand.seed, card), brand),
        body: plain(scene, entryAt(shop.adBodies, brand.seed + card), brand.seed, brand),
        url: `${site}/${market.language.toLowerCase()}/${topic.slug}?ad=${index + 1}`,
        image: `https://img.sandbox.example/ads/${brand.host}.jpg`,
      })),
      visibility: index < 2 ? 'allowed' : 'hidden',
      adsResponseIndex: index,
      rendered: index === 0,
    };
  });
}

function rawEvents({ scene, answer, queries, pages }: AnsweredCell, products: readonly Product[]): unknown[] {
  const conversation = uuidFrom(scene.seeds.job);
  const message = { id: uuidFrom(mix(scene.seeds.job, 1)), role: 'assistant', model: 'sandbox' };
  return [
    {
      type: 'resume_conversation_token',
      token: `sbx.${scene.seeds.job.toString(36)}`,
      conversation_id: conversation,
    },
    ...queries.map((query) => ({ type: 'search_query', conversation_id: conversation, query })),
    ...linesOf(answer.markdown).map((line) => ({
      type: 'message_delta',
      conversation_id: conversation,
      message,
      delta: { content: [{ type: 'text', text_delta: line }] },
    })),
    ...products.map((product) => ({
      type: 'product_update',
      conversation_id: conversation,
      product: { id: product.id, title: product.title, price: scene.market.currency.format(product.price) },
    })),
    { type: 'sources', conversation_id: conversation, urls: pages.map((page) => page.url) },
    { type: 'message_stream_complete', conversation_id: conversation, reason: 'stop' },
  ];
}

function uuidFrom(seed: number): string {
  const part = (index: number) =>
    mix(seed, 200 + index)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c, d] = [part(0), part(1), part(2), part(3)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
}
