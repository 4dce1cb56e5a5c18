import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { putInPlace } from '#platform/files.ts';
import { databaseTrouble } from '#platform/sqlite/databaseTrouble.ts';
import { takeFileLock } from '#platform/sqlite/fileLock.ts';
import { connectDatabase } from '#platform/sqlite/open.ts';
import { storedKey } from '../postgres/tasksTable.ts';
import { newestVersion, openDatabase } from '../sqlite/openDatabase.ts';
import { StoreError } from '../storeError.ts';
import { countedColumns, type MovedTable, movedTables, type SumsOfStore, sumsOfStore } from './moveTables.ts';

/** A value in the form of both stores. */
export type Cell = string | number | Buffer | null;
export type MovedRow = readonly Cell[];

/** The file to move. Nobody else reads or writes it until it is closed. */
export type MoveSource = {
  readonly file: string;
  /** The file's permanent identity. */
  readonly mark: string;
  /** Changes with every write to the file. */
  readonly state: string;
  readonly count: (table: MovedTable) => number;
  /** Tasks that were running when the service ended. */
  readonly processing: () => number;
  readonly sums: () => SumsOfStore;
  /** The next batch of rows; `after` is the key of the last row. */
  readonly rowsAfter: (table: MovedTable, after: MovedRow | null) => readonly MovedRow[];
  /** The next number of each sequence. */
  readonly nextNumbers: () => readonly (readonly [table: string, column: string, next: number])[];
  /** Closes and renames the file, so that no service starts on it; returns the new name. */
  readonly setAside: (now: number) => string;
  readonly close: () => void;
};

const markName = 'move';
/** Pages and results may be long: a batch has at most this many characters. */
const largestBatch = 4_000_000;
const maxRows = 1_000;

/**
 * Opens the database of a stopped service, and locks out everybody else.
 * @throws StoreError if it is missing, in use or damaged
 */
export function openMoveSource(file: string): MoveSource {
  if (!existsSync(file)) throw new StoreError('STORE_UNREADABLE', `There is no service database ${file}`);
  const lock = takeFileLock(join(dirname(file), 'service.lock'));
  if (lock === null)
    throw new StoreError('STORE_LOCKED', `A service is running on ${file}. Stop it and try again`);
  try {
    const mark = prepare(file);
    const { counter, pages } = headerOf(file);
    const db = exclusive(file);
    let open = true;
    const close = (): void => {
      if (!open) return;
      open = false;
      db.close();
    };
    return {
      file,
      mark,
      state: `${counter}:${pages}`,
      ...reading(db),
      setAside: (now) => {
        close();
        const moment = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
        const aside = join(dirname(file), `${basename(file, '.db')}.moved-${moment}.db`);
        putInPlace(file, aside);
        return aside;
      },
      close: () => {
        close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Migrates the file to the current schema, merges its log into it, and marks it. A file that nobody has opened
 * since stays unchanged, byte for byte, which is how a continued move recognizes it.
 */
function prepare(file: string): string {
  const { inOneFile, version } = headerOf(file);
  if (!inOneFile || version !== newestVersion) {
    const db = openDatabase(file);
    try {
      db.pragma('journal_mode = DELETE');
    } catch (error) {
      throw inUse(file, error);
    } finally {
      db.close();
    }
  }
  const db = connectDatabase(file, { fileMustExist: true, timeout: 0 });
  try {
    const there = db.prepare('SELECT value FROM notices WHERE name = @markName').pluck().get({ markName });
    if (typeof there === 'string') return there;
    const mark = randomUUID();
    db.prepare('INSERT INTO notices (name, value) VALUES (@markName, @mark)').run({ markName, mark });
    return mark;
  } catch (error) {
    throw inUse(file, error);
  } finally {
    db.close();
  }
}

function exclusive(file: string): Database {
  const db = connectDatabase(file, { fileMustExist: true, timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    // Whoever opened it meanwhile has a log beside it again.
    if (db.pragma('journal_mode', { simple: true }) !== 'delete') throw inUse(file);
    return db;
  } catch (error) {
    db.close();
    throw inUse(file, error);
  }
}

function inUse(file: string, cause?: unknown): unknown {
  if (cause !== undefined && databaseTrouble(cause) !== 'locked') return cause;
  return new StoreError('STORE_LOCKED', `Another program has ${file} open. Close it and try again`, cause);
}

/**
 * By https://www.sqlite.org/fileformat.html, 1.3. Read while SQLite does not have the file open, because
 * closing it would release SQLite's locks.
 */
function headerOf(file: string) {
  const header = Buffer.alloc(100);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return {
    inOneFile: header[18] === 1,
    counter: header.readUInt32BE(24),
    pages: header.readUInt32BE(28),
    version: header.readUInt32BE(60),
  };
}

function reading(
  db: Database,
): Pick<MoveSource, 'count' | 'processing' | 'sums' | 'rowsAfter' | 'nextNumbers'> {
  const number = (sql: string): number => Number(db.prepare(sql).pluck().get() ?? 0);
  const readers = new Map(
    movedTables.map((table) => {
      const { name, key, columns } = table;
      const order = `ORDER BY ${key.join(', ')} LIMIT @limit`;
      const all = `SELECT ${columns.map(([column, , inSqlite = column]) => inSqlite).join(', ')} FROM ${name}`;
      const after = `(${key.join(', ')}) > (${key.map((_, index) => `@key${index}`).join(', ')})`;
      const first = db.prepare<[object], Cell[]>(`${all} ${order}`).raw();
      const further = db.prepare<[object], Cell[]>(`${all} WHERE ${after} ${order}`).raw();
      return [table, { first, further }];
    }),
  );
  return {
    count: ({ name }) => number(`SELECT count(*) FROM ${name}`),
    processing: () => number("SELECT count(*) FROM tasks WHERE state = 'PROCESSING'"),
    sums: () => db.prepare<[], SumsOfStore>(sumsOfStore).get() as SumsOfStore,
    rowsAfter: (table, after) => {
      const { first, further } = readers.get(table) ?? {};
      const values = Object.fromEntries((after ?? []).map((value, index) => [`key${index}`, value]));
      const found = (after === null ? first : further)?.iterate({ ...values, limit: maxRows }) ?? [];
      const rows: MovedRow[] = [];
      let size = 0;
      for (const row of found) {
        rows.push(row.map((cell, index) => asStored(cell, table.columns[index]?.[0])));
        for (const cell of row) size += typeof cell === 'number' ? 8 : (cell?.length ?? 0);
        if (size > largestBatch) break;
      }
      return rows;
    },
    nextNumbers: () =>
      countedColumns.map(([table, column]) => {
        const given = number(`SELECT max(seq) FROM sqlite_sequence WHERE name = '${table}'`);
        return [table, column, Math.max(given, number(`SELECT max(${column}) FROM ${table}`)) + 1];
      }),
  };
}

/** PostgreSQL's texts cannot contain NUL: in callers' keys the store replaces it. */
function asStored(cell: Cell, column: string | undefined): Cell {
  if (typeof cell !== 'string') return cell;
  return column === 'idempotency_key' ? storedKey(cell) : cell.replaceAll('\0', '\uFFFD');
}
