import { z } from 'zod';
import { looseSchema } from '../../lazySchema.ts';
import { aiOverviewSchema } from './aiOverview.ts';
import { knowledgeGraphSchema } from './knowledgeGraph.ts';
import {
  type Known,
  linkedSourceSchema,
  listOf,
  moneySchema,
  optionalNumber,
  optionalString,
  partOf,
  position,
  productResultSchema,
} from './shared.ts';

export const organicResultSchema = looseSchema(() => ({
  position,
  title: z.string(),
  link: z.string(),
  displayedLink: optionalString,
  snippet: optionalString,
  /** As shown. */
  date: optionalString,
  /** 1-based page of the result list. */
  page: position.optional(),
  sitelinks: partOf({
    inline: listOf({ title: z.string(), link: z.string(), redirectLink: optionalString }),
  }),
  redirectLink: optionalString,
}));

export const peopleAlsoAskSchema = looseSchema(() => ({
  question: z.string(),
  type: z.enum(['AIOVERVIEW', 'LINK', 'UNKNOWN']),
  snippet: optionalString,
  title: optionalString,
  link: optionalString,
  redirectLink: optionalString,
  /** With `include.paaAioverview`, for entries of the overview kind. */
  markdown: optionalString,
  sources: z.array(linkedSourceSchema).optional(),
}));

export const searchResultSchema = looseSchema(() => ({
  organicResults: z.array(organicResultSchema),
  peopleAlsoAsk: z.array(peopleAlsoAskSchema),
  relatedSearches: z.array(z.looseObject({ query: z.string(), link: optionalString })),
  ads: listOf({
    position,
    blockPosition: z.enum(['top', 'bottom', 'middle', 'rhs']).optional(),
    type: z.enum(['RESULT', 'SHOPPING_CARD']).optional(),
    title: z.string(),
    url: z.string(),
    page: position.optional(),
    displayedUrl: optionalString,
    domain: optionalString,
    description: optionalString,
    category: optionalString,
    price: moneySchema.optional(),
    oldPrice: moneySchema.optional(),
    store: optionalString,
    imageUrl: optionalString,
    sitelinks: listOf({ url: z.string(), title: z.string(), description: optionalString }),
  }),
  aioverview: aiOverviewSchema.nullable().optional(),
  peopleAreSaying: listOf({
    position,
    title: z.string(),
    link: z.string(),
    /** Relative, as shown. */
    date: z.string(),
    redirectLink: optionalString,
  }),
  localResults: listOf({
    position,
    title: z.string(),
    placeId: optionalString,
    rating: optionalNumber,
    reviews: optionalString,
    price: optionalString,
    type: optionalString,
    yearsInBusiness: optionalString,
    address: optionalString,
    phone: optionalString,
    hours: optionalString,
    description: optionalString,
    links: partOf({
      website: optionalString,
      directions: optionalString,
      redirectLink: optionalString,
    }),
  }),
  localResultsMoreLink: optionalString,
  shoppingCards: listOf({
    title: z.string(),
    position,
    promoLabel: optionalString,
    category: optionalString,
    price: moneySchema.optional(),
    oldPrice: moneySchema.optional(),
    store: optionalString,
    rating: optionalNumber,
    reviews: optionalString,
    thumbnail: optionalString,
  }),
  productResults: z.array(productResultSchema).optional(),
  knowledgeGraph: knowledgeGraphSchema.optional(),
  /** URLs of the saved pages, one per page of results. */
  html: z.array(z.string()).optional(),
}));
export type SearchResult = Known<z.infer<typeof searchResultSchema>>;

export const searchNewsResultSchema = looseSchema(() => ({
  newsResults: z.array(
    z.looseObject({
      position,
      title: z.string(),
      link: z.string(),
      snippet: optionalString,
      source: optionalString,
      /** As shown. */
      date: optionalString,
      page: position.optional(),
      thumbnail: optionalString,
      redirectLink: optionalString,
    }),
  ),
  html: z.array(z.string()).optional(),
}));
export type SearchNewsResult = Known<z.infer<typeof searchNewsResultSchema>>;
