/**
 * Applies the user's manual corrections to the brands. They are applied in order and do not change stored data:
 * removing one restores the brands as they were before it.
 */

import type {
  BrandAlias,
  BrandDecision,
  BrandKind,
  BrandRule,
  BrandRules,
} from '../../model/comparison/samples.ts';
import { siteKey } from '../addresses/sites.ts';
import { foldName } from '../words/folding.ts';

export type DecidedBrands = {
  readonly brands: readonly BrandRule[];
  /** Names that are not brands, folded: not to be detected again. */
  readonly dismissed: ReadonlySet<string>;
  /** Domains with a manual correction; removed from the domains of every brand. */
  readonly domains: ReadonlyMap<string, 'own' | 'competitor' | null>;
  /** Manual source types by domain; they override the rules. */
  readonly sourceTypes: ReadonlyMap<string, string>;
};

/** Id of a brand that was created from its name. */
export function brandId(name: string): string {
  return `name:${foldName(name)}`;
}

export function decideBrands(rules: Pick<BrandRules, 'brands' | 'decisions'>): DecidedBrands {
  let brands = rules.brands;
  const dismissed = new Set<string>();
  const domains = new Map<string, 'own' | 'competitor' | null>();
  const sourceTypes = new Map<string, string>();
  for (const decision of rules.decisions) {
    switch (decision.kind) {
      case 'merge':
        brands = merged(brands, decision);
        break;
      case 'split':
        brands = split(brands, decision);
        break;
      case 'accept':
        dismissed.delete(foldName(decision.name));
        brands = accepted(brands, decision.name, decision.as);
        break;
      case 'dismiss': {
        const folded = foldName(decision.name);
        const gone = brands.find((brand) => foldName(brand.name) === folded);
        for (const name of gone === undefined ? [folded] : namesOf(gone)) dismissed.add(name);
        brands = brands.filter((brand) => brand !== gone);
        break;
      }
      case 'domain':
        domains.set(siteKey(decision.domain), decision.as);
        break;
      case 'source':
        if (decision.as === null) sourceTypes.delete(siteKey(decision.domain));
        else sourceTypes.set(siteKey(decision.domain), decision.as);
        break;
    }
  }
  if (domains.size > 0) brands = brands.map((brand) => withoutDomains(brand, domains));
  return { brands, dismissed, domains, sourceTypes };
}

const folds = new WeakMap<BrandRule, readonly string[]>();

/** Folded names of a brand; the first is its name, then its aliases. */
export function namesOf(brand: BrandRule): readonly string[] {
  const known = folds.get(brand);
  if (known !== undefined) return known;
  const names = [brand.name, ...brand.aliases.map((alias) => alias.text)].map(foldName);
  folds.set(brand, names);
  return names;
}

/** The brand with this id, otherwise the brand with this name or alias. */
export function findBrand(brands: readonly BrandRule[], id: string, name: string): BrandRule | undefined {
  const folded = foldName(name);
  return (
    brands.find((brand) => brand.id === id) ??
    brands.find((brand) => foldName(brand.name) === folded) ??
    brands.find((brand) => namesOf(brand).includes(folded))
  );
}

function merged(
  brands: readonly BrandRule[],
  decision: Extract<BrandDecision, { kind: 'merge' }>,
): readonly BrandRule[] {
  const { from, fromName, into, intoName } = decision;
  const target = findBrand(brands, into, intoName) ?? newBrand(intoName, 'other', into);
  const source = findBrand(brands, from, fromName);
  // An earlier correction already assigned the name to this brand.
  if (source?.id === target.id) return brands;
  const taken = source !== undefined && source.id !== from && foldName(source.name) !== foldName(fromName);
  if (taken) return brands;
  const aliases = [...target.aliases];
  const known = new Set(namesOf(target));
  for (const alias of [{ text: source?.name ?? fromName }, ...(source?.aliases ?? [])]) {
    if (known.has(foldName(alias.text)) && !isExact(alias)) continue;
    known.add(foldName(alias.text));
    aliases.push(alias);
  }
  const result: BrandRule = {
    ...target,
    aliases,
    domains: [...new Set([...target.domains, ...(source?.domains ?? [])])],
    excludedForms: joinedForms(target, source),
  };
  const rest = brands.filter((brand) => brand !== source);
  return rest.includes(target) ? rest.map((brand) => (brand === target ? result : brand)) : [...rest, result];
}

function joinedForms(one: BrandRule, two: BrandRule | undefined): BrandRule['excludedForms'] {
  if (two?.excludedForms === undefined) return one.excludedForms;
  return [...new Set([...(one.excludedForms ?? []), ...two.excludedForms])];
}

/** A case-sensitive alias is stricter than a plain one with the same letters. */
function isExact(alias: BrandAlias): boolean {
  return alias.caseSensitive === true;
}

function split(
  brands: readonly BrandRule[],
  { brand: id, alias, as }: Extract<BrandDecision, { kind: 'split' }>,
): readonly BrandRule[] {
  const folded = foldName(alias);
  const source = brands.find((brand) => brand.id === id);
  const moved = source?.aliases.filter((each) => foldName(each.text) === folded) ?? [];
  if (source === undefined || moved.length === 0) {
    // The original brand was deleted or lost the name: the correction still applies unless another brand has it.
    const free = !brands.some(
      (brand) => namesOf(brand).includes(folded) || namesOf(brand).includes(foldName(as)),
    );
    return free
      ? [...brands, { ...newBrand(as, 'other'), aliases: otherThan(as, [{ text: alias }]) }]
      : brands;
  }
  const rest = brands.map((brand) =>
    brand === source
      ? { ...brand, aliases: brand.aliases.filter((each) => foldName(each.text) !== folded) }
      : brand,
  );
  const target = rest.find((brand) => brand.id === brandId(as) || foldName(brand.name) === foldName(as));
  if (target === undefined) {
    const place = rest.findIndex((brand) => brand.id === id);
    const made = {
      ...newBrand(as, source.kind),
      aliases: otherThan(as, moved),
      excludedForms: source.excludedForms,
    };
    return [...rest.slice(0, place + 1), made, ...rest.slice(place + 1)];
  }
  if (namesOf(target).includes(folded)) return rest;
  return rest.map((brand) =>
    brand === target
      ? { ...brand, aliases: [...brand.aliases, ...moved], excludedForms: joinedForms(brand, source) }
      : brand,
  );
}

/** Aliases that are not equal to the name. */
function otherThan(name: string, aliases: readonly BrandAlias[]): readonly BrandAlias[] {
  return aliases.filter((alias) => isExact(alias) || foldName(alias.text) !== foldName(name));
}

function accepted(brands: readonly BrandRule[], name: string, kind: BrandKind): readonly BrandRule[] {
  const folded = foldName(name);
  const known = brands.find((brand) => foldName(brand.name) === folded);
  if (known === undefined) return [...brands, newBrand(name, kind)];
  return brands.map((brand) => (brand === known ? { ...brand, kind } : brand));
}

function newBrand(name: string, kind: BrandKind, id: string = brandId(name)): BrandRule {
  return { id, name, kind, aliases: [], domains: [] };
}

function withoutDomains(brand: BrandRule, marked: ReadonlyMap<string, unknown>): BrandRule {
  const domains = brand.domains.filter((domain) => !marked.has(siteKey(domain)));
  return domains.length === brand.domains.length ? brand : { ...brand, domains };
}
