import { z } from 'zod';
import { lazySchema } from '../../lazySchema.ts';
import {
  citationPillSchema,
  type Known,
  optionalInteger,
  optionalNumber,
  optionalString,
  position,
  rawResponseSchema,
  sourceSchema,
} from './shared.ts';

const priceSchema = z.looseObject({
  amount: optionalNumber,
  currency: optionalString,
  currencySymbol: optionalString,
});

export const assistantDResultSchema = lazySchema(() =>
  z.looseObject({
    text: z.string(),
    sources: z.array(sourceSchema),
    citationPills: z.array(citationPillSchema).optional(),
    searchQueries: z.array(z.string()).optional(),
    markdown: optionalString,
    /** URL of the saved page. */
    html: optionalString,
    rawResponse: rawResponseSchema.optional(),
    shoppingCards: z
      .array(
        z.looseObject({
          type: optionalString,
          layout: optionalString,
          products: z.array(
            z.looseObject({
              product: z
                .looseObject({ id: optionalString, groupId: optionalString, brandGroupId: optionalString })
                .optional(),
              /** Running across all cards. */
              position: position.optional(),
              offerId: optionalString,
              url: optionalString,
              name: z.string(),
              description: optionalString,
              images: z.array(z.looseObject({ title: optionalString, url: optionalString })).optional(),
              specifications: z
                .array(z.looseObject({ displayName: z.string(), values: z.array(z.string()) }))
                .optional(),
              tags: z.array(z.string()).optional(),
              price: priceSchema.optional(),
              discountPrice: priceSchema.nullable().optional(),
              seller: optionalString,
              sellerLogoUrl: optionalString,
              brandName: optionalString,
              rating: z
                .looseObject({
                  value: optionalNumber,
                  count: optionalInteger,
                  maxRating: z.number().nullable().optional(),
                })
                .optional(),
              canTrackPrice: z.boolean().optional(),
            }),
          ),
        }),
      )
      .optional(),
    map: z
      .array(
        z.looseObject({
          name: z.string(),
          position: position.optional(),
          placeId: optionalString,
          location: z
            .looseObject({ address: optionalString, latitude: optionalNumber, longitude: optionalNumber })
            .optional(),
          phoneNumber: optionalString,
          url: optionalString,
          reviews: z
            .array(
              z.looseObject({
                count: optionalInteger,
                rating: optionalNumber,
                providerName: z.string().nullish(),
                providerIconUrl: z.string().nullish(),
                url: optionalString,
              }),
            )
            .optional(),
          photos: z
            .array(
              z.looseObject({
                url: optionalString,
                altText: z.string().nullish(),
                providerName: z.string().nullish(),
                providerUrl: optionalString,
              }),
            )
            .optional(),
          openState: optionalString,
          category: optionalString,
          price: z.unknown().optional(),
          layerLabel: optionalString,
        }),
      )
      .optional(),
  }),
);
export type AssistantDResult = Known<z.infer<typeof assistantDResultSchema>>;
