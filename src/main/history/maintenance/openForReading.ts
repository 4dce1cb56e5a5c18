import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import { SqliteError } from 'better-sqlite3';
import { connectDatabase } from '#platform/sqlite/open.ts';
import { HistoryFailure } from '../store/failures.ts';
import { copyWithLogs, logNames, logsOf } from './logsBeside.ts';

/** Maximum size of a history that is read into memory. */
const maxBytesInMemory = 1024 ** 3;
/** Bytes of SQLite's header with the journal mode; 1 means no write-ahead log. */
const journalBytes = [18, 19];

/**
 * A read-only connection that changes nothing beside the file. What SQLite could read only by writing (a folder that
 * cannot be written, a change that a killed program left half done) is read from memory.
 */
export function openForReading(file: string): Database.Database {
  refuseWhatIsNoFile(file);
  const inPlace = isWritable(dirname(file)) ? openInPlace(file) : null;
  if (inPlace !== null) return inPlace;
  if (statSync(file).size > maxBytesInMemory)
    throw new HistoryFailure(
      'HISTORY_READ_ONLY',
      `${file} can only be read with write access to its folder, because of its size. Copy it, with ${logNames(file)}, to a folder that can be written.`,
    );
  const whole = logsOf(file).length === 0 ? readFileSync(file) : readSettled(file);
  for (const at of journalBytes) whole[at] = 1;
  return connectDatabase(whole);
}

/** Null for a file with a half-done change: a connection that only reads may not undo it. */
function openInPlace(file: string): Database.Database | null {
  const db = connectDatabase(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  if (!existsSync(`${file}-journal`)) return db;
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    if (!(error instanceof SqliteError) || error.code !== 'SQLITE_READONLY_ROLLBACK') return db;
    db.close();
    return null;
  }
  return db;
}

/** The bytes of a database after what stands beside it was applied, on a copy. */
function readSettled(file: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-settling-'));
  const copy = join(folder, 'history.db');
  try {
    copyWithLogs(file, copy);
    const db = connectDatabase(copy);
    try {
      db.pragma('journal_mode = DELETE');
    } finally {
      db.close();
    }
    return readFileSync(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** SQLite would wait for ever for what comes out of a pipe. A file that is missing is reported by whoever opens it. */
export function refuseWhatIsNoFile(file: string): void {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts !== undefined && !facts.isFile())
    throw new HistoryFailure(
      'HISTORY_CORRUPT',
      `${file} is a ${facts.isDirectory() ? 'folder' : 'pipe or device'}, not a Parallax history. Choose a file.`,
    );
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
