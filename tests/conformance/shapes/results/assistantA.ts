import { z } from 'zod';
import { additions, flagMembers, link, maybe, pill, position, source, text, whole } from './shared.ts';

const absentOrNull = text.nullable().optional();

const offer = z.strictObject({
  merchant_name: maybe,
  merchant_subtitle: absentOrNull,
  marketplace_seller: absentOrNull,
  seller_name: maybe,
  brand: absentOrNull,
  product_name: maybe,
  url: maybe,
  price: maybe,
  details: maybe,
  original_price: absentOrNull,
  available: z.boolean().optional(),
  checkoutable: z.boolean().optional(),
  is_digital: z.boolean().nullable().optional(),
  checkout_payload: z.unknown().optional(),
  checkout_image_urls: z.array(text).nullable().optional(),
  shop_id: absentOrNull,
  provider: maybe,
  price_details: z
    .strictObject({ display_price: maybe, base: maybe, shipping: maybe, tax: maybe, total: maybe })
    .optional(),
  tag: z.strictObject({ text: maybe, tooltip: maybe }).nullable().optional(),
});

const product = z.strictObject({
  title: text,
  position: position.optional(),
  url: maybe,
  description: maybe,
  price: maybe,
  featured_tag: maybe,
  merchant: maybe,
  rating: z.number().optional(),
  num_reviews: whole.optional(),
  image_urls: z.array(text).optional(),
  id: maybe,
  variants: z.unknown().optional(),
  offers: z.array(offer).optional(),
  rating_grouped_citation: z
    .strictObject({
      title: maybe,
      url: maybe,
      supporting_websites: z.array(z.strictObject({ title: maybe, url: maybe })).optional(),
    })
    .optional(),
  provider: maybe,
  providers: z.array(text).optional(),
  product_lookup_key: z.strictObject({ data: z.unknown() }).optional(),
  product_lookup_data: z.record(z.string(), z.unknown()).optional(),
  showcase_metadata: z.record(z.string(), z.unknown()).optional(),
  show_price_disclosure: z.boolean().optional(),
  analytics_meta: z.strictObject({ product_event_uuid: maybe }).optional(),
  metadata_sources: z.array(z.unknown()).optional(),
  product_event_uuid: maybe,
  generatedProductQuery: maybe,
});

export const assistantA = z.strictObject({
  text,
  sources: z.array(source.extend({ footnote: z.boolean(), datePublished: maybe })),
  entities: z.array(z.strictObject({ type: text, name: text })),
  map: z.array(
    z.strictObject({
      id: maybe,
      provider: maybe,
      name: text,
      position: position.optional(),
      address: maybe,
      latitude: z.number().optional(),
      longitude: z.number().optional(),
      categories: z.array(text).optional(),
      rating: z.number().optional(),
      reviewCount: whole.optional(),
      description: maybe,
      phone: maybe,
      websiteUrl: maybe,
    }),
  ),
  citationPills: z
    .array(
      pill.extend({
        citationPillId: whole,
        type: z.enum(['searchResult', 'groupedWebpage']),
        datePublished: maybe,
      }),
    )
    .min(1)
    .optional(),
  model: text.nullable(),
  ...flagMembers,
  searchQueries: z.array(text).optional(),
  mapSearchQueries: z.array(text).optional(),
  shoppingCards: z.array(z.strictObject({ tags: z.array(text), products: z.array(product) })).optional(),
  inlineProducts: z
    .array(z.strictObject({ product, render_as: z.enum(['inline', 'hero', 'block']) }))
    .optional(),
  ads: z
    .array(
      z.strictObject({
        brand: z.strictObject({ name: text, url: link, favicon: maybe }),
        cards: z.array(z.strictObject({ title: text, body: text, url: link, image: maybe })),
        visibility: text,
        adsResponseIndex: whole,
        rendered: z.boolean(),
      }),
    )
    .optional(),
  ...additions,
});
