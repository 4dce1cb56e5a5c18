import { hash } from 'node:crypto';
import { type Database, SqliteError } from 'better-sqlite3';
import { isDeclared } from '#platform/sqlite/declaredSchema.ts';
import { isAsLeft, mistypedColumn } from '#platform/sqlite/fileFromElsewhere.ts';
import { userVersion } from '#platform/sqlite/migrate.ts';
import { alteredSchema } from '../maintenance/schema.ts';
import { damagedFile, HistoryFailure } from './failures.ts';
import { migrations, newestDeclarations } from './migrations/list.ts';
import { isInUse } from './sessionLocks.ts';

/**
 * Rejects a file in which something stands in the place of a table, or whose tables and indexes are not those of its
 * version: a view is computed whenever it is read, a table that is not strict may hold anything, and an expression of a
 * column or an index is run. Cheap enough for every opening: the declarations of a current file are compared by a hash,
 * and values only where the file is not as this program left it.
 * @throws HistoryFailure HISTORY_CORRUPT
 */
export function refuseStrangeTables(db: Database, file: string): void {
  // Version and tables are those of one moment: another program may be migrating the file.
  db.transaction(() => refuseStrangeDeclarations(db, file)).deferred();
  refuseStrangeValues(db, file);
}

/** The first part, to be called in a transaction. */
export function refuseStrangeDeclarations(db: Database, file: string): void {
  const strange = strangeTables(db);
  if (strange.length > 0) throw strangeFile(file, strange);
  // The tables of an older file are compared before it is migrated.
  if (userVersion(db) === newestVersion && declarationsOf(db) !== newestDeclarations)
    refuseAlteredTables(db, file);
}

/** The second part. In a transaction, a damaged page would make its end fail, and with it the opening. */
export function refuseStrangeValues(db: Database, file: string): void {
  // Whoever has it open has checked it.
  const mistyped = isAsLeft(file) || isInUse(file) ? null : mistypedColumn(db);
  if (mistyped !== null) throw strangeFile(file, [`values of ${mistyped}`]);
}

const strangeTables = (db: Database): readonly string[] =>
  db
    .prepare<[], string>(
      `SELECT type || ' ' || substr(name, 1, 100) FROM pragma_table_list WHERE schema = 'main' AND NOT (
         CASE type WHEN 'table' THEN strict OR name GLOB 'sqlite_*'
           WHEN 'view' THEN name GLOB 'view_*'
           WHEN 'virtual' THEN name = 'search_index'
           ELSE name GLOB 'search_index_*' END) LIMIT 3`,
    )
    .pluck()
    .all();

/**
 * Compares tables and indexes with those of the file's version, part by part, which takes some time.
 * @throws HistoryFailure HISTORY_CORRUPT
 */
export function refuseAlteredTables(db: Database, file: string): void {
  const altered = alteredNames(db, file).filter((name) => /^(?:table|index) /.test(name));
  if (altered.length > 0) throw strangeFile(file, altered.slice(0, 3));
}

function alteredNames(db: Database, file: string): readonly string[] {
  try {
    return alteredSchema(db);
  } catch (error) {
    // A declaration that SQLite does not understand, or a view of a column that is gone.
    if (error instanceof SqliteError && error.code === 'SQLITE_ERROR') throw damagedFile(file, error);
    throw error;
  }
}

const strangeFile = (file: string, objects: readonly string[]): HistoryFailure =>
  new HistoryFailure(
    'HISTORY_CORRUPT',
    `${file} is not built as Parallax builds its histories (${objects.map((name) => JSON.stringify(name.slice(0, 100))).join(', ')}): it is damaged, or another program changed it. Repair it with "parallax data repair". Nothing was changed.`,
  );

const newestVersion = migrations.at(-1)?.version;

/** Hash of all tables and indexes as they are declared; equal text is parsed by SQLite as ours is. */
export function declarationsOf(db: Database): string {
  const declared = db
    .prepare<[], string>(
      `SELECT json_array(type, name, tbl_name, hex(sql)) FROM sqlite_schema WHERE type IN ('table', 'index')
       AND ${isDeclared} ORDER BY type, name LIMIT 1000`,
    )
    .pluck();
  return hash('sha256', declared.all().join());
}

/** Replaces triggers and views that Parallax did not write, so that nothing of another program runs. */
export function keepOwnObjects(db: Database): void {
  const found = db.prepare<[], { type: string; name: string; sql: string }>(
    `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')`,
  );
  // Version and objects are those of one moment: another program may be migrating the file, or do the same.
  const now = () => {
    const [rows, own] = [found.all(), ownObjects(userVersion(db))];
    return {
      rows,
      own,
      isOwn: rows.length === own.size && rows.every(({ name, sql }) => own.get(name) === sql),
    };
  };
  if (db.transaction(() => now().isOwn).deferred()) return;
  db.transaction(() => {
    const { rows, own, isOwn } = now();
    if (isOwn) return;
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
