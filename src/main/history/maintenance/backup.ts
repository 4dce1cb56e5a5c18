import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { classifyFailure, HistoryFailure } from '../store/failures.ts';
import { migrations } from '../store/migrations/list.ts';
import { isKnownVersion } from '../store/migrations/migration.ts';
import { applicationId, integrityProblems, olderThanFirst } from '../store/openDatabase.ts';
import { openForReading } from './openForReading.ts';
import type { BackupFacts } from './protocol.ts';

/**
 * Copies the history to a file of its own while programs go on using it: VACUUM INTO reads one moment of it
 * (https://www.sqlite.org/lang_vacuum.html). The copy gets its name only after it was checked whole.
 */
export function backUpHistory(file: string, target: string): BackupFacts {
  if (!existsSync(file)) throw new HistoryFailure('NOT_FOUND', `There is no history ${file} to back up.`);
  if (existsSync(target))
    throw new HistoryFailure(
      'INVALID_INPUT',
      `${target} is there already: choose another name. Nothing was written.`,
    );
  if (!existsSync(dirname(target)))
    throw new HistoryFailure('NOT_FOUND', `The folder ${dirname(target)} is not there. Nothing was written.`);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    const db = openForReading(file);
    try {
      db.prepare('VACUUM INTO ?').run(unfinished);
    } finally {
      db.close();
    }
    const facts = checkedCopy(unfinished);
    toDisk(unfinished);
    renameSync(unfinished, target);
    toDisk(dirname(target));
    return { ...facts, file: target };
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw reasonOf(error, file, target);
  }
}

/** Damage and locks are about the history, everything else about the file that is written. */
function reasonOf(error: unknown, file: string, target: string): HistoryFailure {
  const ofHistory = classifyFailure(error, file);
  const ours = ofHistory.code === 'HISTORY_CORRUPT' || ofHistory.code === 'HISTORY_LOCKED';
  const { code, message } = ours ? ofHistory : classifyFailure(error, target);
  return new HistoryFailure(code, message, error);
}

/** What is in a copy, when it is a whole history this program can read. @throws HistoryFailure */
export function checkedCopy(file: string): BackupFacts {
  try {
    return look(file);
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code))
      throw new HistoryFailure('HISTORY_CORRUPT', `${file} is damaged, or no history of Parallax.`, error);
    throw error;
  }
}

function look(file: string): BackupFacts {
  const db = openForReading(file);
  try {
    const schemaVersion = Number(db.pragma('user_version', { simple: true }));
    if (db.pragma('application_id', { simple: true }) !== applicationId)
      throw new HistoryFailure('HISTORY_CORRUPT', `${file} is no history of Parallax.`);
    const newest = migrations.at(-1)?.version ?? 0;
    if (schemaVersion > newest)
      throw new HistoryFailure(
        'HISTORY_NEWER',
        `${file} was written by a newer version of Parallax (schema ${schemaVersion}, this program knows ${newest}): update Parallax first.`,
      );
    if (!isKnownVersion(migrations, schemaVersion))
      throw new HistoryFailure('HISTORY_OLDER', olderThanFirst(file, schemaVersion));
    const problems = integrityProblems(db, file);
    if (problems.length > 0)
      throw new HistoryFailure('HISTORY_CORRUPT', `${file} is damaged (${problems.slice(0, 3).join('; ')}).`);
    const count = (table: string): number =>
      db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0;
    return {
      file,
      bytes: statSync(file).size,
      schemaVersion,
      runs: count('runs'),
      observations: count('observations'),
    };
  } finally {
    db.close();
  }
}

/** Waits until a file, or the names in a folder, are on the disk. Windows knows no such thing for folders. */
export function toDisk(path: string): void {
  const folder = statSync(path).isDirectory();
  if (folder && process.platform === 'win32') return;
  const handle = openSync(path, folder ? 'r' : 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
