import { z } from 'zod';
import { looseSchema } from '../../lazySchema.ts';
import {
  type Known,
  linkedPillSchema,
  linkedSourceSchema,
  listOf,
  mapPlaceSchema,
  moneySchema,
  optionalNumber,
  optionalString,
  partOf,
  placeSchema,
  position,
  productResultSchema,
} from './shared.ts';

export const searchAiResultSchema = looseSchema(() => ({
  text: z.string(),
  sources: z.array(linkedSourceSchema),
  citationPills: z.array(linkedPillSchema).optional(),
  markdown: optionalString,
  /** URL of the saved page. */
  html: optionalString,
  places: z.array(placeSchema).optional(),
  map: z.array(mapPlaceSchema).optional(),
  shoppingCards: listOf({
    title: z.string(),
    price: moneySchema.optional(),
    oldPrice: moneySchema.optional(),
    store: optionalString,
    rating: optionalNumber,
    reviews: optionalString,
    thumbnail: optionalString,
    productLink: optionalString,
    snippet: optionalString,
    snippetLinks: listOf({ text: optionalString, link: optionalString, redirectLink: optionalString }),
    position: position.optional(),
  }),
  inlineProducts: listOf({
    title: z.string(),
    position: position.optional(),
    price: moneySchema.optional(),
    oldPrice: moneySchema.optional(),
    store: optionalString,
    thumbnail: optionalString,
    productLink: optionalString,
  }),
  ads: partOf({
    title: optionalString,
    ads: z.array(
      z.looseObject({
        title: z.string(),
        url: optionalString,
        position: position.optional(),
        price: z.union([moneySchema, z.string()]).optional(),
        store: optionalString,
        rating: optionalNumber,
        reviews: optionalString,
        imageUrl: optionalString,
        redirectLink: optionalString,
      }),
    ),
  }),
  videos: listOf({
    title: z.string(),
    link: z.string(),
    platform: optionalString,
    channel: optionalString,
    duration: optionalString,
    thumbnail: optionalString,
    redirectLink: optionalString,
  }),
  /** Only with `include.expandProducts`, at most six. */
  productResults: z.array(productResultSchema).optional(),
}));
export type SearchAiResult = Known<z.infer<typeof searchAiResultSchema>>;
