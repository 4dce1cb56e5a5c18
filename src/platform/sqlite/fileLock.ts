import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { databaseTrouble } from '#platform/sqlite/databaseTrouble.ts';
import { connectDatabase } from './open.ts';

/** The operating system releases it when the process dies. */
export type FileLock = { readonly release: () => void };

/**
 * Locks a file, creating it and its folder if necessary, or returns null if another process, or another lock of
 * this one, still holds it after `waitMs` milliseconds. Node has no file locks, so this is SQLite's exclusive lock: a
 * transaction that writes nothing. A process id would not do: ids are reused, and mean nothing across containers. Nor
 * would a file that exists while it is locked: whoever removes what a dead process left can remove a live one.
 */
export function takeFileLock(file: string, waitMs = 0): FileLock | null {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = connectDatabase(file, { timeout: waitMs });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return { release: () => void db.close() };
  } catch (error) {
    db.close();
    if (databaseTrouble(error) === 'locked') return null;
    throw error;
  }
}
