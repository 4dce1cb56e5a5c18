import { z } from 'zod';
import {
  aliasSchema,
  type BrandBookView,
  brandDecisionSchema,
  type DetectedBrands,
  kindSchema,
  listSchema,
  type NameForms,
  nameSchema,
  type OrdinaryNames,
} from '../../model/brand.ts';
import { mutation, nothing, ofProject, query } from '../route.ts';

export const brandRoutes = {
  'brands.get': ofProject(query(nothing).returns<BrandBookView>()),
  /** Brands that the answers of a run, or the latest ones of the project, name and the list lacks. */
  'brands.detected': ofProject(query(() => ({ runId: z.string().optional() })).returns<DetectedBrands>()),
  /** Those of these names that are ordinary words too, with their lower-case uses in stored answers. */
  'brands.words': ofProject(query(() => ({ names: z.array(nameSchema).max(200) })).returns<OrdinaryNames>()),
  /** The inflected forms of names that count as the names, and in which languages of the project. */
  'brands.forms': ofProject(query(() => ({ names: z.array(nameSchema).max(200) })).returns<NameForms>()),
  /**
   * Stores a brand; without an id it is a new one. Errors are reported by field: `name`, `aliases.2`,
   * `domains.0`.
   */
  'brands.save': ofProject(
    mutation(() => ({
      id: z.string().optional(),
      name: nameSchema,
      kind: kindSchema,
      aliases: z.array(aliasSchema).max(200),
      /** Hosts, or hosts and paths. */
      domains: z.array(nameSchema).max(200),
      /** Inflected forms that do not count; absent: as they were. */
      excludedForms: z.array(nameSchema).max(5_000).optional(),
      /** Whether to add addresses that many share; without it they are CONFIRMATION_REQUIRED. */
      confirmed: z.boolean().default(false),
    })).returns<BrandBookView>(),
  ),
  'brands.remove': ofProject(mutation(() => ({ id: z.string() })).returns<BrandBookView>()),
  /** Preview of what a pasted list would add. */
  'brands.readList': query(() => listSchema).returns<{
    readonly names: readonly string[];
    readonly problems: readonly { readonly line: number; readonly message: string }[];
  }>(),
  /** Adds a pasted list, all of it or nothing; existing brands get missing names and domains. */
  'brands.import': ofProject(
    mutation(() =>
      listSchema.unwrap().extend({ confirmed: z.boolean().default(false) }),
    ).returns<BrandBookView>(),
  ),
  'brands.decide': ofProject(
    mutation(() => ({
      decision: brandDecisionSchema,
      /** Whether to mark a host that many share; without it that is CONFIRMATION_REQUIRED. */
      confirmed: z.boolean().default(false),
    })).returns<BrandBookView>(),
  ),
  /** Undoes one decision, whatever was decided after it. */
  'brands.undo': ofProject(mutation(() => ({ id: z.string() })).returns<BrandBookView>()),
  /**
   * Restores an earlier version as the next one; `after` is the version the window knows, so that no newer
   * change is lost.
   */
  'brands.restore': ofProject(
    mutation(() => ({ version: z.number().int().min(0), after: z.number().int() })).returns<BrandBookView>(),
  ),
};
export type BrandInput = z.input<ReturnType<(typeof brandRoutes)['brands.save']['input']>>;
