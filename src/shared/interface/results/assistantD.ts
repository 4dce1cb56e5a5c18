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

const priceSchema = z.looseObject({
  amount: optionalNumber,
  currency: optionalString,
  currencySymbol: optionalString,
});

export const assistantDResultSchema = looseSchema(() => ({
  text: z.string(),
  sources: z.array(sourceSchema),
  citationPills: z.array(citationPillSchema).optional(),
  searchQueries: z.array(z.string()).optional(),
  markdown: optionalString,
  /** URL of the saved page. */
  html: optionalString,
  rawResponse: rawResponseSchema.optional(),
  shoppingCards: listOf({
    type: optionalString,
    layout: optionalString,
    products: z.array(
      z.looseObject({
        product: partOf({ id: optionalString, groupId: optionalString, brandGroupId: optionalString }),
        /** Running across all cards. */
        position: position.optional(),
        offerId: optionalString,
        url: optionalString,
        name: z.string(),
        description: optionalString,
        images: listOf({ title: optionalString, url: optionalString }),
        specifications: listOf({ displayName: z.string(), values: z.array(z.string()) }),
        tags: z.array(z.string()).optional(),
        price: priceSchema.optional(),
        discountPrice: priceSchema.nullable().optional(),
        seller: optionalString,
        sellerLogoUrl: optionalString,
        brandName: optionalString,
        rating: partOf({
          value: optionalNumber,
          count: optionalInteger,
          maxRating: z.number().nullable().optional(),
        }),
        canTrackPrice: z.boolean().optional(),
      }),
    ),
  }),
  map: listOf({
    name: z.string(),
    position: position.optional(),
    placeId: optionalString,
    location: partOf({ address: optionalString, latitude: optionalNumber, longitude: optionalNumber }),
    phoneNumber: optionalString,
    url: optionalString,
    reviews: listOf({
      count: optionalInteger,
      rating: optionalNumber,
      providerName: z.string().nullish(),
      providerIconUrl: z.string().nullish(),
      url: optionalString,
    }),
    photos: listOf({
      url: optionalString,
      altText: z.string().nullish(),
      providerName: z.string().nullish(),
      providerUrl: optionalString,
    }),
    openState: optionalString,
    category: optionalString,
    price: z.unknown().optional(),
    layerLabel: optionalString,
  }),
}));
export type AssistantDResult = Known<z.infer<typeof assistantDResultSchema>>;
