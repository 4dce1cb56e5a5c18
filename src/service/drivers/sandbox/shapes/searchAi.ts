import type { MonitorRequestOf } from '#shared/interface/requests/parseRequest.ts';
import type { SearchAiResult } from '#shared/interface/results/searchAi.ts';
import { productsFor, shownPrice } from '../catalogue.ts';
import type { AnsweredCell } from '../cell.ts';
import { placesFor, showsPlaces } from '../localPlaces.ts';
import type { RedirectLinks } from '../redirectLinks.ts';
import { plain } from '../scene.ts';
import { entryAt, fraction, mix } from '../seed.ts';
import { merchantOffers } from './merchantOffers.ts';
import { linkedPills, linkedSources, mapCard, placeCard, videoPages } from './overview.ts';
import { shown } from './parts.ts';

const maxClusters = 6;

export function searchAiResult(
  cell: AnsweredCell,
  { include }: MonitorRequestOf<'search-ai'>,
  links: RedirectLinks,
): SearchAiResult {
  const { scene, answer } = cell;
  const { market, seeds, topic } = scene;
  const full = answer.brands.length > 0;
  const local = full && showsPlaces(scene) ? placesFor(scene, 4) : [];
  const products = full ? productsFor(scene, 2 + (mix(seeds.market, 151) % 6)) : [];
  const cards = products.slice(0, Math.ceil(products.length / 2));
  const inline = products.slice(cards.length);
  const offered = full && fraction(mix(seeds.market, 152)) < 0.4 ? productsFor(scene, 9).slice(-2) : [];
  return {
    text: answer.text,
    sources: linkedSources(cell, links),
    ...shown('citationPills', linkedPills(cell, links)),
    ...(include.markdown ? { markdown: answer.markdown } : {}),
    ...shown('places', local.map(placeCard)),
    ...shown('map', local.map(mapCard)),
    ...shown(
      'shoppingCards',
      cards.map((product, index) => ({
        title: product.title,
        position: index + 1,
        price: shownPrice(scene, product.price),
        ...(product.oldPrice === undefined ? {} : { oldPrice: shownPrice(scene, product.oldPrice) }),
        store: product.offers[0]?.merchant ?? '',
        rating: product.rating,
        reviews: market.number(product.reviews),
        thumbnail: product.image,
        productLink: `https://${product.brand.host}.example/${topic.slug}`,
        snippet: product.description,
        snippetLinks: product.offers.slice(0, 1).map((offer) => ({
          text: offer.merchant,
          link: offer.url,
          redirectLink: links.to(offer.url),
        })),
      })),
    ),
    ...shown(
      'inlineProducts',
      inline.map((product, index) => ({
        title: product.title,
        position: index + 1,
        price: shownPrice(scene, product.price),
        store: product.offers[0]?.merchant ?? '',
        thumbnail: product.image,
        productLink: `https://${product.brand.host}.example/${topic.slug}`,
      })),
    ),
    ...(offered.length === 0
      ? {}
      : {
          ads: {
            title: plain(scene, entryAt(market.phrases.shop.adTitles, 0), seeds.market, offered[0]?.brand),
            ads: offered.map((product, index) => ({
              title: product.title,
              url: `https://${product.brand.host}.example/${topic.slug}?ad=${index + 1}`,
              position: index + 1,
              price: shownPrice(scene, product.price),
              store: product.offers[0]?.merchant ?? '',
              rating: product.rating,
              reviews: market.number(product.reviews),
              imageUrl: product.image,
              redirectLink: links.to(`https://${product.brand.host}.example/${topic.slug}?ad=${index + 1}`),
            })),
          },
        }),
    ...shown(
      'videos',
      full && fraction(mix(seeds.question, 153)) < 0.3
        ? videoPages(scene, 3).map(({ url, title, thumbnail, channel, duration }) => ({
            title,
            link: url,
            platform: 'Tubelane',
            channel,
            duration,
            thumbnail,
            redirectLink: links.to(url),
          }))
        : [],
    ),
    ...(include.expandProducts
      ? {
          productResults: products
            .slice(0, maxClusters)
            .map((product) => merchantOffers(scene, product, links)),
        }
      : {}),
  };
}
