import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import { putInPlace } from '#platform/files.ts';
import { accessReason, connectDatabase, databaseTrouble } from '#platform/sqlite/open.ts';
import { HistoryFailure } from '../store/failures.ts';
import { createSessionLocks } from '../store/sessionLocks.ts';
import { isUndeclared, overlookDeclarations } from './declarations.ts';

const heldSentence = (file: string): string =>
  `Another program is using ${file}. Close all Parallax windows and commands that use this data, then try again. Nothing was changed.`;

/** A file that nobody else can read or write until it is let go. */
export type HeldFile = {
  /** Null when the file is damaged too much to be held; it is then only known that no Parallax has it open. */
  readonly db: Database.Database | null;
  readonly letGo: () => void;
};

/** Programs of ours hold a lock each; any other is found by asking SQLite for the file alone. */
export function refuseWhileInUse(file: string): void {
  const folder = join(dirname(file), 'sessions');
  const locks = createSessionLocks(folder);
  const sessions = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.lock')) : [];
  const living = sessions.filter((name) => !locks.isAbandoned(name.replace(/\.lock$/, '')));
  if (living.length > 0) throw new HistoryFailure('HISTORY_LOCKED', heldSentence(file));
}

/**
 * Holds a database: its journal is written back and left, which SQLite allows to nobody but the only user of a file,
 * so that it is one file from here on, and the lock stays until it is let go.
 * @param damaged also holds a file whose tables are not declared as they should be
 * @throws HistoryFailure HISTORY_LOCKED
 */
export function withExclusiveLock(file: string, { damaged = false } = {}): HeldFile {
  let db: Database.Database | null = null;
  try {
    db = connectDatabase(file, { timeout: 0, fileMustExist: true });
    if (damaged && isUndeclared(db)) overlookDeclarations(db);
    db.pragma('journal_mode = DELETE');
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
    // What was overlooked is seen again.
    db.pragma('writable_schema = RESET');
    const held = db;
    return { db: held, letGo: () => held.close() };
  } catch (error) {
    db?.close();
    if (databaseTrouble(error) === 'locked')
      throw new HistoryFailure('HISTORY_LOCKED', heldSentence(file), error);
    if (databaseTrouble(error) === 'damaged') return { db: null, letGo: () => undefined };
    throw accessReason(error, file);
  }
}

/** Puts a whole new file into the place of another one in one step; who waits for the old one notices. */
export function replaceFile(incoming: string, file: string, held: HeldFile): void {
  // Windows renames over no file that is open.
  if (process.platform === 'win32') held.letGo();
  putInPlace(incoming, file);
}

/** @throws HistoryFailure DISK_FULL that names what is needed */
export function refuseWithoutRoom(folder: string, neededBytes: number, what: string): void {
  const free = freeBytesOf(folder);
  if (free >= neededBytes) return;
  throw new HistoryFailure(
    'DISK_FULL',
    `${what} needs ${megabytes(neededBytes)} on the disk that holds ${folder}, and ${megabytes(free)} are free. Free some space and try again. Nothing was changed.`,
  );
}

export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Keeps the old file: a second name for the old file, so that the first one is never without a history. */
export function setAside(file: string, why: 'before-restore' | 'before-repair', nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-');
  const base = `${file.replace(/\.db$/, '')}.${why}-${time}`;
  const taken = (name: string): boolean => existsSync(`${name}.db`);
  let name = base;
  for (let again = 2; taken(name); again++) name = `${base}-${again}`;
  const kept = `${name}.db`;
  try {
    linkSync(file, kept);
  } catch {
    // Some file systems know no second names.
    copyFileSync(file, kept);
  }
  // A damaged history may still have its journal; it belongs to the old file and would spoil the new one.
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}
