import { z } from 'zod';
import { allSourceTypes } from '../analysis/sourceTypeNames.ts';

export const kindSchema = z.enum(['own', 'competitor', 'other']);
export const nameSchema = z.string().max(500);
export const aliasSchema = z.strictObject({
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
  z.strictObject({ kind: z.literal('source'), domain: nameSchema, as: z.enum(allSourceTypes).nullable() }),
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
export const brandBookSchema = z.object({
  /** Rises with every change; 0 before the first. */
  version: z.number().int(),
  madeAtMs: z.number().int().nullable(),
  brands: z.array(brandViewSchema),
  /** Newest first. */
  decisions: z.array(madeDecisionSchema),
});
export const listSchema = z.strictObject({
  text: z.string().max(1_000_000),
  /** Of lines that do not say it themselves. */
  kind: kindSchema.default('competitor'),
});
export type BrandBookView = z.infer<typeof brandBookSchema>;
export type BrandView = z.infer<typeof brandViewSchema>;
