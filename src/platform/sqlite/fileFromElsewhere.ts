import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { type Database, SqliteError } from 'better-sqlite3';

/**
 * A column (`brands.name`) with a value that is not of its type, such as bytes in a column of text: SQLite checks what
 * is written to a strict table, but hands out what a file made by other means holds. Null if there is none. Reads every
 * row that is not damaged, but not the long values.
 */
export function mistypedColumn(db: Database): string | null {
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict`,
    )
    .pluck();
  const columnsOf = db.prepare<{ table: string }, { name: string; type: string }>(
    'SELECT name, type FROM pragma_table_info(@table)',
  );
  for (const table of tables.all()) {
    const isFound = (where: string): boolean => {
      try {
        return db.prepare(`SELECT 1 FROM ${quoted(table)} WHERE ${where} LIMIT 1`).get() !== undefined;
      } catch (error) {
        // A damaged page makes its own rows unreadable, and no others.
        if (isDamage(error)) return false;
        throw error;
      }
    };
    const columns = columnsOf.all({ table }).map(({ name, type }) => ({ name, where: mistyped(name, type) }));
    if (!isFound(columns.map(({ where }) => where).join(' OR '))) continue;
    return `${table}.${columns.find(({ where }) => isFound(where))?.name ?? ''}`;
  }
  return null;
}

const isDamage = (error: unknown): boolean =>
  error instanceof SqliteError && /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(error.code);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Numbers stand before every text, text before all bytes; `typeof` does not read the value. */
function mistyped(name: string, type: string): string {
  const column = quoted(name);
  if (type === 'TEXT') return `typeof(${column}) = 'blob'`;
  return type === 'BLOB' ? `typeof(${column}) = 'text'` : `${column} >= ''`;
}

/**
 * Notes beside a database, when its program has closed it, that its values are those that this program wrote. Where the
 * note does not fit, the file came from elsewhere, or its program was killed.
 */
export function noteAsLeft(file: string): void {
  const identity = identityOf(file);
  if (identity === null || isAsLeft(file)) return;
  try {
    writeFileSync(noteOf(file), identity, { mode: 0o600 });
  } catch {
    // Without a note the values are checked again.
  }
}

export function isAsLeft(file: string): boolean {
  try {
    return readFileSync(noteOf(file), 'utf8') === identityOf(file);
  } catch {
    return false;
  }
}

const noteOf = (file: string): string => `${file}.left`;

/** A copied, unpacked or written file has another number or time of change, which nobody can choose in advance. */
function identityOf(file: string): string | null {
  const facts = statSync(file, { bigint: true, throwIfNoEntry: false });
  const hasLog = ['-wal', '-journal'].some(
    (log) => (statSync(file + log, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
  if (facts === undefined || hasLog) return null;
  return [facts.dev, facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].join(' ');
}
