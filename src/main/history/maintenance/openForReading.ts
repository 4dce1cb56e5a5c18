import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { connectDatabase } from '#platform/sqlite/open.ts';
import { HistoryFailure } from '../store/failures.ts';

/** Maximum size of a history that is read into memory. */
const maxBytesInMemory = 1024 ** 3;
/** Bytes of SQLite's header with the journal mode; 1 means no write-ahead log. */
const journalBytes = [18, 19];

/**
 * A read-only connection. If the folder is not writable either, SQLite cannot create its shared files; nobody
 * can change the history there, so it is loaded into memory.
 */
export function openForReading(file: string): Database.Database {
  refuseWhatIsNoFile(file);
  if (isWritable(dirname(file)) || existsSync(`${file}-wal`))
    return connectDatabase(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  if (statSync(file).size > maxBytesInMemory)
    throw new HistoryFailure(
      'HISTORY_READ_ONLY',
      `The folder of ${file} is not writable, and the file is too large to read without write access. Copy the file to another folder.`,
    );
  const whole = readFileSync(file);
  for (const at of journalBytes) whole[at] = 1;
  return connectDatabase(whole);
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
