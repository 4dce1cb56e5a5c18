import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { HistoryFailure } from '../failures.ts';
import { createSessionLocks } from '../sessionLocks.ts';
import { checkedCopy, toDisk } from './backup.ts';
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
  refuseWhileHeld(file);
  const incoming = `${file}.restoring`;
  rmSync(incoming, { force: true });
  try {
    copyFileSync(from, incoming);
    const facts = checkedCopy(incoming);
    toDisk(incoming);
    const keptFile = existsSync(file) ? setAside(file, nowMs) : null;
    renameSync(incoming, file);
    toDisk(dirname(file));
    return { ...facts, file, keptFile };
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(incoming + suffix, { force: true });
    throw error;
  }
}

const heldSentence = (file: string): string =>
  `Another program uses the history ${file}: close every Parallax window and command on this data and try again. Nothing was changed.`;

/** Programs of ours hold a lock each; any other is found by asking SQLite for the file alone. */
function refuseWhileHeld(file: string): void {
  const folder = join(dirname(file), 'sessions');
  const locks = createSessionLocks(folder);
  const sessions = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.lock')) : [];
  const living = sessions.filter((name) => !locks.isAbandoned(name.replace(/\.lock$/, '')));
  if (living.length > 0) throw new HistoryFailure('HISTORY_LOCKED', heldSentence(file));
  if (existsSync(file)) closeJournal(file);
}

/**
 * Writes the journal back and leaves it, which SQLite allows to nobody but the only user of a file: afterwards the
 * history is one file. A damaged one is left as it is, it is being replaced after all.
 */
function closeJournal(file: string): void {
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { timeout: 0 });
    db.pragma('journal_mode = DELETE');
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code))
      throw new HistoryFailure('HISTORY_LOCKED', heldSentence(file), error);
  } finally {
    db?.close();
  }
}

/** A second name for the old file, so that the first one is never without a history. */
function setAside(file: string, nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-');
  const base = `${file.replace(/\.db$/, '')}.before-restore-${time}`;
  const taken = (name: string): boolean => existsSync(`${name}.db`);
  let name = base;
  for (let again = 2; taken(name); again++) name = `${base}-${again}`;
  const kept = `${name}.db`;
  try {
    linkSync(file, kept);
  } catch {
    // Some file systems know no second names.
    copyFileSync(file, kept);
  }
  // A damaged history may still have its journal; it belongs to the old file and would spoil the new one.
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}
