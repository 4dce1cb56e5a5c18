import { AppError } from '#shared/model/appError.ts';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import { namesOf } from '#shared/text/brands/brandDecisions.ts';
import type { BrandListLine } from '#shared/text/brands/brandList.ts';
import {
  addOwner,
  type BrandDraft,
  brandProblems,
  ownersOf,
  sharedAddresses,
} from '#shared/text/brands/brandProblems.ts';
import { foldName } from '#shared/text/words/folding.ts';
import type { BrandRuleSet } from '../history/store/operations/brandRules.ts';
import { brandsNow, brandsUnmerged, refuse, saveBrand } from './brandChanges.ts';

/** Adds the lines of a pasted list. @throws AppError INVALID_INPUT or CONFIRMATION_REQUIRED naming the line */
export function addBrandList(
  rules: BrandRuleSet,
  lines: readonly BrandListLine[],
  { newId, confirmed }: { readonly newId: () => string; readonly confirmed: boolean },
): BrandRuleSet {
  let next = rules;
  let unmerged = byName(brandsUnmerged(next));
  let owners = ownersOf(brandsNow(next));
  const added: BrandRule[] = [];
  for (const { line, draft, kindSaid } of lines) {
    try {
      const own = unmerged.get(foldName(draft.name));
      if (own === undefined) {
        // Most lines are new: they are checked against one index, however long the list is.
        refuse(brandProblems(draft, owners));
        if (!confirmed) refuse(sharedAddresses(draft), 'CONFIRMATION_REQUIRED');
        const brand = { id: newId(), ...draft };
        added.push(brand);
        addOwner(owners, brand);
      } else if (saysMore(own, draft, kindSaid)) {
        next = saveBrand(next, { ...joined(own, draft, kindSaid), confirmed }, newId);
        unmerged = byName(brandsUnmerged(next));
        owners = ownersOf([...brandsNow(next), ...added]);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const message = `Line ${line}: ${error.fields?.[0]?.message ?? error.message}`;
      throw new AppError(error.code, message, { fields: [{ field: 'text', message }] });
    }
  }
  const names = new Set(added.flatMap(namesOf));
  return {
    brands: [...next.brands, ...added],
    decisions: next.decisions.filter(
      ({ decision }) => !(decision.kind === 'dismiss' && names.has(foldName(decision.name))),
    ),
  };
}

function byName(brands: readonly BrandRule[]): ReadonlyMap<string, BrandRule> {
  return new Map(brands.map((brand) => [foldName(brand.name), brand]));
}

function saysMore(own: BrandRule, draft: BrandDraft, kindSaid: boolean): boolean {
  const names = new Set(namesOf(own));
  return (
    (kindSaid && draft.kind !== own.kind) ||
    draft.aliases.some((alias) => !names.has(foldName(alias.text))) ||
    draft.domains.some((domain) => !own.domains.includes(domain))
  );
}

function joined(own: BrandRule, draft: BrandDraft, kindSaid: boolean): BrandDraft & { readonly id: string } {
  const names = new Set(namesOf(own));
  return {
    id: own.id,
    name: own.name,
    kind: kindSaid ? draft.kind : own.kind,
    aliases: [...own.aliases, ...draft.aliases.filter((alias) => !names.has(foldName(alias.text)))],
    domains: [...new Set([...own.domains, ...draft.domains])],
  };
}
