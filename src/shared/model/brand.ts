import { z } from 'zod';
import { lazySchema, strictSchema } from '../lazySchema.ts';
import { allSourceTypes } from './sourceTypes.ts';

export const kindSchema = z.enum(['own', 'competitor', 'other']);
export const nameSchema = z.string().max(500);
export const aliasSchema = strictSchema(() => ({
  text: nameSchema,
  /** Matches only this exact case: for names that are also ordinary words. */
  caseSensitive: z.boolean().optional(),
}));
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
export type BrandView = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'own' | 'competitor' | 'other';
  readonly aliases: readonly {
    readonly text: string;
    readonly caseSensitive?: boolean;
    readonly merged: boolean;
  }[];
  readonly domains: readonly {
    readonly domain: string;
    readonly merged: boolean;
    /** Whether strangers have pages there too. */
    readonly shared?: boolean;
  }[];
  /** Inflected forms of its names that do not count, folded. */
  readonly excludedForms?: readonly string[];
};
/** The inflected forms of names, and the languages of a project. */
export type NameForms = {
  readonly forms: readonly {
    /** Folded: what `excludedForms` lists. */
    readonly form: string;
    /** With the letters of the name, its endings without accents. */
    readonly written: string;
    /** ISO 639-1; none: counts in every text of its script. */
    readonly languages: readonly string[];
  }[];
  /** ISO 639-1 of the markets of the project's plans and latest runs. */
  readonly languages: readonly string[];
  /** Those in which names are inflected and no form is known. */
  readonly uncovered: readonly string[];
};
type MadeDecision = {
  readonly id: string;
  readonly decision: z.infer<typeof brandDecisionSchema>;
  /** A description of the decision. */
  readonly words: string;
  readonly madeAtMs: number;
};
/** The current brand rules. */
export type BrandBookView = {
  /** Increases with every change; 0 before the first. */
  readonly version: number;
  readonly madeAtMs: number | null;
  readonly brands: readonly BrandView[];
  /** Newest first. */
  readonly decisions: readonly MadeDecision[];
};
/** Brands in answers that are not in the list, most often named first. */
export type DetectedBrands = {
  readonly brands: readonly {
    readonly name: string;
    /** That name it. */
    readonly answers: number;
    /** Markets that name it, in the run where most do. */
    readonly markets: number;
  }[];
  /** That were searched: those of the latest runs. */
  readonly answers: number;
};
/** Names that are ordinary words too. */
export type OrdinaryNames = {
  readonly words: readonly {
    readonly name: string;
    /** Of the latest stored answers that contain it; at most 100 are read. */
    readonly answers: number;
    /** Uses in lower case, and the answers that have one. */
    readonly lowerCase: number;
    readonly lowerCaseIn: number;
  }[];
};
export const listSchema = strictSchema(() => ({
  text: z.string().max(1_000_000),
  /** For lines that do not state it. */
  kind: kindSchema.default('competitor'),
}));
