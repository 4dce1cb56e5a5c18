import type { Database } from 'better-sqlite3';
import { nearest } from '#shared/nearest.ts';
import type { SearchFilter } from '#shared/search/query.ts';
import { foldName } from '#shared/text/words/folding.ts';
import { createPastBrands } from '../threads/derivation/rangeFacts.ts';
import { callsOf } from './namedBrands.ts';

/** Maximum names in a list. */
const most = 8;

/**
 * The error of a `brand:` filter with an unknown name, checked against the newest and the current rules: a
 * renamed brand is found by its old name until its answers are recomputed.
 */
export function createUnknownBrands(db: Database) {
  const versions = db
    .prepare<{ uid: string | null }, number>(
      `SELECT v.version FROM brand_rule_versions v JOIN projects p ON p.id = v.project_id
       WHERE p.removed_at_ms IS NULL AND p.uid = ifnull(@uid, p.uid) AND (
         v.version IN (SELECT rules_version FROM replays WHERE state IN ('current', 'running'))
         OR v.version = (SELECT max(version) FROM brand_rule_versions w WHERE w.project_id = v.project_id))
       ORDER BY v.version DESC`,
    )
    .pluck();
  const brandsOf = createPastBrands(db);
  /** @param project its uid; all projects' brands if absent */
  return ({ field, value }: SearchFilter, project: string | undefined): string | null => {
    if (field !== 'brand') return null;
    const brands = versions.all({ uid: project ?? null }).flatMap(brandsOf);
    const calls = brands.flatMap(callsOf);
    const wanted = foldName(value);
    if (calls.some((call) => foldName(call) === wanted)) return null;
    if (brands.length === 0) return `No brand "${value}": the list is empty. Add your brands under Brands.`;
    const near =
      nearest(value, calls) ?? calls.find((call) => wanted !== '' && foldName(call).startsWith(wanted));
    if (near !== undefined) return `No brand "${value}". Did you mean "${near}"?`;
    const names = [...new Set(brands.map(({ name }) => name))];
    const more = names.length > most ? ` and ${names.length - most} more` : '';
    return `No brand "${value}". Listed brands: ${names.slice(0, most).join(', ')}${more}.`;
  };
}
