import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, takeFileLock } from '#platform/sqlite/fileLock.ts';
import { removeDatabase } from '#platform/sqlite/open.ts';
import { HistoryFailure } from './failures.ts';

/**
 * Detects whether another program on this history is alive, by a file lock that the operating system releases
 * when the program dies.
 */
export type SessionLocks = {
  readonly hold: (uid: string) => void;
  readonly isAbandoned: (uid: string) => boolean;
  readonly forget: (uid: string) => void;
  readonly release: (uid: string) => void;
  readonly close: () => void;
};

export function createSessionLocks(folder: string): SessionLocks {
  const held = new Map<string, FileLock>();
  const fileOf = (uid: string) => join(folder, `${uid}.lock`);
  const forget = (uid: string) => removeDatabase(fileOf(uid));
  const release = (uid: string) => {
    held.get(uid)?.release();
    held.delete(uid);
    forget(uid);
  };

  return {
    hold(uid) {
      const lock = takeFileLock(fileOf(uid));
      if (lock === null)
        throw new HistoryFailure(
          'HISTORY_LOCKED',
          `${fileOf(uid)} is locked by another program. Close that program and try again. Nothing was changed.`,
        );
      held.set(uid, lock);
    },
    isAbandoned(uid) {
      if (held.has(uid)) return false;
      if (!existsSync(fileOf(uid))) return true;
      try {
        const lock = takeFileLock(fileOf(uid));
        lock?.release();
        return lock !== null;
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
