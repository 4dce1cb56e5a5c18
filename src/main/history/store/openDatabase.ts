import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { classifyFailure, HistoryFailure } from './failures.ts';
import { migrations } from './migrations/list.ts';
import { assertInOrder, isKnownVersion, type Migration } from './migrations/migration.ts';

/** "PRLX": tells a Parallax history from any other SQLite file. */
export const applicationId = 0x50524c58;

export type OpenedDatabase = {
  readonly db: Database.Database;
  /** Versions before and after opening; equal when nothing had to be migrated. */
  readonly fromVersion: number;
  readonly version: number;
  /** The copy made before migrating, where there was something to copy. */
  readonly backupFile: string | null;
};

/**
 * Opens, checks and migrates the history. Two programs may do so at once: SQLite's lock decides who migrates.
 * @param busyTimeoutMs how long to wait for another program's lock
 * @throws HistoryFailure or a SQLite error, both understood by `classifyFailure`
 */
export function openDatabase(
  file: string,
  options: {
    readonly busyTimeoutMs?: number;
    readonly steps?: readonly Migration[];
    /** False for a file that is a copy itself. */
    readonly backup?: boolean;
  } = {},
): OpenedDatabase {
  const steps = options.steps ?? migrations;
  assertInOrder(steps);
  // What a person asked for a client is nobody else's business.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const existed = existsSync(file);
  const standing = placeOf(file);
  const db = connect(file, options.busyTimeoutMs ?? 5000);
  try {
    // A packed answer takes about 4 KB: of larger pages each would hold one and leave the rest of it empty.
    if (!existed) db.pragma('page_size = 2048');
    const fromVersion = checkIdentity(db, file, steps);
    db.pragma('journal_mode = WAL');
    // Answers were paid for and claims must not be forgotten: a commit survives a power cut.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    // Kibibytes: the indices of a hundred thousand answers. What is not used is not taken.
    db.pragma('cache_size = -65536');
    // Pages, 16 MB: written back to the file some times a minute while answers pour in, not many times a second.
    db.pragma('wal_autocheckpoint = 8000');
    const pending = steps.some((step) => step.version > fromVersion);
    const backupFile =
      existed && pending && fromVersion > 0 && options.backup !== false
        ? backUp(db, file, fromVersion)
        : null;
    if (pending) migrate(db, steps);
    else assertWritable(db);
    // A restore or compaction that ended while this one waited for its lock has put another file in the place.
    const now = placeOf(file);
    if (existed && now !== standing) {
      if (now === null)
        throw new HistoryFailure(
          'HISTORY_UNAVAILABLE',
          `The history ${file} was moved away just now: start Parallax again.`,
        );
      db.close();
      return openDatabase(file, options);
    }
    return { db, fromVersion, version: userVersion(db), backupFile };
  } catch (error) {
    db.close();
    throw reasonOf(error, file);
  }
}

/** Which file stands under this name. */
function placeOf(file: string): bigint | null {
  return statSync(file, { throwIfNoEntry: false, bigint: true })?.ino ?? null;
}

function connect(file: string, timeout: number): Database.Database {
  try {
    return new Database(file, { timeout });
  } catch (error) {
    throw reasonOf(error, file);
  }
}

/** SQLite "cannot open" a file whose helpers (-wal, -shm) it may not create: the system knows why. */
export function reasonOf(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_CANTOPEN')) return error;
  try {
    accessSync(dirname(file), constants.W_OK);
    if (existsSync(file)) accessSync(file, constants.W_OK);
    return error;
  } catch (refusal) {
    return refusal;
  }
}

function checkIdentity(db: Database.Database, file: string, steps: readonly Migration[]): number {
  const version = userVersion(db);
  const id = db.pragma('application_id', { simple: true });
  const tables = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM sqlite_schema').get()?.n ?? 0;
  if (tables > 0 && id !== applicationId) {
    throw new HistoryFailure(
      'HISTORY_CORRUPT',
      `The file ${file} is a database of another program: choose another data folder or move the file away. It was not changed.`,
    );
  }
  const newest = steps.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new HistoryFailure(
      'HISTORY_NEWER',
      `The history file ${file} was written by a newer version of Parallax (schema ${version}, this program knows ${newest}): update Parallax to open it. It was not changed.`,
    );
  }
  if (!isKnownVersion(steps, version))
    throw new HistoryFailure('HISTORY_OLDER', olderThanFirst(file, version));
  return version;
}

/** What to do with a file of a version before the first schema. */
export function olderThanFirst(file: string, version: number): string {
  return `${file} was written by a development version from before Parallax 0.1.0 (schema ${version}), which this program does not read: open it once with the last development version, as "Versions and backups" in docs/history-database.md says, or choose another data folder. It was not changed.`;
}

function userVersion(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** A whole copy beside the file; an earlier copy of the same version is as good and stays. */
function backUp(db: Database.Database, file: string, version: number): string {
  const target = `${file.replace(/\.db$/, '')}.v${version}.backup.db`;
  if (existsSync(target)) return target;
  // Under another name until it is whole: a killed program must not leave half a backup behind.
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  db.prepare('VACUUM INTO ?').run(unfinished);
  renameSync(unfinished, target);
  return target;
}

function migrate(db: Database.Database, steps: readonly Migration[]): void {
  for (const step of steps) {
    db.transaction(() => {
      // Read again under the write lock: another program may have migrated meanwhile.
      const version = userVersion(db);
      if (version >= step.version) return;
      if (version !== step.replaces) db.exec(step.sql);
      db.pragma(`application_id = ${applicationId}`);
      db.pragma(`user_version = ${step.version}`);
    }).immediate();
  }
  const broken = db.pragma('foreign_key_check');
  if (Array.isArray(broken) && broken.length > 0) {
    throw new HistoryFailure('HISTORY_CORRUPT', 'The history has references to rows that are not there.');
  }
}

/** A read-only file opens without complaint and fails at the first write; better to say so at once. */
function assertWritable(db: Database.Database): void {
  db.exec('BEGIN IMMEDIATE; ROLLBACK');
}

/** Full check of the file's structure; slow on a large history. */
export function integrityProblems(db: Database.Database, file: string): readonly string[] {
  try {
    const rows = db.prepare<[], { integrity_check: string }>('PRAGMA integrity_check(20)').all();
    return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  } catch (error) {
    return [classifyFailure(error, file).message];
  }
}
