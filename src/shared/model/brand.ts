import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { allSourceTypes } from './sourceTypes.ts';

export const kindSchema = z.enum(['own', 'competitor', 'other']);
export const nameSchema = z.string().max(500);
export const aliasSchema = lazySchema(() =>
  z.strictObject({
    text: nameSchema,
    /** Matches only this exact case: for names that are also ordinary words. */
    caseSensitive: z.boolean().optional(),
  }),
);
export const brandDecisionSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('merge'),
      from: nameSchema,
      fromName: nameSchema,
      into: nameSchema,
      intoName: nameSchema,
    }),
    z.strictObject({ kind: z.literal('split'), brand: nameSchema, alias: nameSchema, as: nameSchema }),
    z.strictObject({ kind: z.literal('accept'), name: nameSchema, as: kindSchema }),
    z.strictObject({ kind: z.literal('dismiss'), name: nameSchema }),
    z.strictObject({
      kind: z.literal('domain'),
      domain: nameSchema,
      as: z.enum(['own', 'competitor']).nullable(),
    }),
    z.strictObject({ kind: z.literal('source'), domain: nameSchema, as: z.enum(allSourceTypes).nullable() }),
  ]),
);
/**
 * A brand after all manual corrections. Names and domains from a merge are removed when the merge is undone.
 */
const brandViewSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    kind: kindSchema,
    aliases: z.array(
      z.object({ text: z.string(), caseSensitive: z.boolean().optional(), merged: z.boolean() }),
    ),
    domains: z.array(
      z.object({
        domain: z.string(),
        merged: z.boolean(),
        /** Whether strangers have pages there too. */
        shared: z.boolean().optional(),
      }),
    ),
    /** Inflected forms of its names that do not count, folded. */
    excludedForms: z.array(z.string()).optional(),
  }),
);
/** The inflected forms of names, and the languages of a project. */
export const nameFormsSchema = lazySchema(() =>
  z.object({
    forms: z.array(
      z.object({
        /** Folded: what `excludedForms` lists. */
        form: z.string(),
        /** With the letters of the name, its endings without accents. */
        written: z.string(),
        /** ISO 639-1; none: counts in every text of its script. */
        languages: z.array(z.string()),
      }),
    ),
    /** ISO 639-1 of the markets of the project's plans and latest runs. */
    languages: z.array(z.string()),
    /** Those in which names are inflected and no form is known. */
    uncovered: z.array(z.string()),
  }),
);
export type NameForms = z.infer<typeof nameFormsSchema>;
const madeDecisionSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    decision: brandDecisionSchema,
    /** A description of the decision. */
    words: z.string(),
    madeAtMs: z.number().int(),
  }),
);
/** The current brand rules. */
export const brandBookSchema = lazySchema(() =>
  z.object({
    /** Increases with every change; 0 before the first. */
    version: z.number().int(),
    madeAtMs: z.number().int().nullable(),
    brands: z.array(brandViewSchema),
    /** Newest first. */
    decisions: z.array(madeDecisionSchema),
  }),
);
/** Brands in answers that are not in the list, most often named first. */
export const detectedBrandsSchema = lazySchema(() =>
  z.object({
    brands: z.array(
      z.object({
        name: z.string(),
        /** That name it. */
        answers: z.number().int(),
        /** Markets that name it, in the run where most do. */
        markets: z.number().int(),
      }),
    ),
    /** That were searched: those of the latest runs. */
    answers: z.number().int(),
  }),
);
/** Names that are ordinary words too. */
export const ordinaryNamesSchema = lazySchema(() =>
  z.object({
    words: z.array(
      z.object({
        name: z.string(),
        /** Of the latest stored answers that contain it; at most 100 are read. */
        answers: z.number().int(),
        /** Uses in lower case, and the answers that have one. */
        lowerCase: z.number().int(),
        lowerCaseIn: z.number().int(),
      }),
    ),
  }),
);
export type OrdinaryNames = z.infer<typeof ordinaryNamesSchema>;
export type DetectedBrands = z.infer<typeof detectedBrandsSchema>;
export const listSchema = lazySchema(() =>
  z.strictObject({
    text: z.string().max(1_000_000),
    /** For lines that do not state it. */
    kind: kindSchema.default('competitor'),
  }),
);
export type BrandBookView = z.infer<typeof brandBookSchema>;
export type BrandView = z.infer<typeof brandViewSchema>;
