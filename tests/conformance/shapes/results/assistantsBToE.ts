import { z } from 'zod';
import { additions, flagMembers, link, maybe, money, pill, position, source, text, whole } from './shared.ts';

const numbers = { rating: z.number().optional() };

export const assistantB = z.strictObject({
  text,
  sources: z.array(source),
  ...flagMembers,
  citationPills: z.array(pill).min(1).optional(),
  places: z
    .array(
      z.strictObject({
        index: whole,
        title: text,
        link: text,
        thumbnail: maybe,
        ...numbers,
        reviews: whole.optional(),
        type: maybe,
        description: maybe,
        price: maybe,
      }),
    )
    .optional(),
  shoppingCards: z
    .array(
      z.strictObject({
        position,
        title: text,
        productLink: text,
        productId: text,
        price: money.optional(),
        oldPrice: money.optional(),
        store: maybe,
        storeLink: maybe,
        storeCount: whole.optional(),
        shipping: maybe,
        deliveryTime: maybe,
        ...numbers,
        reviews: whole.optional(),
        brand: maybe,
        description: maybe,
        thumbnail: maybe,
        images: z.array(text).optional(),
        catalogId: maybe,
        gpcId: maybe,
      }),
    )
    .min(1)
    .optional(),
  ...additions,
});

export const assistantC = z.strictObject({
  text,
  sources: z.array(
    source.extend({
      preview: maybe,
      searchEngineText: maybe,
      siteName: maybe,
      metadataTitle: maybe,
      creator: maybe,
      image: maybe,
      favicon: maybe,
    }),
  ),
  searchQueries: z.array(text),
  model: text.nullable(),
  ...flagMembers,
  ...additions,
});

const assistantDProduct = z.strictObject({
  product: z.strictObject({ id: maybe, groupId: maybe, brandGroupId: maybe }),
  position,
  offerId: maybe,
  url: maybe,
  name: text,
  description: maybe,
  images: z.array(z.strictObject({ title: maybe, url: text })).optional(),
  specifications: z.array(z.strictObject({ displayName: text, values: z.array(text) })).optional(),
  tags: z.array(z.unknown()).optional(),
  price: z.strictObject({ amount: z.number(), currency: maybe, currencySymbol: maybe }).optional(),
  discountPrice: z
    .strictObject({ amount: z.number(), currency: maybe, currencySymbol: maybe })
    .nullable()
    .optional(),
  seller: maybe,
  sellerLogoUrl: maybe,
  brandName: maybe,
  rating: z
    .strictObject({ value: z.number(), count: whole.optional(), maxRating: z.number().nullable().optional() })
    .optional(),
  canTrackPrice: z.boolean().optional(),
});

export const assistantD = z.strictObject({
  text,
  sources: z.array(source),
  citationPills: z.array(pill).min(1).optional(),
  searchQueries: z.array(text).min(1).optional(),
  shoppingCards: z
    .array(z.strictObject({ type: text, layout: text, products: z.array(assistantDProduct) }))
    .optional(),
  map: z
    .array(
      z.strictObject({
        name: text,
        position,
        placeId: maybe,
        location: z
          .strictObject({
            address: maybe,
            latitude: z.number().optional(),
            longitude: z.number().optional(),
          })
          .optional(),
        phoneNumber: maybe,
        url: maybe,
        reviews: z
          .array(
            z.strictObject({
              count: whole.optional(),
              rating: z.number().optional(),
              providerName: maybe,
              providerIconUrl: maybe,
              url: maybe,
            }),
          )
          .optional(),
        photos: z
          .array(z.strictObject({ url: text, altText: maybe, providerName: maybe, providerUrl: maybe }))
          .optional(),
        openState: maybe,
        category: maybe,
        price: z.unknown().optional(),
        layerLabel: maybe,
      }),
    )
    .optional(),
  ...flagMembers,
  ...additions,
});

const media = z.strictObject({
  title: text,
  url: link,
  thumbnail: maybe,
  medium: maybe,
  source: maybe,
  image_width: whole.optional(),
  image_height: whole.optional(),
  thumbnail_width: whole.optional(),
  thumbnail_height: whole.optional(),
});

const assistantEProduct = z.strictObject({
  title: text,
  id: maybe,
  url: maybe,
  price: maybe,
  merchant: maybe,
  available: z.boolean().optional(),
  imageUrls: z.array(text).optional(),
  numReviews: whole.optional(),
  offers: z
    .array(
      z.strictObject({
        url: maybe,
        price: maybe,
        merchant_name: maybe,
        product_name: maybe,
        available: z.boolean().optional(),
        price_details: z.strictObject({ display_price: maybe }).optional(),
        original_price: text.nullable().optional(),
      }),
    )
    .optional(),
  position: position.optional(),
  rating: z.number().optional(),
  original_price: text.nullable().optional(),
  description: maybe,
  variants: z.array(z.unknown()).optional(),
});

const venue = {
  name: text,
  url: maybe,
  ...numbers,
  address: z.array(text).optional(),
  lat: z.number().optional(),
  lng: z.number().optional(),
  categories: z.array(text).optional(),
  images: z.array(z.unknown()).optional(),
};

export const assistantE = z.strictObject({
  text,
  sources: z.array(source),
  citationPills: z.array(pill).min(1).optional(),
  related_queries: z.array(text).optional(),
  search_model_queries: z.array(text).optional(),
  videos: z.array(media).optional(),
  images: z.array(media).optional(),
  hotels: z
    .array(
      z.strictObject({
        ...venue,
        num_reviews: whole.optional(),
        phone: maybe,
        description: maybe,
        image_url: maybe,
        price_level: z.unknown().optional(),
      }),
    )
    .optional(),
  places: z.array(z.strictObject({ ...venue, map_url: maybe })).optional(),
  shopping_cards: z
    .array(z.strictObject({ tags: z.array(text), products: z.array(assistantEProduct) }))
    .optional(),
  ...flagMembers,
  ...additions,
});
