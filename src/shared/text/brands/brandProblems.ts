/** Validation of a list of brands before it is stored: every name and every domain belongs to one brand. */
import { getPublicSuffix } from 'tldts';
import type { BrandAlias, BrandKind, BrandRule } from '../../model/comparison/samples.ts';
import { registrableDomain } from '../addresses/urls.ts';
import { foldName } from '../words/folding.ts';
import { namesOf } from './brandDecisions.ts';

/** A brand as entered by the user. */
export type BrandDraft = {
  readonly name: string;
  readonly kind: BrandKind;
  readonly aliases: readonly BrandAlias[];
  readonly domains: readonly string[];
};

export type BrandProblem = {
  /** The field: `name`, `aliases.2` or `domains.0`. */
  readonly field: string;
  /** One sentence: the error and how to fix it. */
  readonly message: string;
};

const maxNameLength = 120;

/**
 * Registrable domain of the user's input (`https://www.example.com/about` -> `example.com`); null if the input is a
 * single word, a public suffix such as `co.uk`, or an IP address.
 */
export function brandDomain(text: string): string | null {
  const trimmed = text.trim();
  const url = URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (url === null || trimmed === '' || /[\s@]/.test(trimmed)) return null;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const labels = host.split('.');
  const shaped =
    labels.length > 1 && labels.every((label) => /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/.test(label));
  if (!shaped || /^\d+$/.test(labels.at(-1) ?? '') || getPublicSuffix(host) === host) return null;
  return registrableDomain(host);
}

/** The draft in stored form: trimmed, without empty lines, with registrable domains where valid. */
export function tidyBrand(draft: BrandDraft): BrandDraft {
  const text = (value: string): string => value.normalize('NFC').replace(/\s+/g, ' ').trim();
  return {
    name: text(draft.name),
    kind: draft.kind,
    aliases: draft.aliases.map((alias) => ({
      text: text(alias.text),
      ...(alias.caseSensitive === true ? { caseSensitive: true } : {}),
    })),
    domains: draft.domains.map((domain) => brandDomain(domain) ?? domain.trim()),
  };
}

/** The name of the brand that owns each folded name and each domain. */
export type BrandOwners = {
  readonly names: Map<string, string>;
  readonly domains: Map<string, string>;
};

export function ownersOf(brands: readonly BrandRule[]): BrandOwners {
  const owners: BrandOwners = { names: new Map(), domains: new Map() };
  for (const brand of brands) addOwner(owners, brand);
  return owners;
}

export function addOwner(owners: BrandOwners, brand: BrandRule): void {
  for (const name of namesOf(brand)) owners.names.set(name, brand.name);
  for (const domain of brand.domains) owners.domains.set(domain, brand.name);
}

/** Errors of one draft. `owners` must not include the edited brand. */
export function brandProblems(draft: BrandDraft, owners: BrandOwners): readonly BrandProblem[] {
  const problems: BrandProblem[] = [];
  const seen = new Map<string, string>();
  const checkName = (field: string, text: string, exact: boolean): void => {
    const folded = foldName(text);
    if (folded === '' || !/[\p{L}\p{N}]/u.test(folded)) {
      problems.push({
        field,
        message: field === 'name' ? 'Enter a name for the brand.' : 'Enter the alias, or remove its line.',
      });
      return;
    }
    if (text.length > maxNameLength) {
      problems.push({ field, message: `A name can have at most ${maxNameLength} characters.` });
      return;
    }
    const owner = owners.names.get(folded);
    if (owner !== undefined)
      problems.push({
        field,
        message: `“${text}” is already a name of ${owner}. A name can belong to one brand only.`,
      });
    else if (seen.has(folded) && !(exact && seen.get(folded) === 'name'))
      problems.push({ field, message: `“${text}” is listed twice in this brand. Remove one of the two.` });
    seen.set(folded, seen.get(folded) ?? field);
  };
  checkName('name', draft.name, false);
  draft.aliases.forEach((alias, index) => {
    checkName(`aliases.${index}`, alias.text, alias.caseSensitive === true);
  });
  const domains = new Set<string>();
  draft.domains.forEach((text, index) => {
    const field = `domains.${index}`;
    const domain = brandDomain(text);
    if (domain === null)
      problems.push({
        field,
        message: `“${text}” is not a domain. Enter one such as example.com, or remove its line.`,
      });
    else if (owners.domains.has(domain))
      problems.push({
        field,
        message: `${domain} already belongs to ${owners.domains.get(domain)}. A domain can belong to one brand only.`,
      });
    else if (domains.has(domain))
      problems.push({ field, message: `${domain} is listed twice in this brand. Remove one of the two.` });
    if (domain !== null) domains.add(domain);
  });
  return problems;
}

/** The first name or domain that two brands share, as a sentence; null if there is none. */
export function sharedName(brands: readonly BrandRule[]): string | null {
  const names = new Map<string, BrandRule>();
  for (const brand of brands) {
    for (const name of new Set(namesOf(brand))) {
      const other = names.get(name);
      if (other !== undefined) return `“${name}” would be a name of both ${other.name} and ${brand.name}.`;
      names.set(name, brand);
    }
  }
  const domains = new Map<string, BrandRule>();
  for (const brand of brands) {
    for (const domain of brand.domains) {
      const other = domains.get(domain);
      if (other !== undefined) return `${domain} would belong to both ${other.name} and ${brand.name}.`;
      domains.set(domain, brand);
    }
  }
  return null;
}
