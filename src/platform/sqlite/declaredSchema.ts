import type { Database } from 'better-sqlite3';
import { type Migration, userVersion } from './migrate.ts';
import { connectDatabase } from './open.ts';

type SchemaRow = {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
};

/** Far more than any version declares; the rest is ignored. */
const maxDeclarations = 1000;

/**
 * The tables, indexes, triggers and views (kind and name) that differ from those of this file's version. SQLite
 * checks stored data, not the text of declarations: a flipped bit in a column name goes unnoticed until a
 * statement uses that column.
 * @param version by default the one that the header states
 */
export function alteredDeclarations(
  db: Database,
  migrations: readonly Migration[],
  version = userVersion(db),
): readonly string[] {
  const last = migrations.findIndex((step) => step.version === version || step.replaces === version);
  // Files of a newer program, or of another one, are checked elsewhere.
  if (last < 0) return [];
  const steps = migrations.slice(0, last + 1);
  const expected = declared(steps);
  const found = schemaOf(db);
  const names = new Set([...expected.keys(), ...found.keys()]);
  return [...names].filter((name) => expected.get(name) !== found.get(name)).sort();
}

function declared(steps: readonly Migration[]): ReadonlyMap<string, string> {
  const db = connectDatabase(':memory:');
  try {
    for (const { sql } of steps) db.exec(sql);
    return schemaOf(db);
  } finally {
    db.close();
  }
}

/** What is not of SQLite's own making, as a condition on `sqlite_schema`. */
export const isDeclared = `NOT (type = 'index' AND sql IS NULL AND name LIKE 'sqlite\\_autoindex\\_%' ESCAPE '\\')
  AND sql IS NOT 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'
  AND sql IS NOT 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'`;

/**
 * By kind and name, because a trigger may have the name of a table. SQLite's own objects are not included. Tables
 * are compared by what SQLite parsed as well: what stands behind a NUL in a declaration is text for us, but not for
 * SQLite.
 */
function schemaOf(db: Database): ReadonlyMap<string, string> {
  const parsed = parsedTables(db);
  const rows = db
    .prepare<[], SchemaRow>(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema
       WHERE ${isDeclared}
       LIMIT ${maxDeclarations}`,
    )
    .all();
  return new Map(
    rows.map(({ type, name, tbl_name, sql }) => [
      `${type} ${name}`,
      `${tbl_name} ${sql === null ? '' : unformatted(sql)} ${parsed.get(name) ?? ''}`,
    ]),
  );
}

/** Columns, references and indexes of each table and view, as SQLite understands them. */
function parsedTables(db: Database): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const columns of [
    't.type, t.wr, t.strict, x.* FROM pragma_table_list t, pragma_table_xinfo(t.name) x',
    'f.* FROM pragma_table_list t, pragma_foreign_key_list(t.name) f',
    'i."unique", i.origin, i.partial, x.* FROM pragma_table_list t, pragma_index_list(t.name) i, pragma_index_xinfo(i.name) x',
  ]) {
    const rows = db
      .prepare<[], [string]>(
        `SELECT t.name, ${columns} WHERE t.schema = 'main' LIMIT ${100 * maxDeclarations}`,
      )
      .raw();
    for (const [name, ...values] of rows.iterate())
      found.set(name, `${found.get(name) ?? ''}${JSON.stringify(values)}`);
  }
  return found;
}

/**
 * Removes comments, and differences between a table created in one step and one that got columns or its name
 * later. Quoted text stays unchanged.
 */
function unformatted(sql: string): string {
  return sql
    .replace(
      /('(?:[^']|'')*')|(?:--[^\n]*|\/\*[\s\S]*?\*\/|\s)+/g,
      (_, text: string | undefined) => text ?? ' ',
    )
    .replaceAll(' ,', ',')
    .replace(/^CREATE TABLE "(\w+)"/, 'CREATE TABLE $1')
    .replace(/ \)(?= STRICT)/, ')');
}
