import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { databaseTrouble } from '#platform/sqlite/databaseTrouble.ts';
import { connectDatabase } from './open.ts';

/** The operating system releases it when the process dies. */
export type FileLock = { readonly release: () => void };

/**
 * Locks a file, creating it and its folder if necessary, or returns null if another process, or another lock of
 * this one, holds it. Node has no file locks, so this is SQLite's exclusive lock: a transaction that writes
 * nothing. A process id would not do: ids are reused, and mean nothing across containers.
 */
export function takeFileLock(file: string): FileLock | null {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = connectDatabase(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return { release: () => void db.close() };
  } catch (error) {
    db.close();
    if (databaseTrouble(error) === 'locked') return null;
    throw error;
  }
}
