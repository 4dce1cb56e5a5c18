import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileLock, takeFileLock } from '#platform/sqlite/fileLock.ts';
import { removeDatabase } from '#platform/sqlite/open.ts';
import { HistoryFailure } from './failures.ts';

/**
 * Detects whether another program on this history is alive, by a file lock that the operating system releases
 * when the program dies.
 */
export type SessionLocks = {
  readonly hold: (sessionId: string) => void;
  readonly isAbandoned: (sessionId: string) => boolean;
  readonly forget: (sessionId: string) => void;
  readonly release: (sessionId: string) => void;
  readonly close: () => void;
};

export function createSessionLocks(folder: string): SessionLocks {
  const held = new Map<string, FileLock>();
  const fileOf = (sessionId: string) => join(folder, `${sessionId}.lock`);
  const forget = (sessionId: string) => removeDatabase(fileOf(sessionId));
  const release = (sessionId: string) => {
    held.get(sessionId)?.release();
    held.delete(sessionId);
    forget(sessionId);
  };

  return {
    hold(sessionId) {
      const lock = takeFileLock(fileOf(sessionId));
      if (lock === null)
        throw new HistoryFailure(
          'HISTORY_LOCKED',
          `${fileOf(sessionId)} is locked by another program. Close that program and try again. Nothing was changed.`,
        );
      held.set(sessionId, lock);
    },
    isAbandoned(sessionId) {
      if (held.has(sessionId)) return false;
      if (!existsSync(fileOf(sessionId))) return true;
      try {
        const lock = takeFileLock(fileOf(sessionId));
        lock?.release();
        return lock !== null;
      } catch {
        return false;
      }
    },
    forget,
    release,
    close() {
      for (const sessionId of [...held.keys()]) release(sessionId);
    },
  };
}

/** Whether a program of ours has this history open. */
export function isInUse(file: string): boolean {
  const folder = join(dirname(file), 'sessions');
  const locks = createSessionLocks(folder);
  const sessions = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.lock')) : [];
  return sessions.some((name) => !locks.isAbandoned(name.replace(/\.lock$/, '')));
}
