import type { Database } from 'better-sqlite3';
import { brandId } from '#shared/text/brands/brandDecisions.ts';

/**
 * SQL of the name and kind of a mentioned brand. One that was detected and then accepted has no row in `brands`, only
 * a decision. Expects `brand_keys k`, `replays v` and `brands b`, which may be missing.
 */
export function mentionedBrand(db: Database): { readonly name: string; readonly kind: string } {
  db.function('brand_id', { deterministic: true }, (name: unknown) => brandId(String(name)));
  const accepted = (part: 'name' | 'as'): string =>
    `(SELECT d.detail ->> '${part}' FROM brand_decisions d WHERE d.project_id = v.project_id AND d.kind = 'accept'
       AND brand_id(d.detail ->> 'name') = k.uid ORDER BY d.id DESC LIMIT 1)`;
  return {
    name: `coalesce(b.name, ${accepted('name')}, k.uid)`,
    kind: `coalesce(b.kind, ${accepted('as')})`,
  };
}
