import type { MonitorRequestOf } from '#shared/interface/requests/parseRequest.ts';
import type { SearchTarget } from '#shared/interface/requests/search.ts';
import type { KnowledgeGraph } from '#shared/interface/results/knowledgeGraph.ts';
import type { SearchResult } from '#shared/interface/results/search.ts';
import { imageUrl, productsFor, shownPrice } from '../catalogue.ts';
import type { AnsweredCell } from '../cell.ts';
import { fitting } from '../fitting.ts';
import { placesFor, showsPlaces } from '../localPlaces.ts';
import type { RedirectLinks } from '../redirectLinks.ts';
import { plain, priceLevel, type Scene } from '../scene.ts';
import { entryAt, fraction, mix } from '../seed.ts';
import { pagesFor } from '../sources.ts';
import { merchantOffers } from './merchantOffers.ts';
import { overviewOf, showsOverview } from './overview.ts';
import { shown } from './parts.ts';
import { peopleAlsoAsk } from './peopleAlsoAsk.ts';

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

/** Text ads above and below the results, and shopping ads where the topic is for sale in shops. */
function searchAds(scene: Scene) {
  const { market, brands, topic } = scene;
  const { shop, related } = market.phrases;
  const text = brands.slice(3, 6).map((brand, index) => {
    const url = `https://www.${brand.host}.example/${topic.slug}?ad=${index + 1}`;
    return {
      position: index + 1,
      blockPosition: index < 2 ? ('top' as const) : ('bottom' as const),
      type: 'RESULT' as const,
      title: plain(scene, entryAt(shop.adTitles, brand.seed + index), brand.seed, brand),
      url,
      page: 1,
      displayedUrl: `www.${brand.host}.example/${topic.slug}`,
      domain: `${brand.host}.example`,
      description: plain(scene, entryAt(shop.adBodies, brand.seed), brand.seed, brand),
      ...(index === 0
        ? {
            sitelinks: related.slice(0, 2).map((template, at) => ({
              url: `${url}&link=${at + 1}`,
              title: plain(scene, template, mix(brand.seed, at), brand),
            })),
          }
        : {}),
    };
  });
  const shopping = productsFor(scene, 5)
    .slice(1)
    .map((product, index) => ({
      position: text.length + index + 1,
      blockPosition: 'rhs' as const,
      type: 'SHOPPING_CARD' as const,
      title: product.title,
      url: product.offers[0]?.url ?? '',
      page: 1,
      domain: product.offers[0]?.host ?? '',
      category: topic.capitalised,
      price: shownPrice(scene, product.price),
      ...(product.oldPrice === undefined ? {} : { oldPrice: shownPrice(scene, product.oldPrice) }),
      store: product.offers[0]?.merchant ?? '',
      imageUrl: product.image,
    }));
  return [...text, ...shopping];
}

/** The panel beside the results: what the topic is, what it costs, who is known for it. */
function knowledgePanel(scene: Scene, links: RedirectLinks): KnowledgeGraph {
  const { market, topic, brands, seeds } = scene;
  const { panel, questions } = market.phrases;
  const advice = fitting('advice', topic.kind, market.phrases);
  const reference = `https://openpedia.example/${market.language.toLowerCase()}/${topic.slug}`;
  return {
    title: topic.capitalised,
    type: panel.kind,
    kgmid: `/sbx/${(seeds.question % 0xffffff).toString(36)}`,
    description: plain(scene, panel.description, seeds.market),
    imageUrl: imageUrl(scene, 'panel'),
    source: { name: 'Openpedia', link: reference, redirectLink: links.to(reference) },
    attributes: [
      { key: panel.priceRange, value: `${priceLevel(scene, 0.55)} – ${priceLevel(scene, 1.7)}` },
      {
        key: panel.popular,
        value: brands
          .slice(0, 3)
          .map((brand) => brand.name)
          .join(', '),
      },
      { key: panel.average, value: `${market.decimal(brands[0]?.rating ?? 4.2)} / 5` },
    ],
    profiles: [{ name: 'Chirper', link: `https://chirper.example/${topic.slug}` }],
    peopleAlsoSearchFor: brands.slice(0, 4).map((brand) => {
      const link = `https://${brand.host}.example`;
      return { name: brand.name, link, redirectLink: links.to(link) };
    }),
    thingsToKnow: questions.slice(0, 2).map((question, index) => ({
      label: plain(scene, question, mix(seeds.question, index)),
      subtitle: plain(scene, entryAt(advice, index), mix(seeds.question, index)),
    })),
    webRatings: [
      {
        platform: 'Gearbench',
        rating: `${market.decimal(brands[0]?.rating ?? 4.2)}/5`,
        link: 'https://gearbench.example',
      },
    ],
  };
}
