import Database from 'better-sqlite3';
import { migrations } from '../store/migrations/list.ts';
import type { Migration } from '../store/migrations/migration.ts';

type SchemaRow = {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
};

/**
 * Names of the tables, indexes, triggers and views that are not as the steps of this file's version make them. SQLite
 * checks what is stored, not the words it is declared by: a bit that tips over in the name of a column goes unseen until
 * a statement asks for that column.
 */
export function alteredSchema(db: Database.Database): readonly string[] {
  const version = Number(db.pragma('user_version', { simple: true }));
  const last = migrations.findIndex((step) => step.version === version || step.replaces === version);
  // A file of a newer program, or none of ours, is judged elsewhere.
  if (last < 0) return [];
  const steps = migrations.slice(0, last + 1);
  const expected = declared(steps);
  const found = schemaOf(db);
  const names = new Set([...expected.keys(), ...found.keys()]);
  return [...names].filter((name) => expected.get(name) !== found.get(name)).sort();
}

function declared(steps: readonly Migration[]): ReadonlyMap<string, string> {
  const db = new Database(':memory:');
  try {
    for (const { sql } of steps) db.exec(sql);
    return schemaOf(db);
  } finally {
    db.close();
  }
}

/** What SQLite and its full-text index keep for themselves is left to them. */
function schemaOf(db: Database.Database): ReadonlyMap<string, string> {
  const rows = db
    .prepare<[], SchemaRow>(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'search\\_index\\_%' ESCAPE '\\'`,
    )
    .all();
  return new Map(
    rows.map(({ type, name, tbl_name, sql }) => [name, `${type} ${tbl_name} ${unformatted(sql)}`]),
  );
}

/** Without what differs between a table that was declared at once and one that got columns or its name later. */
function unformatted(sql: string): string {
  return sql
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replace(/^CREATE TABLE "(\w+)"/, 'CREATE TABLE $1')
    .replace(/ \)(?= STRICT)/, ')');
}
