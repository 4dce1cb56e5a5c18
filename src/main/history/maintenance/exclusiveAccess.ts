import { copyFileSync, existsSync, linkSync, renameSync, statfsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { putInPlace } from '#platform/files.ts';
import { databaseTrouble } from '#platform/sqlite/databaseTrouble.ts';
import { accessReason, connectDatabase } from '#platform/sqlite/open.ts';
import { HistoryFailure } from '../store/failures.ts';
import { isInUse } from '../store/sessionLocks.ts';
import { isUndeclared, overlookDeclarations } from './declarations.ts';

const heldSentence = (file: string): string =>
  `Another program is using ${file}. Close all Parallax windows and commands that use this data, then try again. Nothing was changed.`;

/** A file that nobody else can read or write until it is released. */
export type HeldFile = {
  /** Null if the file is too damaged to be locked; then no Parallax has it open, but other programs may. */
  readonly db: Database.Database | null;
  readonly letGo: () => void;
};

/** Our programs each hold a lock; others are detected by requesting SQLite's exclusive lock. */
export function refuseWhileInUse(file: string): void {
  if (isInUse(file)) throw new HistoryFailure('HISTORY_LOCKED', heldSentence(file));
}

/**
 * Locks a database exclusively: its journal is checkpointed and turned off, which SQLite allows only for the
 * sole user of a file, so that it becomes a single file; the lock is held until released.
 * @param damaged also locks a file whose tables are not declared as expected
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
    // Errors that were ignored become visible again.
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

/** Atomically replaces a file with a complete new one; programs waiting for the old one notice. */
export function replaceFile(incoming: string, file: string, held: HeldFile): void {
  // Windows cannot rename over an open file.
  if (process.platform === 'win32') held.letGo();
  putInPlace(incoming, file);
}

/** @throws HistoryFailure DISK_FULL that states the space needed */
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

/** Keeps the old file with a hard link, so that there is always a history under the original name. */
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
    // Some file systems have no hard links.
    copyFileSync(file, kept);
  }
  // A damaged history may still have its journal; it belongs to the old file and would corrupt the new one.
  for (const suffix of ['-wal', '-shm'])
    if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  return kept;
}
