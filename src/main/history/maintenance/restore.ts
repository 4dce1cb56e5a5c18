import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type Database from 'better-sqlite3';
import { connectDatabase, removeDatabase } from '#platform/sqlite/open.ts';
import type { RestoreFacts } from '#shared/model/maintenance.ts';
import { HistoryFailure } from '../store/failures.ts';
import { backUpHistory, checkedCopy } from './backup.ts';
import {
  type HeldFile,
  refuseWhileInUse,
  replaceFile,
  setAside,
  withExclusiveLock,
} from './exclusiveAccess.ts';
import { copyWithLogs } from './logsBeside.ts';
import { openForReading } from './openForReading.ts';
import type { TaskStep } from './protocol.ts';
import { alteredSchema } from './schema.ts';

/**
 * Replaces the history with a backup. The copy is checked before anything is changed, replaces the file
 * atomically, and the previous history stays beside it. Refused while another program uses it.
 */
export function restoreHistory(
  file: string,
  from: string,
  nowMs: number,
  onProgress: TaskStep = () => {},
): RestoreFacts {
  if (existsSync(from) && statSync(from).isDirectory()) return restoreFolder(file, from, nowMs, onProgress);
  if (!existsSync(from)) throw new HistoryFailure('NOT_FOUND', `No file ${from}.`);
  if (resolve(from) === resolve(file))
    throw new HistoryFailure(
      'CONFLICT',
      `${from} is the current history. Choose a backup file. Nothing was changed.`,
    );
  const step = (what: string, done: number, last?: 'last'): void =>
    onProgress({ what, done, total: 3 }, last);
  step('Checking the backup', 0);
  checkedCopy(from);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  refuseWhileInUse(file);
  const held = existsSync(file) ? withExclusiveLock(file) : nobody;
  const incoming = `${file}.restoring`;
  removeDatabase(incoming);
  try {
    step('Copying the backup', 1);
    copyWithLogs(from, incoming);
    step('Checking the copy', 2);
    const facts = checkedCopy(incoming, connectDatabase);
    const changedAddresses = compareAddresses(held.db, incoming);
    step('Checking the copy', 3, 'last');
    const keptFile = existsSync(file) ? setAside(file, 'before-restore', nowMs) : null;
    replaceFile(incoming, file, held);
    return { ...facts, file, keptFile, changedAddresses };
  } catch (error) {
    removeDatabase(incoming);
    throw error;
  } finally {
    held.letGo();
  }
}

/**
 * The history of another data folder, such as a checkout's, including what its last program left in the
 * journal.
 */
function restoreFolder(file: string, folder: string, nowMs: number, onProgress: TaskStep): RestoreFacts {
  const source = join(folder, 'history.db');
  if (resolve(source) === resolve(file)) return restoreHistory(file, source, nowMs, onProgress);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const whole = `${file}.importing`;
  removeDatabase(whole);
  try {
    // Its last step is not the last of a restore.
    backUpHistory(source, whole, (progress) => onProgress(progress));
    return restoreHistory(file, whole, nowMs, onProgress);
  } finally {
    removeDatabase(whole);
  }
}

function compareAddresses(
  before: Database.Database | null,
  incoming: string,
): RestoreFacts['changedAddresses'] {
  const known = before === null || alteredSchema(before).length > 0 ? [] : addressesOf(before);
  const db = openForReading(incoming);
  try {
    const addresses = new Map(known.map(({ uid, address }) => [uid, address]));
    return addressesOf(db).flatMap(({ uid, name, address }) => {
      const former = addresses.get(uid);
      return former === undefined || former === address ? [] : [{ name, before: former, now: address }];
    });
  } finally {
    db.close();
  }
}

const addressesOf = (db: Database.Database) =>
  db
    .prepare<[], { uid: string; name: string; address: string }>(
      'SELECT uid, name, base_url AS address FROM connections WHERE removed_at_ms IS NULL',
    )
    .all();

/** There was no history to lock. */
const nobody: HeldFile = { db: null, letGo: () => undefined };
