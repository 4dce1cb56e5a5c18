import { imageUrl } from './catalogue.ts';
import { mainCity } from './cities.ts';
import { fitting } from './fitting.ts';
import { plain, rounded, type Scene } from './scene.ts';
import { entryAt, fraction, mix } from './seed.ts';

export type LocalPlace = {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly address: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly rating: number;
  readonly reviews: number;
  readonly phone: string;
  readonly website: string;
  readonly mapUrl: string;
  readonly description: string;
  readonly thumbnail: string;
  readonly open: string;
  readonly hours: string;
  readonly priceLevel: string;
};

const asksForPlaces =
  /near me|nearby|where (?:can|to)|\bshops?\b|\bstores?\b|in der nähe|geschäft|laden|près de|magasin|cerca|tienda|vicino|negozi|perto|loja|in de buurt|winkel|i närheten|butik|w pobliżu|sklep|yakın|mağaza|近く|店|附近|근처|매장|قريب|متجر|בקרבת|חנות|पास|दुकान|ใกล้|ร้าน/i;

/** Whether an answer to this question shows places on a map. */
export function showsPlaces(scene: Scene): boolean {
  return (
    scene.topic.kind === 'place' ||
    asksForPlaces.test(scene.question.slice(0, 300)) ||
    fraction(mix(scene.seeds.question, 51)) < 0.1
  );
}

/** Invented places around the main city of the market. */
export function placesFor(scene: Scene, count: number): LocalPlace[] {
  const { market, brands, topic } = scene;
  const { places } = market.phrases;
  const city = mainCity(market.country);
  return Array.from({ length: Math.min(count, places.names.length + 2) }, (_, index) => {
    const seed = mix(mix(scene.seeds.market, 52), index);
    const brand = brands[index % Math.max(1, brands.length)];
    const ownName = entryAt(places.names, (scene.seeds.market >>> 5) + index);
    const name = index < places.names.length ? ownName : `${brand?.name ?? ownName} ${city}`;
    const id = `sbx_${seed.toString(36)}`;
    return {
      id,
      name,
      kind: topic.kind === 'place' ? topic.capitalised : places.kind,
      address: `${entryAt(places.streets, seed)} ${1 + (seed % 120)}, ${city}`,
      latitude: rounded(market.latitude + 0.06 * (fraction(mix(seed, 1)) - 0.5), 4),
      longitude: rounded(market.longitude + 0.06 * (fraction(mix(seed, 2)) - 0.5), 4),
      rating: rounded(3.8 + 1.1 * fraction(mix(seed, 3)), 1),
      reviews: 20 + (seed % 900),
      phone: `(555) 010-${1000 + (seed % 9000)}`,
      website: `https://place-${(seed % 10_000).toString(36)}.${market.site}.example`,
      mapUrl: `https://maps.sandbox.example/place/${id}`,
      description: plain(scene, entryAt(fitting('context', topic.kind, market.phrases), seed), seed, brand),
      thumbnail: imageUrl(scene, `place-${index + 1}`),
      open: places.open,
      hours: places.hours,
      priceLevel: entryAt(['$', '$$', '$$$'], seed >>> 3),
    };
  });
}
