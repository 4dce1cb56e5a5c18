import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { connectDatabase, databaseTrouble } from './open.ts';

/** The operating system lets go of it when the process dies. */
export type FileLock = { readonly release: () => void };

/**
 * Locks a file, made with its folder when absent, or gives null when another process or another lock of this one has
 * it. It is the exclusive lock of SQLite, because Node offers no file locks: one transaction that writes nothing. A
 * process id cannot tell who lives: it is reused, and means nothing across containers.
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
