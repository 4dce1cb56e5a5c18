import { z } from 'zod';
import { looseSchema } from '../../lazySchema.ts';
import {
  citationPillSchema,
  type Known,
  listOf,
  moneySchema,
  optionalInteger,
  optionalNumber,
  optionalString,
  position,
  rawResponseSchema,
  sourceSchema,
} from './shared.ts';

export const assistantBResultSchema = looseSchema(() => ({
  text: z.string(),
  sources: z.array(sourceSchema),
  citationPills: z.array(citationPillSchema).optional(),
  markdown: optionalString,
  /** URL of the saved page. */
  html: optionalString,
  rawResponse: rawResponseSchema.optional(),
  places: listOf({
    /** 0-based. */
    index: z.int().min(0),
    title: z.string(),
    link: z.string(),
    thumbnail: optionalString,
    rating: optionalNumber,
    reviews: optionalInteger,
    type: optionalString,
    description: optionalString,
    price: optionalString,
  }),
  shoppingCards: listOf({
    position,
    title: z.string(),
    productLink: z.string(),
    productId: z.string(),
    price: moneySchema.optional(),
    oldPrice: moneySchema.optional(),
    store: optionalString,
    storeLink: optionalString,
    storeCount: optionalInteger,
    shipping: optionalString,
    deliveryTime: optionalString,
    rating: optionalNumber,
    reviews: optionalInteger,
    brand: optionalString,
    description: optionalString,
    thumbnail: optionalString,
    images: z.array(z.string()).optional(),
    catalogId: optionalString,
    gpcId: optionalString,
  }),
}));
export type AssistantBResult = Known<z.infer<typeof assistantBResultSchema>>;
