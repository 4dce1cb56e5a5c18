import type { MonitorRequestOf } from '#shared/interface/requests/parseRequest.ts';
import type { SearchTarget } from '#shared/interface/requests/search.ts';
import type { SearchResult } from '#shared/interface/results/search.ts';
import { productsFor, shownPrice } from '../catalogue.ts';
import type { AnsweredCell } from '../cell.ts';
import { placesFor, showsPlaces } from '../localPlaces.ts';
import type { RedirectLinks } from '../redirectLinks.ts';
import { plain, type Scene } from '../scene.ts';
import { entryAt, fraction, mix } from '../seed.ts';
import { pagesFor } from '../sources.ts';
import { knowledgePanel } from './knowledgePanel.ts';
import { merchantOffers } from './merchantOffers.ts';
import { overviewOf, showsOverview } from './overview.ts';
import { shown } from './parts.ts';
import { peopleAlsoAsk } from './peopleAlsoAsk.ts';
import { searchAds } from './searchAds.ts';

const organicPurpose = 5;
const perPage = 10;

export function searchResult(
  cell: AnsweredCell,
  { include }: MonitorRequestOf<'search'>,
  target: SearchTarget,
  links: RedirectLinks,
): SearchResult {
  const { scene, oddity } = cell;
  if (oddity === 'empty' || oddity === 'no-sources') {
    return { organicResults: [], peopleAlsoAsk: [], relatedSearches: [] };
  }
  const { seeds, market } = scene;
  const desktop = target.device === 'desktop';
  const local = desktop && showsPlaces(scene) ? placesFor(scene, 3) : [];
  const products = productsFor(scene, 6);
  return {
    organicResults: organic(scene, target, links),
    peopleAlsoAsk: peopleAlsoAsk(scene, include.paaAioverview, links),
    relatedSearches: market.phrases.related.map((template, index) => {
      const query = plain(scene, template, mix(seeds.question, 160 + index));
      return { query, link: links.search(query) };
    }),
    ...shown('ads', fraction(mix(seeds.market, 161)) < 0.7 ? searchAds(scene) : []),
    ...(include.aioverview !== undefined && showsOverview(cell)
      ? { aioverview: overviewOf(cell, include.aioverview.markdown, links) }
      : {}),
    ...shown(
      'peopleAreSaying',
      fraction(mix(seeds.question, 162)) < 0.35 ? peopleAreSaying(scene, links) : [],
    ),
    ...(local.length === 0
      ? {}
      : {
          localResults: local.map((place, index) => ({
            position: index + 1,
            title: place.name,
            placeId: place.id,
            rating: place.rating,
            reviews: market.number(place.reviews),
            price: place.priceLevel,
            type: place.kind,
            address: place.address,
            phone: place.phone,
            hours: place.hours,
            description: place.description,
            links: {
              website: place.website,
              directions: place.mapUrl,
              redirectLink: links.to(place.website),
            },
          })),
          localResultsMoreLink: `${links.search(target.query)}&view=places`,
        }),
    ...shown('shoppingCards', fraction(mix(seeds.question, 163)) < 0.6 ? shoppingCards(scene, products) : []),
    ...shown(
      'productResults',
      desktop && fraction(mix(seeds.question, 164)) < 0.3
        ? products.slice(0, 1).map((product) => merchantOffers(scene, product, links))
        : [],
    ),
    ...(fraction(mix(seeds.question, 165)) < 0.45 ? { knowledgeGraph: knowledgePanel(scene, links) } : {}),
  };
}

/** Ten results a page; beyond the first thirty or so the same sites come back with further pages of theirs. */
function organic(scene: Scene, { pages, start }: SearchTarget, links: RedirectLinks) {
  const found = pagesFor(scene, Number.MAX_SAFE_INTEGER, organicPurpose);
  const { market, seeds } = scene;
  return Array.from({ length: pages * perPage }, (_, at) => {
    const index = start + at;
    const round = Math.floor(index / found.length);
    const page = entryAt(found, index);
    const link = round === 0 ? page.url : `${page.url}/${round + 1}`;
    const seed = mix(seeds.question, 1_000 + index);
    const sitelinks = fraction(mix(seed, 1)) < 0.15 ? market.phrases.related.slice(0, 3) : [];
    return {
      position: index + 1,
      title: page.title,
      link,
      displayedLink: `https://${page.domain} › ${scene.topic.slug}`,
      snippet: page.snippet,
      ...(fraction(seed) < 0.6 ? { date: market.date(page.publishedAt) } : {}),
      page: Math.floor(at / perPage) + 1,
      ...(sitelinks.length === 0
        ? {}
        : {
            sitelinks: {
              inline: sitelinks.map((template, place) => {
                const target = `${link}#${place + 1}`;
                return {
                  title: plain(scene, template, mix(seed, place)),
                  link: target,
                  redirectLink: links.to(target),
                };
              }),
            },
          }),
      redirectLink: links.to(link),
    };
  });
}

function peopleAreSaying(scene: Scene, links: RedirectLinks) {
  const { market, brands, seeds } = scene;
  return market.phrases.posts.slice(0, 3).map((post, index) => {
    const seed = mix(seeds.market, 170 + index);
    const link = `https://chirper.example/post/${seed.toString(36)}`;
    return {
      position: index + 1,
      title: plain(scene, post, seed, brands[index]),
      link,
      date: market.daysAgo(1 + (seed % 20)),
      redirectLink: links.to(link),
    };
  });
}

function shoppingCards(scene: Scene, products: ReturnType<typeof productsFor>) {
  const { market, topic } = scene;
  return products.map((product, index) => ({
    title: product.title,
    position: index + 1,
    ...(product.oldPrice === undefined ? {} : { promoLabel: market.phrases.shop.sale }),
    category: topic.capitalised,
    price: shownPrice(scene, product.price),
    ...(product.oldPrice === undefined ? {} : { oldPrice: shownPrice(scene, product.oldPrice) }),
    store: product.offers[0]?.merchant ?? '',
    rating: product.rating,
    reviews: market.number(product.reviews),
    thumbnail: product.image,
  }));
}
