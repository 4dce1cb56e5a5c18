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

const nullableString = z.string().nullable().optional();

const offerSchema = looseSchema(() => ({
  merchant_name: optionalString,
  merchant_subtitle: nullableString,
  marketplace_seller: nullableString,
  seller_name: optionalString,
  brand: nullableString,
  product_name: optionalString,
  url: optionalString,
  price: optionalString,
  details: optionalString,
  original_price: nullableString,
  available: z.boolean().optional(),
  checkoutable: z.boolean().optional(),
  is_digital: z.boolean().nullable().optional(),
  checkout_payload: z.unknown().optional(),
  checkout_image_urls: z.array(z.string()).nullable().optional(),
  shop_id: nullableString,
  provider: optionalString,
  price_details: partOf({
    display_price: nullableString,
    base: optionalString,
    shipping: nullableString,
    tax: nullableString,
    total: optionalString,
  }),
  tag: z.looseObject({ text: optionalString, tooltip: optionalString }).nullable().optional(),
}));

const titledLink = z.looseObject({ title: optionalString, url: optionalString });

const slotSchema = looseSchema(() => ({
  fit: optionalString,
  position: partOf({ x: optionalNumber, y: optionalNumber }),
  zoom: optionalNumber,
  placement: partOf({
    leftPercent: optionalNumber,
    topPercent: optionalNumber,
    widthPercent: optionalNumber,
    heightPercent: optionalNumber,
  }),
  imageBlendMode: optionalString,
}));

/** A product of a shopping card or of the running text. Snake case is how the interface ships it. */
export const productSchema = looseSchema(() => ({
  title: z.string(),
  /** 1-based, running across all cards. */
  position: position.optional(),
  url: optionalString,
  description: optionalString,
  /** As shown. */
  price: optionalString,
  featured_tag: nullableString,
  merchant: optionalString,
  rating: optionalNumber,
  num_reviews: optionalInteger,
  image_urls: z.array(z.string()).optional(),
  id: optionalString,
  variants: z.unknown().optional(),
  offers: z.array(offerSchema).optional(),
  rating_grouped_citation: titledLink
    .extend({ supporting_websites: z.array(titledLink).optional() })
    .nullable()
    .optional(),
  provider: optionalString,
  providers: z.array(z.string()).optional(),
  product_lookup_key: partOf({ data: optionalString }),
  product_lookup_data: partOf({
    request_query: optionalString,
    all_ids: z.record(z.string(), z.array(z.string())).optional(),
    metadata_sources: z.array(z.string()).optional(),
  }),
  showcase_metadata: partOf({
    image: partOf({ url: optionalString, width: optionalNumber, height: optionalNumber }),
    background: partOf({ type: optionalString, primary: optionalString, secondary: optionalString }),
    slots: z.record(z.string(), slotSchema).optional(),
    debug: z.unknown().optional(),
  }),
  show_price_disclosure: z.boolean().optional(),
  analytics_meta: partOf({ product_event_uuid: optionalString }),
  metadata_sources: z.array(z.string()).optional(),
  product_event_uuid: optionalString,
  generatedProductQuery: optionalString,
}));
export type AssistantAProduct = Known<z.infer<typeof productSchema>>;

export const assistantAResultSchema = looseSchema(() => ({
  text: z.string(),
  sources: z.array(
    sourceSchema.unwrap().extend({
      /** True for a source of the secondary group. */
      footnote: z.boolean().optional(),
      /** As displayed. */
      datePublished: optionalString,
    }),
  ),
  entities: listOf({ type: z.string(), name: z.string() }),
  map: listOf({
    id: optionalString,
    provider: optionalString,
    name: z.string(),
    position: position.optional(),
    address: optionalString,
    latitude: optionalNumber,
    longitude: optionalNumber,
    categories: z.array(z.string()).optional(),
    rating: optionalNumber,
    reviewCount: optionalInteger,
    description: optionalString,
    phone: optionalString,
    websiteUrl: optionalString,
  }),
  /** `citationPillId` counts from 0 here. */
  citationPills: z
    .array(
      citationPillSchema.unwrap().extend({
        type: z.enum(['searchResult', 'groupedWebpage']),
        /** ISO date. */
        datePublished: optionalString,
      }),
    )
    .optional(),
  /** Null on the default interface, a name on the older one. */
  model: z.string().nullable().optional(),
  /** URL of the saved page. */
  html: optionalString,
  markdown: optionalString,
  rawResponse: rawResponseSchema.optional(),
  searchQueries: z.array(z.string()).optional(),
  mapSearchQueries: z.array(z.string()).optional(),
  shoppingCards: listOf({ tags: z.array(z.string()).optional(), products: z.array(productSchema) }),
  inlineProducts: listOf({ product: productSchema, render_as: z.enum(['inline', 'hero', 'block']) }),
  ads: listOf({
    brand: z.looseObject({ name: z.string(), url: z.string(), favicon: optionalString }),
    cards: z.array(
      z.looseObject({ title: z.string(), body: z.string(), url: z.string(), image: optionalString }),
    ),
    visibility: optionalString,
    adsResponseIndex: z.int().min(0).optional(),
    rendered: z.boolean().optional(),
  }),
}));
export type AssistantAResult = Known<z.infer<typeof assistantAResultSchema>>;
