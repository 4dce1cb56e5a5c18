import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { putInPlace } from '#platform/files.ts';
import { isKnownVersion, userVersion } from '#platform/sqlite/migrate.ts';
import { connectDatabase } from '#platform/sqlite/open.ts';
import type { DataCopy } from '#shared/model/maintenance.ts';
import { classifyFailure, HistoryFailure, unwrittenFailure } from '../store/failures.ts';
import { applicationId } from '../store/fileHeader.ts';
import { migrations } from '../store/migrations/list.ts';
import { integrityProblems, olderThanFirst } from '../store/openDatabase.ts';
import { unfinishedOf } from './moveNote.ts';
import { openForReading } from './openForReading.ts';
import type { TaskStep } from './protocol.ts';
import { refuseAlteredSchema } from './schema.ts';

/**
 * Copies the history to a separate file while programs use it: VACUUM INTO reads a consistent snapshot
 * (https://www.sqlite.org/lang_vacuum.html). The copy gets its final name only after a full check.
 */
export function backUpHistory(file: string, target: string, onProgress: TaskStep = () => {}): DataCopy {
  if (!existsSync(file))
    throw new HistoryFailure('NOT_FOUND', `No history found at ${file}. Choose the data folder with --data.`);
  refuseTarget(target);
  const unfinished = unfinishedOf(target);
  rmSync(unfinished, { force: true });
  try {
    const db = openForReading(file);
    try {
      db.prepare('VACUUM INTO @unfinished').run({ unfinished });
    } finally {
      db.close();
    }
    onProgress({ what: 'Checking the copy', done: 0, total: 1 });
    const facts = vetCopy(unfinished, file, openForReading);
    onProgress({ what: 'Checking the copy', done: 1, total: 1 }, 'last');
    putInPlace(unfinished, target);
    return { ...facts, file: target };
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw notWritten(error, file, target);
  }
}

/**
 * Overwrites nothing and creates no folder.
 * @throws HistoryFailure
 */
export function refuseTarget(target: string): void {
  if (existsSync(target))
    throw new HistoryFailure(
      'INVALID_INPUT',
      `${target} already exists. Choose another name. Nothing was written.`,
    );
  if (!existsSync(dirname(target)))
    throw new HistoryFailure(
      'NOT_FOUND',
      `The folder ${dirname(target)} does not exist. Create it or choose another. Nothing was written.`,
    );
}

/** Why a file was not written from the history: damage and locks concern the history, other errors the file. */
export function notWritten(error: unknown, file: string, target: string): HistoryFailure {
  if (error instanceof HistoryFailure) return error;
  const { code, message } = classifyFailure(error, file);
  return unwrittenFailure(error, target) ?? new HistoryFailure(code, message, error);
}

/**
 * The contents of a copy, if it is a complete history that this program can read.
 * @param open for our own copy of a foreign file, a writable connection: SQLite checks column values against
 * their CHECK constraints only there
 * @throws HistoryFailure
 */
export function checkedCopy(
  file: string,
  open: (file: string) => Database.Database = openForReading,
): DataCopy {
  try {
    return look(file, open);
  } catch (error) {
    // An unreadable schema table causes SQLITE_ERROR.
    if (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(error.code))
      throw new HistoryFailure('HISTORY_CORRUPT', `${file} is damaged, or not a Parallax history.`, error);
    throw error;
  }
}

/** The same for our copy of a file, whose errors name the user's file. */
export function vetCopy(
  copy: string,
  from: string,
  open: (file: string) => Database.Database = connectDatabase,
): DataCopy {
  try {
    return { ...checkedCopy(copy, open), file: from };
  } catch (error) {
    if (error instanceof HistoryFailure)
      throw new HistoryFailure(error.code, error.message.replaceAll(copy, from), error);
    throw error;
  }
}

function look(file: string, open: (file: string) => Database.Database): DataCopy {
  const db = open(file);
  try {
    const schemaVersion = userVersion(db);
    if (db.pragma('application_id', { simple: true }) !== applicationId)
      throw new HistoryFailure('HISTORY_CORRUPT', `${file} is not a Parallax history.`);
    const newest = migrations.at(-1)?.version ?? 0;
    if (schemaVersion > newest)
      throw new HistoryFailure(
        'HISTORY_NEWER',
        `${file} was written by a newer version of Parallax (schema ${schemaVersion}, this program knows ${newest}). Update Parallax first.`,
      );
    if (schemaVersion === 0 || !isKnownVersion(migrations, schemaVersion))
      throw new HistoryFailure('HISTORY_OLDER', olderThanFirst(file, schemaVersion));
    refuseAlteredSchema(db, file);
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
