import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { HistoryFailure } from '../store/failures.ts';
import { checkedCopy } from './backup.ts';
import {
  type HeldFile,
  refuseWhileInUse,
  replaceFile,
  setAside,
  withExclusiveLock,
} from './exclusiveAccess.ts';
import type { RestoreFacts } from './protocol.ts';

/**
 * Puts a backup in the place of the history. The copy is checked before anything is touched, takes the place in
 * one step, and the history that was there stays beside it. Refused while another program uses it.
 */
export function restoreHistory(file: string, from: string, nowMs: number): RestoreFacts {
  if (!existsSync(from)) throw new HistoryFailure('NOT_FOUND', `There is no file ${from}.`);
  if (resolve(from) === resolve(file))
    throw new HistoryFailure('CONFLICT', `${from} is the history itself: name a backup of it.`);
  checkedCopy(from);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  refuseWhileInUse(file);
  const held = existsSync(file) ? withExclusiveLock(file) : nobody;
  const incoming = `${file}.restoring`;
  rmSync(incoming, { force: true });
  try {
    copyFileSync(from, incoming);
    const facts = checkedCopy(incoming);
    const keptFile = existsSync(file) ? setAside(file, 'before-restore', nowMs) : null;
    replaceFile(incoming, file, held);
    return { ...facts, file, keptFile };
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(incoming + suffix, { force: true });
    throw error;
  } finally {
    held.letGo();
  }
}

/** There was no history to hold. */
const nobody: HeldFile = { db: null, letGo: () => undefined };
