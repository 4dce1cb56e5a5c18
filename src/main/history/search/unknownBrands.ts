import type { Database } from 'better-sqlite3';
import { foldName } from '#shared/analysis/folding.ts';
import { nearest } from '#shared/search/nearest.ts';
import type { SearchFilter } from '#shared/search/query.ts';
import { createPastBrands } from '../threads/derivation/rangeFacts.ts';
import { callsOf } from './namedBrands.ts';

/** Names shown of a list: more would be read by nobody. */
const most = 8;

/**
 * Says what is wrong with a filter `brand:` whose name no brand has, by the newest rules and by those in force: a
 * brand that was just renamed is found by its old name until its answers are looked through again.
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
  /** @param project its uid; brands of all projects when absent */
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
