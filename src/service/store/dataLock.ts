import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Held by the one service that runs on a data folder; the system lets go of it when the process dies. */
export type DataLock = { readonly release: () => void };

/**
 * Takes the folder's lock, or returns null when another process holds it. The lock is SQLite's own exclusive
 * file lock on a file of its own, so that operators can still read and write the database beside the service.
 */
export function takeDataLock(dataFolder: string): DataLock | null {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const db = new Database(join(dataFolder, 'service.lock'), { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return { release: () => void db.close() };
}
