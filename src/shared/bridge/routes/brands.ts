import { z } from 'zod';
import { SOURCE_TYPES } from '../../analysis/sourceTypeNames.ts';
import { inProject } from '../projectInput.ts';
import { mutation, query } from '../route.ts';

const kindSchema = z.enum(['own', 'competitor', 'other']);
const nameSchema = z.string().max(500);

const aliasSchema = z.strictObject({
  text: nameSchema,
  /** Only this exact case counts: for names that are also plain words. */
  caseSensitive: z.boolean().optional(),
});

export const brandDecisionSchema = z.discriminatedUnion('kind', [
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
  z.strictObject({ kind: z.literal('source'), domain: nameSchema, as: z.enum(SOURCE_TYPES).nullable() }),
]);

/** A brand after all decisions. Names and domains that came by a merge go when the merge is taken back. */
const brandViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: kindSchema,
  aliases: z.array(
    z.object({ text: z.string(), caseSensitive: z.boolean().optional(), merged: z.boolean() }),
  ),
  domains: z.array(z.object({ domain: z.string(), merged: z.boolean() })),
});

const madeDecisionSchema = z.object({
  id: z.string(),
  decision: brandDecisionSchema,
  /** The decision in words. */
  words: z.string(),
  madeAtMs: z.number().int(),
});

/** The brand rules as they are now. */
const brandBookSchema = z.object({
  /** Rises with every change; 0 before the first. */
  version: z.number().int(),
  madeAtMs: z.number().int().nullable(),
  brands: z.array(brandViewSchema),
  /** Newest first. */
  decisions: z.array(madeDecisionSchema),
});

const listSchema = z.strictObject({
  text: z.string().max(1_000_000),
  /** Of lines that do not say it themselves. */
  kind: kindSchema.default('competitor'),
});

export const brandRoutes = {
  'brands.get': query(z.strictObject(inProject), brandBookSchema),
  /** Stores a brand; without an id it is a new one. Problems are named by field: `name`, `aliases.2`, `domains.0`. */
  'brands.save': mutation(
    z.strictObject({
      ...inProject,
      id: z.string().optional(),
      name: nameSchema,
      kind: kindSchema,
      aliases: z.array(aliasSchema).max(200),
      domains: z.array(nameSchema).max(200),
    }),
    brandBookSchema,
  ),
  'brands.remove': mutation(z.strictObject({ id: z.string(), ...inProject }), brandBookSchema),
  /** What a pasted list would add, before it is taken over. */
  'brands.readList': query(
    listSchema,
    z.object({
      names: z.array(z.string()),
      problems: z.array(z.object({ line: z.number().int(), message: z.string() })),
    }),
  ),
  /** Adds a pasted list, all of it or nothing; a brand that is there gets the names and domains it lacks. */
  'brands.import': mutation(listSchema.extend(inProject), brandBookSchema),
  'brands.decide': mutation(z.strictObject({ decision: brandDecisionSchema, ...inProject }), brandBookSchema),
  /** Takes one decision back, whatever was decided after it. */
  'brands.undo': mutation(z.strictObject({ id: z.string(), ...inProject }), brandBookSchema),
  /** Brings an earlier version back as the next one; `after` is the version the window knows, so that nothing newer is lost. */
  'brands.restore': mutation(
    z.strictObject({ version: z.number().int().min(0), after: z.number().int(), ...inProject }),
    brandBookSchema,
  ),
};

export type BrandBookView = z.infer<typeof brandBookSchema>;
export type BrandView = z.infer<typeof brandViewSchema>;
export type BrandInput = z.input<(typeof brandRoutes)['brands.save']['input']>;
