import type { BrandProfile, Scene } from './scene.ts';
import { plain, rounded } from './scene.ts';
import { entryAt, fraction, mix } from './seed.ts';
import { siteName } from './sources.ts';

/** A price as the search family ships it. */
export type ShownPrice = { readonly value: number; readonly currency: string; readonly raw: string };

export type Offer = {
  readonly merchant: string;
  readonly host: string;
  readonly url: string;
  readonly price: number;
};

export type Product = {
  readonly id: string;
  readonly title: string;
  readonly brand: BrandProfile;
  readonly description: string;
  readonly price: number;
  readonly oldPrice: number | undefined;
  readonly rating: number;
  readonly reviews: number;
  readonly image: string;
  /** Cheapest first. */
  readonly offers: readonly Offer[];
};

/** Whether the question is about things one buys in shops. */
export function sellsProducts(scene: Scene): boolean {
  return scene.topic.kind === 'product';
}

/** The products of the best brands, in their order; none where the topic is not for sale in shops. */
export function productsFor(scene: Scene, count: number): Product[] {
  return sellsProducts(scene) ? scene.brands.slice(0, count).map((brand) => productOf(scene, brand)) : [];
}

export function shownPrice(scene: Scene, amount: number): ShownPrice {
  const { currency } = scene.market;
  return { value: amount, currency: currency.symbol, raw: currency.format(amount) };
}

export function imageUrl(scene: Scene, name: string, suffix = ''): string {
  return `https://img.sandbox.example/${scene.topic.slug}/${name}${suffix}.jpg`;
}

function productOf(scene: Scene, brand: BrandProfile): Product {
  const { market } = scene;
  return {
    id: String(100_000_000 + (brand.seed % 900_000_000)),
    title: brand.model,
    brand,
    description: plain(scene, entryAt(market.phrases.about, brand.seed), brand.seed, brand),
    price: brand.price,
    oldPrice: brand.oldPrice,
    rating: brand.rating,
    reviews: brand.reviews,
    image: imageUrl(scene, brand.host),
    offers: offersOf(scene, brand),
  };
}

/** Two to four shops of the market, the cheapest at the product's price. */
function offersOf(scene: Scene, brand: BrandProfile): Offer[] {
  const { market, topic } = scene;
  const stems = market.phrases.sites;
  const count = 2 + (brand.seed % 3);
  const start = mix(brand.seed, 31);
  return Array.from({ length: count }, (_, index) => {
    const stem = entryAt(stems, (start % stems.length) + index * 3);
    const host = `shop.${stem}.${market.site}.example`;
    const dearer = 1 + 0.04 * index + 0.05 * fraction(mix(brand.seed, 32 + index));
    return {
      merchant: siteName(stem),
      host,
      url: `https://${host}/${topic.slug}/${brand.host}`,
      price: index === 0 ? brand.price : rounded(brand.price * dearer, brand.price < 1_000 ? 2 : 0),
    };
  });
}
