import { productsFor, shownPrice } from '../catalogue.ts';
import { plain, type Scene } from '../scene.ts';
import { entryAt, mix } from '../seed.ts';

/** Text ads above and below the results, and shopping ads where the topic is for sale in shops. */
export function searchAds(scene: Scene) {
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
