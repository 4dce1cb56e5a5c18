import type Database from 'better-sqlite3';
import { type Migration, userVersion } from '#platform/sqlite/migrate.ts';
import { connectDatabase } from '#platform/sqlite/open.ts';
import { HistoryFailure } from '../store/failures.ts';
import { migrations } from '../store/migrations/list.ts';

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
export function alteredSchema(db: Database.Database, version = userVersion(db)): readonly string[] {
  const last = migrations.findIndex((step) => step.version === version || step.replaces === version);
  // Files of a newer program, or of another one, are checked elsewhere.
  if (last < 0) return [];
  const steps = migrations.slice(0, last + 1);
  const expected = declared(steps);
  const found = schemaOf(db);
  const names = new Set([...expected.keys(), ...found.keys()]);
  return [...names].filter((name) => expected.get(name) !== found.get(name)).sort();
}

/**
 * The version whose tables a file has, if its header states another one. Null if the header is right, and for tables
 * that cannot be read or are those of no version.
 */
export function otherVersion(db: Database.Database): number | null {
  // In one transaction: another program may be migrating the file, and the tables would be newer than the version read.
  return db.transaction(() => otherVersionNow(db)).deferred();
}

function otherVersionNow(db: Database.Database): number | null {
  const stored = userVersion(db);
  const isStated = ({ version, replaces }: Migration): boolean => version === stored || replaces === stored;
  const fits = ({ version }: Migration): boolean => alteredSchema(db, version).length === 0;
  try {
    if (migrations.some((step) => isStated(step) && fits(step))) return null;
    return migrations.findLast((step) => !isStated(step) && fits(step))?.version ?? null;
  } catch {
    return null;
  }
}

/** Whether `otherVersion` finds one. False for a file that cannot be opened. */
export function misstatesVersion(file: string): boolean {
  let db: Database.Database | undefined;
  try {
    db = connectDatabase(file, { readonly: true, fileMustExist: true });
    return otherVersion(db) !== null;
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

/**
 * Rejects a foreign file whose tables, views, triggers or indexes are not exactly those of its version, so that
 * nothing in it can execute. Call before reading anything else from it.
 * @throws HistoryFailure HISTORY_CORRUPT
 */
export function refuseAlteredSchema(db: Database.Database, file: string): void {
  const altered = alteredSchema(db);
  if (altered.length === 0) return;
  const named = altered.slice(0, 3).map((name) => JSON.stringify(name.slice(0, 100)));
  throw new HistoryFailure(
    'HISTORY_CORRUPT',
    `${file} is not built as Parallax builds its histories (${named.join(', ')}${altered.length > 3 ? ' …' : ''}): it is damaged, or another program changed it. Nothing was changed.`,
  );
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
function schemaOf(db: Database.Database): ReadonlyMap<string, string> {
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
function parsedTables(db: Database.Database): ReadonlyMap<string, string> {
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
