import { isAvailable } from '#shared/interface/availability.ts';
import type { AiOverview } from '#shared/interface/results/aiOverview.ts';
import { imageUrl, productsFor, shownPrice } from '../catalogue.ts';
import type { AnsweredCell } from '../cell.ts';
import { placesFor, showsPlaces } from '../localPlaces.ts';
import type { RedirectLinks } from '../redirectLinks.ts';
import { plain, type Scene } from '../scene.ts';
import { entryAt, fraction, mix } from '../seed.ts';
import { pageMembers, pills, shown } from './parts.ts';

/** Whether the engine shows an overview here: not in every country, and not for every question. */
export function showsOverview(cell: AnsweredCell): boolean {
  const { scene } = cell;
  return (
    cell.answer.brands.length > 0 &&
    isAvailable('ai-overview', scene.market.country) &&
    fraction(mix(scene.seeds.market, 131)) >= 0.08
  );
}

export function linkedSources(cell: AnsweredCell, links: RedirectLinks) {
  return cell.pages.map((page, index) => ({
    position: index + 1,
    ...pageMembers(page),
    redirectLink: links.to(page.url),
  }));
}

export function linkedPills(cell: AnsweredCell, links: RedirectLinks) {
  return pills(cell, 1).map((pill) => ({ ...pill, redirectLink: links.to(pill.url) }));
}

export function overviewOf(cell: AnsweredCell, withMarkdown: boolean, links: RedirectLinks): AiOverview {
  const { scene, answer } = cell;
  const local = showsPlaces(scene) ? placesFor(scene, 3) : [];
  return {
    text: answer.text,
    ...(withMarkdown ? { markdown: answer.markdown } : {}),
    sources: linkedSources(cell, links),
    ...shown('citationPills', linkedPills(cell, links)),
    ...shown(
      'relatedLinks',
      cell.pages.slice(-2).map((page, index) => ({
        label: page.title,
        citationPillId: answer.citations.length + index + 1,
        url: page.url,
        domain: page.domain,
        description: page.snippet,
        redirectLink: links.to(page.url),
      })),
    ),
    ...shown('videos', fraction(mix(scene.seeds.question, 132)) < 0.3 ? overviewVideos(scene, links) : []),
    ...shown(
      'places',
      local.map((place, index) => placeCard(place, index)),
    ),
    ...shown(
      'map',
      local.map((place, index) => mapCard(place, index)),
    ),
    ...shown('ads', fraction(mix(scene.seeds.question, 133)) < 0.3 ? overviewAds(scene) : []),
  };
}

type LocalPlace = ReturnType<typeof placesFor>[number];

export function placeCard(place: LocalPlace, index: number) {
  return {
    title: place.name,
    index,
    thumbnail: place.thumbnail,
    rating: place.rating,
    reviews: place.reviews,
    type: place.kind,
    address: place.address,
    status: place.open,
    placeId: place.id,
    phone: place.phone,
    website: place.website,
    link: place.mapUrl,
    priceLevel: place.priceLevel,
  };
}

export function mapCard(place: LocalPlace, index: number) {
  return {
    ...placeCard(place, index),
    gpsCoordinates: { latitude: place.latitude, longitude: place.longitude },
  };
}

export function videoPages(scene: Scene, count: number) {
  const { titles, outlets } = scene.market.phrases;
  return Array.from({ length: count }, (_, index) => {
    const seed = mix(scene.seeds.market, 140 + index);
    return {
      url: `https://tubelane.example/watch/${seed.toString(36)}`,
      title: plain(scene, entryAt(titles, (scene.seeds.question >>> 3) + index), seed),
      thumbnail: imageUrl(scene, `video-${index + 1}`),
      channel: entryAt(outlets, seed),
      duration: `${3 + (seed % 16)}:${String(seed % 60).padStart(2, '0')}`,
      at: scene.nowMs - (3 + (seed % 300)) * 86_400_000,
    };
  });
}

function overviewVideos(scene: Scene, links: RedirectLinks) {
  return videoPages(scene, 2).map(({ url, title, thumbnail, channel, duration, at }) => ({
    url,
    title,
    thumbnail,
    source: channel,
    platform: 'Tubelane',
    date: scene.market.date(at - (at % 86_400_000)),
    duration,
    redirectLink: links.to(url),
  }));
}

function overviewAds(scene: Scene) {
  const products = productsFor(scene, 4).slice(2);
  return products.map((product, index) => ({
    position: index + 1,
    title: product.title,
    url: `https://${product.brand.host}.example/${scene.topic.slug}?ad=overview`,
    type: 'SHOPPING' as const,
    domain: `${product.brand.host}.example`,
    description: product.description,
    price: shownPrice(scene, product.price),
    ...(product.oldPrice === undefined ? {} : { old_price: shownPrice(scene, product.oldPrice) }),
    store: product.offers[0]?.merchant ?? '',
    image: product.image,
  }));
}
