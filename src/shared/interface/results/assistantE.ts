import { z } from 'zod';
import { looseSchema } from '../../lazySchema.ts';
import {
  citationPillSchema,
  type Known,
  listOf,
  optionalInteger,
  optionalNumber,
  optionalString,
  partOf,
  position,
  rawResponseSchema,
  sourceSchema,
} from './shared.ts';

const mediaSchema = looseSchema(() => ({
  title: optionalString,
  url: z.string(),
  thumbnail: optionalString,
  medium: optionalString,
  source: optionalString,
  image_width: optionalInteger,
  image_height: optionalInteger,
  thumbnail_width: optionalInteger,
  thumbnail_height: optionalInteger,
}));

/** Mixed letter case is how the interface ships this engine. */
export const assistantEResultSchema = looseSchema(() => ({
  text: z.string(),
  sources: z.array(sourceSchema),
  citationPills: z.array(citationPillSchema).optional(),
  related_queries: z.array(z.string()).optional(),
  /** Older captures hold `{query}` objects. */
  search_model_queries: z.array(z.union([z.string(), z.looseObject({ query: z.string() })])).optional(),
  videos: z.array(mediaSchema).optional(),
  images: z.array(mediaSchema).optional(),
  hotels: listOf({
    name: z.string(),
    url: optionalString,
    rating: optionalNumber,
    num_reviews: optionalInteger,
    address: z.array(z.string()).optional(),
    phone: optionalString,
    description: optionalString,
    image_url: optionalString,
    images: z.array(z.string()).optional(),
    lat: optionalNumber,
    lng: optionalNumber,
    price_level: optionalString,
    categories: z.array(z.string()).optional(),
  }),
  places: listOf({
    name: z.string(),
    url: optionalString,
    rating: optionalNumber,
    address: z.array(z.string()).optional(),
    lat: optionalNumber,
    lng: optionalNumber,
    categories: z.array(z.string()).optional(),
    map_url: optionalString,
    images: z.array(z.string()).optional(),
  }),
  shopping_cards: listOf({
    tags: z.array(z.string()).optional(),
    products: z.array(
      z.looseObject({
        title: z.string(),
        id: optionalString,
        url: optionalString,
        price: optionalString,
        merchant: optionalString,
        available: z.boolean().optional(),
        imageUrls: z.array(z.string()).optional(),
        numReviews: optionalInteger,
        offers: listOf({
          url: optionalString,
          price: optionalString,
          merchant_name: optionalString,
          product_name: optionalString,
          available: z.boolean().optional(),
          price_details: partOf({ display_price: optionalString }),
          original_price: z.string().nullable().optional(),
        }),
        position: position.optional(),
        rating: optionalNumber,
        original_price: z.string().nullable().optional(),
        description: optionalString,
        variants: z.array(z.unknown()).optional(),
      }),
    ),
  }),
  markdown: optionalString,
  /** URL of the saved page. */
  html: optionalString,
  rawResponse: rawResponseSchema.optional(),
}));
export type AssistantEResult = Known<z.infer<typeof assistantEResultSchema>>;
