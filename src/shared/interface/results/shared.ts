import { z } from 'zod';
import { lazySchema, looseSchema } from '../../lazySchema.ts';

/**
 * The named members of a loose schema, deeply and read-only. Schemas keep fields they do not know, as clients must
 * tolerate them; the types name only what the interface names, so a misspelt member does not compile.
 */
export type Known<T> = T extends readonly (infer Item)[]
  ? readonly Known<Item>[]
  : T extends object
    ? string extends keyof T
      ? unknown extends T[string]
        ? { readonly [K in keyof T as string extends K ? never : K]: Known<T[K]> }
        : { readonly [K in keyof T]: Known<T[K]> }
      : { readonly [K in keyof T]: Known<T[K]> }
    : T;

export const optionalString = z.string().optional();
export const optionalNumber = z.number().optional();
export const optionalInteger = z.int().optional();
export const position = z.int().min(1);

/** An object, and a list of objects, that results may leave out. */
export const partOf = <Members extends z.core.$ZodLooseShape>(members: Members) =>
  z.looseObject(members).optional();
export const listOf = <Members extends z.core.$ZodLooseShape>(members: Members) =>
  z.array(z.looseObject(members)).optional();

/** A source as every assistant gives it; further members are those of one engine. */
export const sourceSchema = looseSchema(() => ({
  position,
  url: z.string(),
  label: z.string(),
  description: optionalString,
}));

/** A source of search-ai, the AI overview and People Also Ask. */
export const linkedSourceSchema = lazySchema(() =>
  sourceSchema.unwrap().extend({ redirectLink: optionalString }),
);

/** One pair of visible chip and source; pairs of the same chip share `citationPillId`. */
export const citationPillSchema = looseSchema(() => ({
  label: z.string(),
  citationPillId: z.int().min(0),
  url: z.string(),
  /** Host of the URL without "www.". */
  domain: z.string(),
  description: optionalString,
  /** 1-based index into the sources beside it. */
  position,
}));

/** A pill of search-ai and the AI overview. */
export const linkedPillSchema = lazySchema(() =>
  citationPillSchema.unwrap().extend({
    position: position.optional(),
    redirectLink: optionalString,
  }),
);

/** A price as shown; `currency` is the symbol or word, in product results the ISO code. */
export const moneySchema = z.looseObject({
  value: optionalNumber,
  currency: optionalString,
  raw: optionalString,
});

/** A place card of an AI answer. */
export const placeSchema = looseSchema(() => ({
  title: z.string(),
  /** 0-based. */
  index: z.int().min(0),
  thumbnail: optionalString,
  rating: optionalNumber,
  reviews: optionalInteger,
  type: optionalString,
  address: optionalString,
  status: optionalString,
  placeId: optionalString,
  phone: optionalString,
  website: optionalString,
  link: optionalString,
  priceLevel: optionalString,
}));

export const mapPlaceSchema = lazySchema(() =>
  placeSchema.unwrap().extend({
    placeId: z.string(),
    link: z.string(),
    gpsCoordinates: z.looseObject({ latitude: z.number(), longitude: z.number() }),
  }),
);

/** Upstream chunks as the engine sent them: any JSON. */
export const rawResponseSchema = lazySchema(() => z.array(z.unknown()));

/** Merchant offers of one product; in search at most one entry, in search-ai at most six. */
export const productResultSchema = looseSchema(() => ({
  title: z.string(),
  stores: listOf({
    name: z.string(),
    link: optionalString,
    redirectLink: optionalString,
    price: partOf({ value: z.number(), currency: z.string(), raw: optionalString }),
    installments: optionalString,
    description: optionalString,
    buyingOptions: z.array(z.string()).optional(),
    logo: optionalString,
    shipping: optionalString,
    condition: optionalString,
    rating: optionalNumber,
    reviews: z.union([z.string(), z.number()]).optional(),
  }),
  aboutTheProduct: partOf({ description: optionalString, features: z.array(z.string()).optional() }),
  specifications: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  images: listOf({ mainUrl: z.string(), thumbnailUrl: optionalString, title: optionalString }),
  rating: optionalNumber,
  reviews: optionalString,
  variants: z.array(z.unknown()).optional(),
  userReviews: z.array(z.unknown()).optional(),
  relatedProducts: z.array(z.unknown()).optional(),
}));
export type ProductResult = Known<z.infer<typeof productResultSchema>>;
