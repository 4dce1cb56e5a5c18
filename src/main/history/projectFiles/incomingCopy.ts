import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeDatabase } from '#platform/sqlite/open.ts';
import { newId } from '../store/ids.ts';
import { createSessionLocks } from '../store/sessionLocks.ts';

const locksBeside = (file: string) => createSessionLocks(join(dirname(file), 'sessions'));

/** A temporary file name beside the history for a copy; copies of dead imports are deleted first. */
export function incomingCopy(file: string): { readonly copy: string; readonly remove: () => void } {
  removeAbandonedCopies(file);
  const locks = locksBeside(file);
  const copyId = newId();
  locks.hold(copyId);
  return {
    copy: `${file}.${copyId}.incoming`,
    remove() {
      removeCopy(file, copyId);
      locks.close();
    },
  };
}

/** Deletes copies left by killed imports. A running import holds a lock, in any program. */
export function removeAbandonedCopies(file: string): void {
  const beginning = `${basename(file)}.`;
  const uids = new Set(
    readdirSync(dirname(file)).flatMap((name) =>
      name.startsWith(beginning) ? (/^(\w+)\.incoming/.exec(name.slice(beginning.length))?.[1] ?? []) : [],
    ),
  );
  if (uids.size === 0) return;
  const locks = locksBeside(file);
  for (const copyId of uids) {
    if (!locks.isAbandoned(copyId)) continue;
    removeCopy(file, copyId);
    locks.forget(copyId);
  }
}

const removeCopy = (file: string, copyId: string): void => removeDatabase(`${file}.${copyId}.incoming`);
