import type { ProductResult } from '#shared/interface/results/shared.ts';
import type { Product } from '../catalogue.ts';
import type { RedirectLinks } from '../redirectLinks.ts';
import { plain, type Scene } from '../scene.ts';
import { entryAt, mix } from '../seed.ts';

/** Merchant offers of one product, in the shape search and search-ai share. */
export function merchantOffers(scene: Scene, product: Product, links: RedirectLinks): ProductResult {
  const { market, topic } = scene;
  const { phrases, currency } = market;
  const strength = (index: number) =>
    entryAt(phrases.strengths, mix(scene.seeds.question, product.brand.seed) + index);
  return {
    title: product.title,
    stores: product.offers.map((offer, index) => ({
      name: offer.merchant,
      link: offer.url,
      redirectLink: links.to(offer.url),
      price: { value: offer.price, currency: currency.code, raw: currency.format(offer.price) },
      description: phrases.shop.inStock,
      shipping: phrases.shop.freeShipping,
      condition: phrases.shop.isNew,
      rating: product.rating,
      reviews: market.number(20 + ((product.brand.seed >>> index) % 900)),
    })),
    aboutTheProduct: { description: product.description, features: [strength(0), strength(1), strength(2)] },
    specifications: {
      [topic.capitalised]: {
        [phrases.table[1]]: currency.format(product.price),
        [phrases.table[3]]: strength(0),
      },
    },
    images: [{ mainUrl: product.image, thumbnailUrl: product.image, title: product.title }],
    rating: product.rating,
    reviews: market.number(product.reviews),
    variants: [],
    userReviews: phrases.posts.slice(0, 2).map((post, index) => ({
      text: plain(scene, post, mix(product.brand.seed, index), product.brand),
      rating: 4 + (index % 2),
    })),
    relatedProducts: [],
  };
}
