import type { Database } from 'better-sqlite3';
import type { SavedSearch } from '#shared/model/search.ts';
import { newId } from '../store/ids.ts';
import { reads, writes } from '../store/operations/operation.ts';

/** Searches saved under a name. */
export function createSavedSearchOperations(db: Database) {
  const all = db.prepare<[], SavedSearch>(
    'SELECT uid AS id, name, text FROM saved_searches ORDER BY name COLLATE NOCASE, id',
  );
  const save = db.prepare<{ uid: string; name: string; text: string; createdAtMs: number }, { uid: string }>(
    `INSERT INTO saved_searches (uid, name, text, created_at_ms) VALUES (@uid, @name, @text, @createdAtMs)
     ON CONFLICT (text) DO UPDATE SET name = excluded.name RETURNING uid`,
  );
  const remove = db.prepare<{ uid: string }>('DELETE FROM saved_searches WHERE uid = @uid');
  return {
    'searches.list': reads(
      (_: Readonly<Record<string, never>>): { readonly searches: readonly SavedSearch[] } => ({
        searches: all.all(),
      }),
    ),
    'searches.save': writes(
      (input: {
        readonly name: string;
        readonly text: string;
        readonly nowMs: number;
      }): { readonly id: string } => {
        const uid = newId();
        return {
          id: save.get({ uid, name: input.name, text: input.text, createdAtMs: input.nowMs })?.uid ?? uid,
        };
      },
    ),
    'searches.remove': writes((input: { readonly id: string }): { readonly removed: boolean } => ({
      removed: remove.run({ uid: input.id }).changes > 0,
    })),
  };
}
