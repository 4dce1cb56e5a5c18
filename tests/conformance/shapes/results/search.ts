import { z } from 'zod';
import { knowledgeGraph } from './knowledgeGraph.ts';
import {
  additions,
  link,
  mapPlace,
  maybe,
  money,
  place,
  position,
  searchPill,
  searchSource,
  text,
} from './shared.ts';

const redirectLink = link.optional();

const organicResult = z.strictObject({
  position,
  title: text,
  link,
  displayedLink: maybe,
  snippet: maybe,
  date: maybe,
  page: position,
  sitelinks: z
    .strictObject({ inline: z.array(z.strictObject({ title: text, link, redirectLink })) })
    .optional(),
  redirectLink,
});

const alsoAsked = z.discriminatedUnion('type', [
  z.strictObject({
    question: text,
    type: z.literal('LINK'),
    snippet: maybe,
    title: text,
    link,
    redirectLink,
  }),
  z.strictObject({
    question: text,
    type: z.literal('AIOVERVIEW'),
    markdown: maybe,
    sources: z.array(searchSource).optional(),
  }),
  z.strictObject({ question: text, type: z.literal('UNKNOWN') }),
]);

const ad = z.strictObject({
  position,
  blockPosition: z.enum(['top', 'bottom', 'middle', 'rhs']),
  type: z.enum(['RESULT', 'SHOPPING_CARD']),
  title: text,
  url: text,
  page: position.optional(),
  displayedUrl: maybe,
  domain: maybe,
  description: maybe,
  category: maybe,
  price: money.optional(),
  oldPrice: money.optional(),
  store: maybe,
  imageUrl: maybe,
  sitelinks: z.array(z.strictObject({ url: text, title: text, description: maybe })).optional(),
});

const video = z.strictObject({
  url: link,
  title: text,
  thumbnail: maybe,
  source: maybe,
  platform: maybe,
  date: maybe,
  duration: maybe,
  redirectLink,
});

export const aiOverview = z.strictObject({
  text,
  markdown: maybe,
  sources: z.array(searchSource),
  citationPills: z.array(searchPill).min(1).optional(),
  relatedLinks: z
    .array(
      z.strictObject({
        label: text,
        citationPillId: position,
        url: link,
        domain: text,
        description: maybe,
        redirectLink,
      }),
    )
    .optional(),
  videos: z.array(video).optional(),
  places: z.array(place).optional(),
  map: z.array(mapPlace).optional(),
  ads: z
    .array(
      z.strictObject({
        position,
        title: text,
        url: text,
        type: z.enum(['TEXT', 'SHOPPING']),
        domain: maybe,
        description: maybe,
        price: z.unknown().optional(),
        old_price: z.unknown().optional(),
        store: maybe,
        image: maybe,
      }),
    )
    .optional(),
});

const store = z.strictObject({
  name: text,
  link: maybe,
  redirectLink,
  price: z.strictObject({ value: z.number(), currency: text, raw: maybe }).optional(),
  installments: z.unknown().optional(),
  description: maybe,
  buyingOptions: z.array(z.unknown()).optional(),
  logo: maybe,
  shipping: maybe,
  condition: maybe,
  rating: z.unknown().optional(),
  reviews: z.unknown().optional(),
});

export const productResult = z.strictObject({
  title: text,
  stores: z.array(store).optional(),
  aboutTheProduct: z
    .strictObject({ description: maybe, features: z.array(z.unknown()).optional() })
    .optional(),
  specifications: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  images: z.array(z.strictObject({ mainUrl: text, thumbnailUrl: maybe, title: maybe })).optional(),
  rating: z.number().optional(),
  reviews: maybe,
  variants: z.array(z.unknown()).optional(),
  userReviews: z.array(z.unknown()).optional(),
  relatedProducts: z.array(z.unknown()).optional(),
});

export const search = z.strictObject({
  organicResults: z.array(organicResult),
  peopleAlsoAsk: z.array(alsoAsked),
  relatedSearches: z.array(z.strictObject({ query: text, link })),
  ads: z.array(ad).optional(),
  aioverview: aiOverview.nullable().optional(),
  peopleAreSaying: z
    .array(z.strictObject({ position, title: text, link, date: text, redirectLink }))
    .min(1)
    .optional(),
  localResults: z
    .array(
      z.strictObject({
        position,
        title: text,
        placeId: maybe,
        rating: z.number().optional(),
        reviews: maybe,
        price: maybe,
        type: maybe,
        yearsInBusiness: z.unknown().optional(),
        address: maybe,
        phone: maybe,
        hours: maybe,
        description: maybe,
        links: z.strictObject({ website: maybe, directions: maybe, redirectLink }).optional(),
      }),
    )
    .min(1)
    .optional(),
  localResultsMoreLink: maybe,
  shoppingCards: z
    .array(
      z.strictObject({
        title: text,
        position,
        promoLabel: maybe,
        category: maybe,
        price: money.optional(),
        oldPrice: money.optional(),
        store: maybe,
        rating: z.number().optional(),
        reviews: maybe,
        thumbnail: maybe,
      }),
    )
    .min(1)
    .optional(),
  productResults: z
    .array(productResult.required({ stores: true }))
    .max(1)
    .optional(),
  knowledgeGraph: knowledgeGraph.optional(),
  html: z.array(link).optional(),
  ...additions,
});

export const news = z.strictObject({
  newsResults: z.array(
    z.strictObject({
      position,
      title: text,
      link,
      snippet: maybe,
      source: text,
      date: maybe,
      page: position,
      thumbnail: maybe,
      redirectLink,
    }),
  ),
  html: z.array(link).optional(),
  ...additions,
});

const aiShoppingCard = z.strictObject({
  title: text,
  price: money.optional(),
  oldPrice: money.optional(),
  store: maybe,
  rating: z.number().optional(),
  reviews: maybe,
  thumbnail: maybe,
  productLink: maybe,
  snippet: maybe,
  snippetLinks: z.array(z.strictObject({ text, link, redirectLink })).optional(),
  position,
});

export const searchAi = z.strictObject({
  text,
  sources: z.array(searchSource),
  citationPills: z.array(searchPill).min(1).optional(),
  html: link.optional(),
  markdown: maybe,
  places: z.array(place).optional(),
  map: z.array(mapPlace).optional(),
  shoppingCards: z.array(aiShoppingCard).optional(),
  inlineProducts: z
    .array(
      z.strictObject({
        title: text,
        position,
        price: money.optional(),
        oldPrice: money.optional(),
        store: maybe,
        thumbnail: maybe,
        productLink: maybe,
      }),
    )
    .optional(),
  ads: z
    .strictObject({
      title: maybe,
      ads: z.array(
        z.strictObject({
          title: text,
          url: text,
          position,
          price: z.unknown().optional(),
          store: maybe,
          rating: z.number().optional(),
          reviews: z.unknown().optional(),
          redirectLink,
          imageUrl: maybe,
        }),
      ),
    })
    .optional(),
  videos: z
    .array(
      z.strictObject({
        title: text,
        link,
        platform: maybe,
        channel: maybe,
        duration: maybe,
        thumbnail: maybe,
        redirectLink,
      }),
    )
    .optional(),
  productResults: z.array(productResult).max(6).optional(),
  ...additions,
});
