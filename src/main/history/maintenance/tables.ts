import type { Database } from 'better-sqlite3';

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Names of regular tables: without views, virtual tables and SQLite's own. */
export function plainTables(db: Database): readonly string[] {
  return db
    .prepare<[], { name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
       AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .all()
    .map(({ name }) => name);
}

export function rowCount(db: Database, table: string): number {
  return db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.n ?? 0;
}

/** Contents of a database for comparison: rows of every table, and bytes of all payloads if there are any. */
export function contents(db: Database): string {
  const tables = plainTables(db);
  const rows = tables.map((table) => `${table} ${rowCount(db, table)}`).join(', ');
  if (!tables.includes('payloads')) return rows;
  const bytes = db
    .prepare<[], { n: number }>('SELECT ifnull(sum(raw_bytes + length(body)), 0) AS n FROM payloads')
    .get()?.n;
  return `${rows}, ${bytes} bytes`;
}
