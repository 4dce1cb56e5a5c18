import { namesOf } from '#shared/analysis/brandDecisions.ts';
import { foldName } from '#shared/analysis/folding.ts';
import type { BrandBookView } from '#shared/model/brand.ts';
import { decisionLabel } from '#shared/report/brandLabels.ts';
import type { StoredBrandRules } from '../history/store/operations/brandRules.ts';
import { brandsNow, brandsUnmerged } from './brandChanges.ts';

/** The rules as windows and terminals show them: brands after all decisions, decisions newest first. */
export function viewOf(rules: StoredBrandRules): BrandBookView {
  const unmerged = new Map(brandsUnmerged(rules).map((brand) => [brand.id, brand]));
  const brands = brandsNow(rules);
  const nameOf = (id: string): string | null => brands.find((brand) => brand.id === id)?.name ?? null;
  return {
    version: rules.version,
    madeAtMs: rules.madeAtMs,
    brands: brands.map((brand) => {
      const own = unmerged.get(brand.id);
      const names = new Set(own ? namesOf(own) : []);
      return {
        id: brand.id,
        name: brand.name,
        kind: brand.kind,
        aliases: brand.aliases.map((alias) => ({ ...alias, merged: !names.has(foldName(alias.text)) })),
        domains: brand.domains.map((domain) => ({
          domain,
          merged: own?.domains.includes(domain) !== true,
        })),
      };
    }),
    decisions: rules.decisions
      .map(({ uid, decision, madeAtMs }) => ({
        id: uid,
        decision,
        words: decisionLabel(decision, nameOf),
        madeAtMs,
      }))
      .reverse(),
  };
}
