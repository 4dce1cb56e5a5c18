/** Validation of a list of brands before it is stored: every name and every address belongs to one brand. */
import type { BrandAlias, BrandKind, BrandRule } from '../../model/comparison/samples.ts';
import { readSiteAddress, sharedAddress, siteAddress, siteKey } from '../addresses/sites.ts';
import { foldName } from '../words/folding.ts';
import { namesOf } from './brandDecisions.ts';

/** A brand as entered by the user. */
export type BrandDraft = {
  readonly name: string;
  readonly kind: BrandKind;
  readonly aliases: readonly BrandAlias[];
  readonly domains: readonly string[];
  /** Inflected forms that do not count; absent: as they were. */
  readonly excludedForms?: readonly string[];
};

export type BrandProblem = {
  /** The field: `name`, `aliases.2` or `domains.0`. */
  readonly field: string;
  /** One sentence: the error and how to fix it. */
  readonly message: string;
};

const maxNameLength = 120;

/** The draft in stored form: trimmed, with addresses as `siteAddress` writes them where valid. */
export function tidyBrand(draft: BrandDraft): BrandDraft {
  const text = (value: string): string => value.normalize('NFC').replace(/\s+/g, ' ').trim();
  return {
    name: text(draft.name),
    kind: draft.kind,
    aliases: draft.aliases.map((alias) => ({
      text: text(alias.text),
      ...(alias.caseSensitive === true ? { caseSensitive: true } : {}),
    })),
    domains: draft.domains.map((domain) => siteAddress(domain) ?? domain.trim()),
    excludedForms: draft.excludedForms && [...new Set(draft.excludedForms.map(foldName))],
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
  for (const domain of brand.domains) owners.domains.set(siteKey(domain), brand.name);
}

/** Errors of one draft. `owners` must not include the edited brand. */
export function brandProblems(draft: BrandDraft, owners: BrandOwners): readonly BrandProblem[] {
  const problems: BrandProblem[] = [];
  const seen = new Map<string, string>();
  const checkName = (field: string, text: string, exact: boolean): void => {
    const folded = foldName(text);
    if (text.trim() !== '' && !/[\p{L}\p{N}]/u.test(folded)) {
      problems.push({
        field,
        message: `“${text.trim()}” has no letter or digit, and cannot be found in answers.`,
      });
      return;
    }
    if (folded === '') {
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
    const read = readSiteAddress(text);
    if (typeof read === 'string') {
      problems.push({ field, message: addressProblem(text, read) });
      return;
    }
    const { address } = read;
    const key = siteKey(address);
    if (owners.domains.has(key))
      problems.push({
        field,
        message: `${address} already belongs to ${owners.domains.get(key)}. A domain can belong to one brand only.`,
      });
    else if (domains.has(key))
      problems.push({ field, message: `${address} is listed twice in this brand. Remove one of the two.` });
    domains.add(key);
  });
  return problems;
}

const addressProblem = (text: string, problem: 'invalid' | 'parameters'): string =>
  problem === 'invalid'
    ? `“${text}” is not a domain. Enter one such as example.com, or remove its line.`
    : `“${text}” is one page with parameters. Enter a host, or a host and a path, such as example.com/shop.`;

/** Asks before a whole host that strangers share is marked; null where there is nothing to ask. */
export function sharedDomain(domain: string): BrandProblem | null {
  const parts = sharedAddress(domain);
  const address = siteAddress(domain);
  if (parts === null || address === null) return null;
  const part = parts === 'subdomain' ? `name.${address}` : `${address}/name`;
  return {
    field: 'domain',
    message: `${address} is shared by many: every page on it would count. Mark the part that is meant, such as ${part}, by adding it to a brand.`,
  };
}

/** What has to be confirmed: addresses where strangers have pages too, which would all count for the brand. */
export function sharedAddresses(
  { name, domains }: BrandDraft,
  before: readonly string[] = [],
): readonly BrandProblem[] {
  const known = new Set(before.map(siteKey));
  const own = name.toLowerCase().replace(/[^a-z0-9]+/g, '') || 'name';
  return domains.flatMap((domain, index) => {
    const parts = sharedAddress(domain);
    if (parts === null || known.has(siteKey(domain))) return [];
    const address = siteAddress(domain) ?? domain;
    const part = parts === 'subdomain' ? `${own}.${address}` : `${address}/${own}`;
    return [
      {
        field: `domains.${index}`,
        message: `${address} is shared by many: every page on it would count for ${name}. Enter the part that belongs to ${name}, such as ${part}.`,
      },
    ];
  });
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
      const other = domains.get(siteKey(domain));
      if (other !== undefined) return `${domain} would belong to both ${other.name} and ${brand.name}.`;
      domains.set(siteKey(domain), brand);
    }
  }
  return null;
}
