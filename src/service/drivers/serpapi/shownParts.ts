import type { JsonObject } from '#shared/json.ts';
import { listAt, numberAt, objectAt, textAt } from '../jsonFields.ts';

type Row = Record<string, unknown>;

/** Places, shopping cards and products that come with the page and are paid for with it. */
export function shownParts(body: JsonObject): Row {
  const places = listAt(body, 'local_results', 'places').flatMap(placeOf);
  const more = textAt(body, 'local_results', 'more_locations_link');
  const cards = [...listAt(body, 'shopping_results'), ...listAt(body, 'immersive_products')].flatMap(cardOf);
  const products = [objectAt(body, 'product_result'), objectAt(body, 'product_results')].flatMap(productOf);
  return {
    ...(places.length === 0 ? {} : { localResults: places, localResultsMoreLink: more }),
    ...(cards.length === 0 ? {} : { shoppingCards: cards }),
    ...(products.length === 0 ? {} : { productResults: products }),
  };
}

function placeOf(place: unknown, index: number): readonly Row[] {
  const title = textAt(place, 'title');
  if (title === undefined) return [];
  const [website, directions] = [textAt(place, 'links', 'website'), textAt(place, 'links', 'directions')];
  return [
    {
      position: Math.max(1, numberAt(place, 'position') ?? index + 1),
      title,
      placeId: textAt(place, 'place_id'),
      rating: numberAt(place, 'rating'),
      reviews: counted(place, 'reviews'),
      price: textAt(place, 'price'),
      type: textAt(place, 'type'),
      yearsInBusiness: textAt(place, 'years_in_business'),
      address: textAt(place, 'address'),
      phone: textAt(place, 'phone'),
      hours: textAt(place, 'hours'),
      description: textAt(place, 'description'),
      links: website === undefined && directions === undefined ? undefined : { website, directions },
    },
  ];
}

function cardOf(card: unknown, index: number): readonly Row[] {
  const title = textAt(card, 'title');
  if (title === undefined) return [];
  return [
    {
      title,
      position: index + 1,
      category: textAt(card, 'category'),
      price: moneyOf(textAt(card, 'price'), numberAt(card, 'extracted_price')),
      oldPrice: moneyOf(
        textAt(card, 'old_price') ?? textAt(card, 'original_price'),
        numberAt(card, 'extracted_old_price') ?? numberAt(card, 'extracted_original_price'),
      ),
      store: textAt(card, 'source'),
      rating: numberAt(card, 'rating'),
      reviews: counted(card, 'reviews'),
      thumbnail: textAt(card, 'thumbnail'),
      promoLabel: textAt(card, 'tag'),
    },
  ];
}

function productOf(product: JsonObject): readonly Row[] {
  const title = textAt(product, 'title');
  if (title === undefined) return [];
  const stores = [...listAt(product, 'pricing'), ...listAt(product, 'stores')].flatMap((store) => {
    const name = textAt(store, 'name') ?? textAt(store, 'source');
    if (name === undefined) return [];
    return [
      {
        name,
        link: textAt(store, 'link'),
        // The interface has a price only with its currency, which SerpApi gives as written.
        description: textAt(store, 'price'),
        shipping: textAt(store, 'shipping'),
        rating: numberAt(store, 'rating'),
        reviews: counted(store, 'reviews'),
      },
    ];
  });
  const description = textAt(product, 'description');
  return [
    {
      title,
      rating: numberAt(product, 'rating'),
      reviews: counted(product, 'reviews'),
      stores: stores.length === 0 ? undefined : stores,
      aboutTheProduct: description === undefined ? undefined : { description },
    },
  ];
}

function moneyOf(raw: string | undefined, value: number | undefined): Row | undefined {
  return raw === undefined && value === undefined ? undefined : { raw, value };
}

/** A count as the interface has it: text. */
function counted(from: unknown, name: string): string | undefined {
  return textAt(from, name) ?? numberAt(from, name)?.toString();
}
