import type { BrandRule } from '../../model/comparison/samples.ts';
import { isWholeDomain, type SiteOf, siteKey, sitesOf } from '../addresses/sites.ts';

/** Whose the sites are, by the brands' addresses and the manual corrections. All sites as `siteKey`. */
export type OwnedSites = {
  readonly siteOf: SiteOf;
  readonly listed: ReadonlySet<string>;
  /** Whether the site of every page is its registrable domain. */
  readonly areDomains: boolean;
  readonly own: ReadonlySet<string>;
  readonly competitor: ReadonlySet<string>;
  /** The brand that lists the site. */
  readonly brandOf: (site: string) => BrandRule | undefined;
  /** Manual source types by site. */
  readonly types: ReadonlyMap<string, string>;
};

export function createOwnedSites(
  brands: readonly BrandRule[],
  marked: { readonly own: Iterable<string>; readonly competitor: Iterable<string> },
  sourceTypes: Iterable<readonly [site: string, type: string]>,
  watched: readonly string[] = [],
): OwnedSites {
  const brandOf = new Map<string, BrandRule>();
  for (const brand of brands)
    for (const domain of brand.domains)
      if (!brandOf.has(siteKey(domain))) brandOf.set(siteKey(domain), brand);
  const ofKind = (kind: BrandRule['kind']): readonly string[] =>
    [...brandOf].flatMap(([site, brand]) => (brand.kind === kind ? [site] : []));
  const own = new Set([...[...marked.own].map(siteKey), ...ofKind('own')]);
  const competitor = new Set([...[...marked.competitor].map(siteKey), ...ofKind('competitor')]);
  const types = new Map([...sourceTypes].map(([site, type]) => [siteKey(site), type]));
  const listed = new Set([
    ...brandOf.keys(),
    ...own,
    ...competitor,
    ...types.keys(),
    ...watched.map(siteKey),
  ]);
  return {
    siteOf: sitesOf(listed),
    listed,
    areDomains: [...listed].every(isWholeDomain),
    own,
    competitor,
    brandOf: (site) => brandOf.get(site),
    types,
  };
}

export const noOwnedSites: OwnedSites = createOwnedSites([], { own: [], competitor: [] }, []);
