import type { Database } from 'better-sqlite3';
import { type DatabaseTrouble, databaseTrouble } from '#platform/sqlite/databaseTrouble.ts';
import { alteredDeclarations } from '#platform/sqlite/declaredSchema.ts';
import { isAsLeft, mistypedColumn } from '#platform/sqlite/fileFromElsewhere.ts';
import { DatabaseRefusal, type Migration, type RefusalReason } from '#platform/sqlite/migrate.ts';
import { openDatabaseFile } from '#platform/sqlite/open.ts';
import { StoreError, type StoreErrorCode } from '../storeError.ts';
import { serviceTables } from './migrations/0001Service.ts';

const taskReceipts: Migration = {
  version: 2,
  name: 'receipts of work that providers do for tasks',
  sql: 'ALTER TABLE tasks ADD COLUMN receipt TEXT;',
};

const migrations: readonly Migration[] = [serviceTables, taskReceipts];
export const newestVersion = taskReceipts.version;

/** What follows the name of the file. */
const failures: Readonly<Record<DatabaseTrouble | RefusalReason, readonly [StoreErrorCode, string]>> = {
  locked: ['STORE_LOCKED', 'is locked by another program. Close it and try again'],
  damaged: ['STORE_DAMAGED', 'is damaged. Restore it from a copy, or move it to start with a new file'],
  brokenReferences: [
    'STORE_DAMAGED',
    'is damaged. Restore it from a copy, or move it to start with a new file',
  ],
  foreign: ['STORE_DAMAGED', 'is a database of another program. Move it, or choose another data folder'],
  older: ['STORE_DAMAGED', 'is of a version Parallax does not know. Move it to start with a new file'],
  newer: ['STORE_NEWER', 'was written by a newer version of Parallax. Update Parallax'],
  full: ['STORE_FULL', 'cannot be written because the disk is full. Free some space and try again'],
  readOnly: ['STORE_UNREADABLE', 'cannot be written. Check its permissions and those of its folder'],
  failing: ['STORE_UNREADABLE', 'cannot be read or written. Check its disk and the free space'],
  unavailable: ['STORE_UNREADABLE', 'cannot be read or written. Check its permissions and the disk'],
  moved: ['STORE_UNREADABLE', 'was just moved. Restart Parallax'],
};

/**
 * The data folder may come from elsewhere: nothing of another program's schema runs, and no value is of another type.
 * @throws StoreError
 */
function refuseStrange(db: Database, file: string, isShared: boolean): void {
  const altered = alteredDeclarations(db, migrations);
  const mistyped = isShared || isAsLeft(file) ? null : mistypedColumn(db);
  const [strange] = mistyped === null ? altered : [`values of ${mistyped}`];
  if (strange === undefined) return;
  throw new StoreError(
    'STORE_DAMAGED',
    `${file} is not built as Parallax builds it (${JSON.stringify(strange.slice(0, 100))}): it is damaged, or another program changed it. Restore it from a copy, or move it to start with a new file`,
  );
}

/**
 * Opens the service's database, creating it and its folder if necessary, and migrates it to the newest schema.
 * @param isShared if a running service has it open, which has checked its values
 * @throws StoreError if the file cannot be opened, is damaged, or belongs to another or a newer program
 */
export function openDatabase(file: string, isShared = false): Database {
  try {
    return openDatabaseFile({
      file,
      steps: migrations,
      busyTimeoutMs: 5_000,
      cacheKibibytes: 16_384,
      // About 16 MiB of log between checkpoints: fewer pauses than by default, but still fast to recover.
      checkpointPages: 4000,
      check: (db) => refuseStrange(db, file, isShared),
    }).db;
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const what = error instanceof DatabaseRefusal ? error.reason : databaseTrouble(error);
    const [code, sentence] = failures[what ?? 'unavailable'];
    throw new StoreError(code, `${file} ${sentence}`, error);
  }
}
