import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { HistoryFailure } from '../store/failures.ts';
import { refuseStrangeTables } from '../store/strangeObjects.ts';
import { openForReading } from './openForReading.ts';
import type { SqlValue } from './protocol.ts';
import type { addTextFunctions } from './textFunctions.ts';

/** Why a statement is not run, with SQLite's message if SQLite found the error. */
export class QueryRefusal extends Error {
  override readonly name = 'QueryRefusal';
}

export type ReadOnlyQuery = {
  readonly columns: readonly string[];
  readonly rows: Iterator<readonly SqlValue[]>;
  readonly close: () => void;
};

/**
 * Runs one read-only statement on a connection that cannot write: the file is opened read-only, and statements
 * that write elsewhere (VACUUM INTO, ATTACH of a new file) return no rows and are refused before they run.
 * @param addFunctions that read payloads, for a statement that uses one
 */
export function openReadOnlyQuery(
  file: string,
  sql: string,
  addFunctions: typeof addTextFunctions | null,
): ReadOnlyQuery {
  if (!existsSync(file))
    throw new HistoryFailure(
      'NOT_FOUND',
      `No history found at ${file}. Ask a question first, or choose a data folder with --data.`,
    );
  const db = openForReading(file);
  const texts = addFunctions?.(db, file);
  try {
    refuseStrangeTables(db, file);
    db.pragma('query_only = ON');
    const statement = prepare(db, sql);
    if (!statement.reader || !statement.readonly)
      throw new QueryRefusal('This statement was not run: "parallax sql" is read-only. Use SELECT.');
    const columns = distinctNames(statement.columns().map(({ name }) => name));
    statement.raw(true).safeIntegers(true);
    const rows = sqlRows(statement);
    const close = (): void => {
      // A connection that still returns rows cannot be closed.
      rows.return(undefined);
      db.close();
      texts?.close();
    };
    return { columns, rows, close };
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepare(db: Database.Database, sql: string): Database.Statement {
  try {
    return db.prepare(sql);
  } catch (error) {
    // Damage and locks are not errors of the statement.
    if (error instanceof Database.SqliteError && error.code !== 'SQLITE_ERROR') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new QueryRefusal(`The statement failed: ${reason}.`);
  }
}

const faultsOfStatement: ReadonlySet<string> = new Set(['SQLITE_ERROR', 'SQLITE_MISMATCH', 'SQLITE_TOOBIG']);

function* sqlRows(statement: Database.Statement): Generator<readonly SqlValue[], undefined> {
  try {
    for (const row of statement.iterate()) yield Array.isArray(row) ? row.map(sqlValue) : [];
  } catch (error) {
    // An error in a row, such as a wrong function argument or a limit that is not a number.
    if (error instanceof Database.SqliteError && faultsOfStatement.has(error.code))
      throw new QueryRefusal(`The statement failed: ${error.message}.`);
    throw error;
  }
}

function sqlValue(value: unknown): SqlValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (Buffer.isBuffer(value)) return value.toString('base64');
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** A join may return two columns of the same name; as object keys, the second would replace the first. */
function distinctNames(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  });
}
