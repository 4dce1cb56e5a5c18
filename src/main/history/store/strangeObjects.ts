import type { Database } from 'better-sqlite3';
import { userVersion } from '#platform/sqlite/migrate.ts';
import { HistoryFailure } from './failures.ts';
import { migrations } from './migrations/list.ts';

/**
 * Rejects a file in which something stands in the place of a table: a view is computed whenever it is read, and a
 * table that is not strict may hold anything. Cheap enough for every opening; files from elsewhere are compared with
 * the schema of their version as well (`refuseAlteredSchema`).
 * @throws HistoryFailure HISTORY_CORRUPT
 */
export function refuseStrangeTables(db: Database, file: string): void {
  const strange = db
    .prepare<[], string>(
      `SELECT type || ' ' || substr(name, 1, 100) FROM pragma_table_list WHERE schema = 'main' AND NOT (
         CASE type WHEN 'table' THEN strict OR name GLOB 'sqlite_*'
           WHEN 'view' THEN name GLOB 'view_*'
           WHEN 'virtual' THEN name = 'search_index'
           ELSE name GLOB 'search_index_*' END) LIMIT 3`,
    )
    .pluck()
    .all();
  if (strange.length === 0) return;
  throw new HistoryFailure(
    'HISTORY_CORRUPT',
    `${file} is not built as Parallax builds its histories (${strange.map((name) => JSON.stringify(name)).join(', ')}): it is damaged, or another program changed it. Repair it with "parallax data repair". Nothing was changed.`,
  );
}

/** Replaces triggers and views that Parallax did not write, so that nothing of another program runs. */
export function keepOwnObjects(db: Database): void {
  const own = ownObjects(userVersion(db));
  const found = db.prepare<[], { type: string; name: string; sql: string }>(
    `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')`,
  );
  const isOwn = (rows: ReturnType<typeof found.all>): boolean =>
    rows.length === own.size && rows.every(({ name, sql }) => own.get(name) === sql);
  if (isOwn(found.all())) return;
  db.transaction(() => {
    // Read again under the write lock, because another program may do the same.
    const rows = found.all();
    if (isOwn(rows)) return;
    for (const { type, name } of rows) db.exec(`DROP ${type} "${name.replaceAll('"', '""')}"`);
    for (const sql of own.values()) db.exec(sql);
  }).immediate();
}

/** Triggers and views of a version by name, from the text of our migrations. */
function ownObjects(version: number): ReadonlyMap<string, string> {
  const objects = new Map<string, string>();
  for (const { sql } of migrations.filter((step) => step.version <= version || step.replaces === version))
    for (const [, trigger, view, dropped] of sql.matchAll(
      /^(CREATE TRIGGER[\s\S]*?^END);|^(CREATE VIEW[\s\S]*?);$|^DROP (?:TRIGGER|VIEW) (\w+)/gm,
    )) {
      const created = trigger ?? view;
      const name = dropped ?? created?.split(/\s+/, 3)[2] ?? '';
      if (created === undefined) objects.delete(name);
      else objects.set(name, created);
    }
  return objects;
}
