import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Tells whether another program that uses this history still lives, by a file lock the operating system drops
 * when the program dies. A process id cannot tell: it is reused, and means nothing across containers.
 */
export type SessionLocks = {
  readonly hold: (uid: string) => void;
  readonly isAbandoned: (uid: string) => boolean;
  readonly forget: (uid: string) => void;
  readonly release: (uid: string) => void;
  readonly close: () => void;
};

export function createSessionLocks(folder: string): SessionLocks {
  const held = new Map<string, Database.Database>();
  const fileOf = (uid: string) => join(folder, `${uid}.lock`);

  const lock = (uid: string): Database.Database => {
    // SQLite's own locking, because Node offers no file locks: one exclusive transaction, nothing written.
    const file = new Database(fileOf(uid), { timeout: 0 });
    try {
      file.exec('BEGIN EXCLUSIVE');
      return file;
    } catch (error) {
      file.close();
      throw error;
    }
  };
  const forget = (uid: string) => {
    for (const suffix of ['', '-journal']) rmSync(fileOf(uid) + suffix, { force: true });
  };
  const release = (uid: string) => {
    held.get(uid)?.close();
    held.delete(uid);
    forget(uid);
  };

  return {
    hold(uid) {
      mkdirSync(folder, { recursive: true });
      held.set(uid, lock(uid));
    },
    isAbandoned(uid) {
      if (held.has(uid)) return false;
      if (!existsSync(fileOf(uid))) return true;
      try {
        lock(uid).close();
        return true;
      } catch {
        return false;
      }
    },
    forget,
    release,
    close() {
      for (const uid of [...held.keys()]) release(uid);
    },
  };
}
