import type { MonitorRequestOf } from '#shared/interface/requests/parseRequest.ts';
import type { AssistantBResult } from '#shared/interface/results/assistantB.ts';
import type { AssistantCResult } from '#shared/interface/results/assistantC.ts';
import type { AssistantDResult } from '#shared/interface/results/assistantD.ts';
import type { AssistantEResult } from '#shared/interface/results/assistantE.ts';
import { imageUrl, productsFor, shownPrice } from '../catalogue.ts';
import type { AnsweredCell } from '../cell.ts';
import { placesFor, showsPlaces } from '../localPlaces.ts';
import { plain } from '../scene.ts';
import { entryAt, fraction, mix } from '../seed.ts';
import { pills, plainSources, shown, streamedEvents } from './parts.ts';

type Request = MonitorRequestOf<'assistant-b'>;

function exports(cell: AnsweredCell, { include }: Request) {
  return {
    ...(include.markdown ? { markdown: cell.answer.markdown } : {}),
    ...(include.rawResponse ? { rawResponse: streamedEvents(cell, cell.scene.engine) } : {}),
  };
}

/** Blocks beside the text are left out of refusals, empty answers and answers without brands. */
function isFull(cell: AnsweredCell): boolean {
  return cell.answer.brands.length > 0;
}

/** Products are shown by two answers in three. */
function products(cell: AnsweredCell, count: number) {
  return isFull(cell) && fraction(mix(cell.scene.seeds.question, 111)) < 0.66
    ? productsFor(cell.scene, count)
    : [];
}

function places(cell: AnsweredCell, count: number) {
  return isFull(cell) && showsPlaces(cell.scene) ? placesFor(cell.scene, count) : [];
}

export function assistantBResult(cell: AnsweredCell, request: Request): AssistantBResult {
  const { scene } = cell;
  const { shop } = scene.market.phrases;
  return {
    text: cell.answer.text,
    sources: plainSources(cell),
    ...shown('citationPills', pills(cell, 1)),
    ...exports(cell, request),
    ...shown(
      'places',
      places(cell, 4).map((place, index) => ({
        index,
        title: place.name,
        link: place.website,
        thumbnail: place.thumbnail,
        rating: place.rating,
        reviews: place.reviews,
        type: place.kind,
        description: place.description,
        price: place.priceLevel,
      })),
    ),
    ...shown(
      'shoppingCards',
      products(cell, 4).map((product, index) => ({
        position: index + 1,
        title: product.title,
        productLink: `https://${product.brand.host}.example/${scene.topic.slug}`,
        productId: product.id,
        price: shownPrice(scene, product.price),
        ...(product.oldPrice === undefined ? {} : { oldPrice: shownPrice(scene, product.oldPrice) }),
        store: product.offers[0]?.merchant ?? '',
        storeLink: product.offers[0]?.url ?? '',
        storeCount: product.offers.length,
        shipping: shop.freeShipping,
        deliveryTime: plain(scene, shop.delivery, product.brand.seed, product.brand),
        rating: product.rating,
        reviews: product.reviews,
        brand: product.brand.name,
        description: product.description,
        thumbnail: product.image,
        images: [product.image],
        catalogId: `cat-${product.id}`,
        gpcId: `gpc-${product.id}`,
      })),
    ),
  };
}

export function assistantCResult(cell: AnsweredCell, request: Request): AssistantCResult {
  return {
    text: cell.answer.text,
    sources: cell.pages.map((page, index) => {
      const social = page.kind === 'social';
      return {
        position: index + 1,
        url: page.url,
        label: social ? `@${page.author}` : page.title,
        description: page.snippet,
        preview: page.snippet,
        searchEngineText: page.title,
        siteName: social ? 'Chirper' : page.author,
        metadataTitle: page.title,
        ...(social
          ? { creator: page.author, image: `https://img.sandbox.example/posts/${page.author}.jpg` }
          : {}),
        favicon: `https://${page.domain}/favicon.ico`,
      };
    }),
    searchQueries: cell.queries,
    model: isFull(cell) ? 'sandbox-auto' : null,
    ...exports(cell, request),
  };
}

export function assistantDResult(cell: AnsweredCell, request: Request): AssistantDResult {
  const { scene } = cell;
  const { currency, phrases } = scene.market;
  const price = (amount: number) => ({
    amount,
    currency: currency.code,
    currencySymbol: currency.symbol,
  });
  const offered = products(cell, 4);
  return {
    text: cell.answer.text,
    sources: plainSources(cell),
    ...shown('citationPills', pills(cell, 1)),
    ...shown('searchQueries', cell.queries),
    ...exports(cell, request),
    ...shown(
      'shoppingCards',
      offered.length === 0
        ? []
        : [
            {
              type: 'products',
              layout: 'carousel',
              products: offered.map((product, index) => ({
                product: {
                  id: product.id,
                  groupId: `g${product.id}`,
                  brandGroupId: `b-${product.brand.host}`,
                },
                position: index + 1,
                offerId: `o${product.id}`,
                url: product.offers[0]?.url ?? '',
                name: product.title,
                description: product.description,
                images: [{ title: product.title, url: product.image }],
                specifications: [
                  {
                    displayName: phrases.table[3],
                    values: [entryAt(phrases.strengths, mix(scene.seeds.question, product.brand.seed))],
                  },
                ],
                tags: product.oldPrice === undefined ? [] : [phrases.shop.sale],
                price: price(product.oldPrice ?? product.price),
                discountPrice: product.oldPrice === undefined ? null : price(product.price),
                seller: product.offers[0]?.merchant ?? '',
                brandName: product.brand.name,
                rating: { value: product.rating, count: product.reviews, maxRating: 5 },
                canTrackPrice: index % 2 === 0,
              })),
            },
          ],
    ),
    ...shown(
      'map',
      places(cell, 4).map((place, index) => ({
        name: place.name,
        position: index + 1,
        placeId: place.id,
        location: { address: place.address, latitude: place.latitude, longitude: place.longitude },
        phoneNumber: place.phone,
        url: place.website,
        reviews: [{ count: place.reviews, rating: place.rating, providerName: 'Maps', url: place.mapUrl }],
        photos: [{ url: place.thumbnail, altText: place.name, providerName: 'Maps' }],
        openState: place.open,
        category: place.kind,
        price: null,
        layerLabel: scene.topic.capitalised,
      })),
    ),
  };
}

export function assistantEResult(cell: AnsweredCell, request: Request): AssistantEResult {
  const { scene } = cell;
  const { seeds, market, topic } = scene;
  const local = places(cell, 4);
  const hotels = topic.slug === 'hotels' ? local : [];
  const offered = products(cell, 4);
  return {
    text: cell.answer.text,
    sources: plainSources(cell),
    ...shown('citationPills', pills(cell, 1)),
    ...shown('related_queries', isFull(cell) ? relatedQueries(cell) : []),
    ...shown('search_model_queries', cell.queries),
    ...shown('images', isFull(cell) && fraction(mix(seeds.question, 112)) < 0.5 ? images(cell) : []),
    ...shown('videos', isFull(cell) && fraction(mix(seeds.question, 113)) < 0.4 ? videos(cell) : []),
    ...shown(
      'hotels',
      hotels.map((place) => ({
        name: place.name,
        url: place.website,
        rating: place.rating,
        num_reviews: place.reviews,
        address: [place.address],
        phone: place.phone,
        description: place.description,
        image_url: place.thumbnail,
        images: [place.thumbnail],
        lat: place.latitude,
        lng: place.longitude,
        price_level: place.priceLevel,
        categories: [place.kind],
      })),
    ),
    ...shown(
      'places',
      hotels.length > 0
        ? []
        : local.map((place) => ({
            name: place.name,
            url: place.website,
            rating: place.rating,
            address: [place.address],
            lat: place.latitude,
            lng: place.longitude,
            categories: [place.kind],
            map_url: place.mapUrl,
            images: [place.thumbnail],
          })),
    ),
    ...shown(
      'shopping_cards',
      offered.length === 0
        ? []
        : [
            {
              tags: [topic.name],
              products: offered.map((product, index) => ({
                title: product.title,
                id: product.id,
                url: product.offers[0]?.url ?? '',
                price: market.currency.format(product.price),
                merchant: product.offers[0]?.merchant ?? '',
                available: true,
                imageUrls: [product.image],
                numReviews: product.reviews,
                offers: product.offers.map((offer) => ({
                  url: offer.url,
                  price: market.currency.format(offer.price),
                  merchant_name: offer.merchant,
                  product_name: product.title,
                  available: true,
                  price_details: { display_price: market.currency.format(offer.price) },
                  original_price:
                    product.oldPrice === undefined ? null : market.currency.format(product.oldPrice),
                })),
                position: index + 1,
                rating: product.rating,
                original_price:
                  product.oldPrice === undefined ? null : market.currency.format(product.oldPrice),
                description: product.description,
                variants: [],
              })),
            },
          ],
    ),
    ...exports(cell, request),
  };
}

function relatedQueries({ scene }: AnsweredCell): string[] {
  const { questions } = scene.market.phrases;
  return questions
    .slice(0, 4)
    .map((question, index) => plain(scene, question, mix(scene.seeds.question, 120 + index)));
}

function images({ scene, answer }: AnsweredCell) {
  return answer.brands.slice(0, 4).map((brand) => ({
    title: brand.model,
    url: imageUrl(scene, brand.host),
    thumbnail: imageUrl(scene, brand.host, '-small'),
    medium: 'image',
    source: 'web',
    image_width: 1600,
    image_height: 900,
    thumbnail_width: 320,
    thumbnail_height: 180,
  }));
}

function videos({ scene }: AnsweredCell) {
  const { titles } = scene.market.phrases;
  return [0, 1, 2].map((index) => {
    const seed = mix(scene.seeds.market, 114 + index);
    return {
      title: plain(scene, entryAt(titles, (scene.seeds.question >>> 3) + index), seed),
      url: `https://tubelane.example/watch/${seed.toString(36)}`,
      thumbnail: imageUrl(scene, `video-${index + 1}`),
      medium: 'video',
      source: 'tubelane.example',
      image_width: 1280,
      image_height: 720,
      thumbnail_width: 320,
      thumbnail_height: 180,
    };
  });
}
