/** The user's changes to the stored rules, as pure functions: each returns the new rules or an error. */

import type { FieldProblem } from '#shared/model/appError.ts';
import { AppError } from '#shared/model/appError.ts';
import type { BrandAlias, BrandDecision, BrandRule } from '#shared/model/comparison/samples.ts';
import { brandId, decideBrands, namesOf } from '#shared/text/brands/brandDecisions.ts';
import {
  type BrandDraft,
  brandProblems,
  ownersOf,
  sharedAddresses,
  tidyBrand,
} from '#shared/text/brands/brandProblems.ts';
import { foldName } from '#shared/text/words/folding.ts';
import type { BrandRuleSet, StoredDecision } from '../history/store/operations/brandRules.ts';

/** The brands after all decisions. */
export function brandsNow(rules: BrandRuleSet): readonly BrandRule[] {
  return decideBrands(plain(rules)).brands;
}

/** The brands without merges: what belongs to each of them itself. */
export function brandsUnmerged(rules: BrandRuleSet): readonly BrandRule[] {
  return decideBrands(
    plain({ ...rules, decisions: rules.decisions.filter((each) => each.decision.kind !== 'merge') }),
  ).brands;
}

function plain(rules: BrandRuleSet) {
  return { brands: rules.brands, decisions: rules.decisions.map((each) => each.decision) };
}

/** A brand as entered. `confirmed`: also with addresses that are shared by many. */
export type BrandChange = BrandDraft & { readonly id?: string; readonly confirmed?: boolean };

/**
 * Stores one brand. Names and domains it got by a merge, or lost by a split or mark, stay with that decision;
 * its kind is now stored in the brand instead of a decision.
 * @throws AppError INVALID_INPUT or CONFIRMATION_REQUIRED naming the fields, NOT_FOUND
 */
export function saveBrand(rules: BrandRuleSet, input: BrandChange, newId: () => string): BrandRuleSet {
  const draft = tidyBrand(input);
  const now = brandsNow(rules);
  const shown = now.find((brand) => brand.id === input.id);
  if (input.id !== undefined && shown === undefined)
    throw new AppError('NOT_FOUND', 'This brand is no longer in the list. Nothing was changed.');
  const merged = mergedNames(rules, shown);
  refuse(brandProblems(draft, ownersOf([...now.filter((brand) => brand !== shown), ...merged])));
  if (input.confirmed !== true) refuse(sharedAddresses(draft, shown?.domains), 'CONFIRMATION_REQUIRED');
  const stored = rules.brands.find((brand) => brand.id === input.id);
  const id = stored?.id ?? newId();
  const excluded = draft.excludedForms ?? stored?.excludedForms ?? [];
  const brand = {
    id,
    ...draft,
    ...withHidden(draft, stored, shown),
    excludedForms: excluded.length > 0 ? excluded : undefined,
  };
  const names = new Set([draft.name, ...(shown ? [shown.name] : [])].map(foldName));
  const own = new Set([...names, ...draft.aliases.map((alias) => foldName(alias.text))]);
  const decisions = rules.decisions
    .filter(({ decision }) => !(decision.kind === 'accept' && names.has(foldName(decision.name))))
    .filter(({ decision }) => !(decision.kind === 'dismiss' && own.has(foldName(decision.name))))
    .map((each) => (shown ? { ...each, decision: renamed(each.decision, shown, brand) } : each));
  return {
    brands: stored ? rules.brands.map((each) => (each === stored ? brand : each)) : [...rules.brands, brand],
    decisions,
  };
}

/** Names and domains that a brand has only by a merge, as a separate brand: they are not available either. */
function mergedNames(rules: BrandRuleSet, shown: BrandRule | undefined): readonly BrandRule[] {
  if (shown === undefined) return [];
  const own = brandsUnmerged(rules).find((brand) => brand.id === shown.id);
  const names = new Set(own ? namesOf(own) : [foldName(shown.name)]);
  const aliases = shown.aliases.filter((alias) => !names.has(foldName(alias.text)));
  const domains = shown.domains.filter((domain) => !own?.domains.includes(domain));
  if (aliases.length === 0) return [];
  return [{ id: '', name: `${shown.name}, by a merge`, kind: 'other', aliases, domains }];
}

/** What a split or domain mark hides of the stored brand; undoing them restores it. */
function withHidden(draft: BrandDraft, stored: BrandRule | undefined, shown: BrandRule | undefined) {
  if (stored === undefined || shown === undefined) return {};
  const shownNames = new Set(namesOf(shown));
  const kept = new Set([draft.name, ...draft.aliases.map((alias) => alias.text)].map(foldName));
  const hidden = (alias: BrandAlias): boolean =>
    !shownNames.has(foldName(alias.text)) && !kept.has(foldName(alias.text));
  return {
    aliases: [...draft.aliases, ...stored.aliases.filter(hidden)],
    domains: [
      ...draft.domains,
      ...stored.domains.filter(
        (domain) => !shown.domains.includes(domain) && !draft.domains.includes(domain),
      ),
    ],
  };
}

/** A decision about a brand by its earlier id or name, updated to its current name. */
function renamed(decision: BrandDecision, before: BrandRule, after: BrandRule): BrandDecision {
  const same = (name: string): boolean => foldName(name) === foldName(before.name);
  if (decision.kind === 'merge') {
    const from = decision.from === before.id;
    const into = decision.into === before.id;
    return {
      ...decision,
      ...(from ? { from: after.id, fromName: after.name } : {}),
      ...(into ? { into: after.id, intoName: after.name } : {}),
    };
  }
  if (decision.kind !== 'split') return decision;
  return {
    ...decision,
    ...(decision.brand === before.id ? { brand: after.id } : {}),
    ...(same(decision.as) ? { as: after.name } : {}),
  };
}

/**
 * Deletes a brand with the decisions that would recreate it.
 * @throws AppError NOT_FOUND
 */
export function removeBrand(rules: BrandRuleSet, id: string): BrandRuleSet {
  const brand = brandsNow(rules).find((each) => each.id === id);
  if (brand === undefined)
    throw new AppError('NOT_FOUND', 'This brand is no longer in the list. Nothing was changed.');
  const folded = foldName(brand.name);
  const makes = ({ decision }: StoredDecision): boolean =>
    (decision.kind === 'accept' && foldName(decision.name) === folded) ||
    (decision.kind === 'merge' && (decision.into === id || foldName(decision.intoName) === folded)) ||
    (decision.kind === 'split' && foldName(decision.as) === folded);
  return {
    brands: rules.brands.filter((each) => each.id !== id),
    decisions: rules.decisions.filter((each) => !makes(each)),
  };
}

/** Adds a decision. @throws AppError INVALID_INPUT naming the field */
export function addDecision(rules: BrandRuleSet, made: StoredDecision): BrandRuleSet {
  const { decision } = made;
  const brands = brandsNow(rules);
  const need = (field: string, text: string, message: string): void => {
    if (foldName(text) === '') refuse([{ field, message }]);
  };
  if (decision.kind === 'merge') {
    need('fromName', decision.fromName, 'Choose the brand to merge.');
    need('intoName', decision.intoName, 'Choose the brand to merge it into.');
    if (decision.from === decision.into || foldName(decision.fromName) === foldName(decision.intoName))
      refuse([{ field: 'intoName', message: 'A brand cannot be merged into itself. Choose another brand.' }]);
  } else if (decision.kind === 'split') {
    const source = brands.find((brand) => brand.id === decision.brand);
    const folded = foldName(decision.alias);
    need('as', decision.as, 'Enter a name for the new brand.');
    if (!source?.aliases.some((alias) => foldName(alias.text) === folded))
      refuse([
        {
          field: 'alias',
          message: `“${decision.alias}” is not an alias of ${source?.name ?? 'this brand'}.`,
        },
      ]);
    const as = foldName(decision.as);
    const taken = brands.find((brand) => namesOf(brand).includes(as) && !(brand === source && as === folded));
    if (taken !== undefined)
      refuse([
        {
          field: 'as',
          message: `“${decision.as}” is already a name of ${taken.name}. Choose another name.`,
        },
      ]);
  } else need('name', 'domain' in decision ? decision.domain : decision.name, 'Enter a name.');
  return { ...rules, decisions: [...rules.decisions, made] };
}

/** A brand by id, name or alias; an unlisted one is identified by its name. */
export function brandReference(
  brands: readonly BrandRule[],
  text: string,
): { readonly id: string; readonly name: string; readonly listed: boolean } {
  const folded = foldName(text);
  const found =
    brands.find((brand) => brand.id === text) ??
    brands.find((brand) => foldName(brand.name) === folded) ??
    brands.find((brand) => namesOf(brand).includes(folded));
  return found
    ? { id: found.id, name: found.name, listed: true }
    : { id: brandId(text), name: text.trim(), listed: false };
}

/** @throws AppError INVALID_INPUT, or the given code, with all of them, if there are any */
export function refuse(
  problems: readonly FieldProblem[],
  code: 'INVALID_INPUT' | 'CONFIRMATION_REQUIRED' = 'INVALID_INPUT',
): void {
  const [first] = problems;
  if (first === undefined) return;
  throw new AppError(code, first.message, { fields: [...problems] });
}
