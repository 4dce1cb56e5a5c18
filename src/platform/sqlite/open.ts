import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import Database from 'better-sqlite3';
import {
  assertInOrder,
  backUpBeforeMigrating,
  type DatabaseFile,
  DatabaseRefusal,
  migrate,
  refuseForeign,
} from './migrate.ts';

if (!isMainThread) loadAddon();

/**
 * Loads SQLite with the modules of a thread, not with its first database: a thread is ended only once its modules are
 * loaded, and one that is ended while it loads an addon aborts the program.
 */
function loadAddon(): void {
  try {
    new Database(':memory:').close();
  } catch {
    // The first database says why.
  }
}

/**
 * A connection that does not trust the file: triggers and views cannot use functions with side effects or
 * virtual tables of the schema, and every page is checked before it is read
 * (https://www.sqlite.org/security.html). better-sqlite3 already enables defensive mode, which prevents SQL
 * from writing to the schema and to the tables of the full-text index.
 */
export function connectDatabase(file: string | Buffer, options: Database.Options = {}): Database.Database {
  const db = new Database(file, options);
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  return db;
}

/** A connection beside the writer; each of its transactions sees everything committed before. */
export function connectReader(file: string): Database.Database {
  const db = connectDatabase(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  db.pragma('query_only = ON');
  return db;
}

export type OpenedDatabase = {
  readonly db: Database.Database;
  /** Versions before and after opening; equal if nothing was migrated. */
  readonly fromVersion: number;
  readonly version: number;
  /** The copy made before migrating, if one was made. */
  readonly backupFile: string | null;
};

/**
 * Opens a database for writing, creates it and its folder if necessary, and migrates it to the newest version.
 * A commit survives a power failure. Several programs may do this at once: SQLite's lock decides which one
 * migrates.
 * @throws DatabaseRefusal for a file that must not be changed; errors of SQLite and of the file system
 */
export function openDatabaseFile(options: DatabaseFile): OpenedDatabase {
  const { file, steps } = options;
  assertInOrder(steps);
  // Client data is private to the user.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const existed = existsSync(file);
  const inode = inodeOf(file);
  let db: Database.Database | undefined;
  try {
    db = connectDatabase(file, { timeout: options.busyTimeoutMs });
    if (!existed && options.pageSize !== undefined) db.pragma(`page_size = ${options.pageSize}`);
    const fromVersion = refuseForeign(db, options);
    // A version that was set to zero is damage; an empty file has nothing to check.
    if (fromVersion > 0 || db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) options.check?.(db);
    writeAhead(db, options.busyTimeoutMs);
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma(`cache_size = -${options.cacheKibibytes}`);
    db.pragma(`wal_autocheckpoint = ${options.checkpointPages}`);
    const backupFile = options.backup === false ? null : backUpBeforeMigrating(db, options, fromVersion);
    migrate(db, options);
    // A read-only file opens without an error and fails at the first write, so report it now.
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    // Another program may have replaced the file while this one waited for its lock.
    const inodeNow = inodeOf(file);
    if (existed && inodeNow !== inode) {
      if (inodeNow === null) throw new DatabaseRefusal('moved', fromVersion, fromVersion);
      db.close();
      return openDatabaseFile(options);
    }
    return { db, fromVersion, version: steps.at(-1)?.version ?? 0, backupFile };
  } catch (error) {
    db?.close();
    throw accessReason(error, file);
  }
}

/**
 * Turns on the write-ahead log. SQLite does not wait for the lock of another program that does the same in a new
 * file, because each could wait for the other: it answers at once that the file is locked.
 */
function writeAhead(db: Database.Database, busyTimeoutMs: number): void {
  const untilMs = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      db.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const isLocked = error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY';
      if (!isLocked || performance.now() >= untilMs) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

function inodeOf(file: string): bigint | null {
  return statSync(file, { throwIfNoEntry: false, bigint: true })?.ino ?? null;
}

/**
 * SQLite reports "cannot open" if it may not create the -wal and -shm files; the file system knows the reason.
 */
export function accessReason(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_CANTOPEN')) return error;
  try {
    accessSync(dirname(file), constants.W_OK);
    if (existsSync(file)) accessSync(file, constants.W_OK);
    return error;
  } catch (refusal) {
    return refusal;
  }
}

/** Deletes a database that nobody has open, with its -wal and -shm files. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}
