import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { serviceTables } from './migrations/0001Service.ts';
import { taskReceipts } from './migrations/0002Receipts.ts';
import type { Migration } from './migrations/migration.ts';

const migrations: readonly Migration[] = [serviceTables, taskReceipts];

export type StoreErrorCode =
  | 'STORE_NEWER'
  | 'STORE_DAMAGED'
  | 'STORE_UNREADABLE'
  | 'STORE_LOCKED'
  | 'STORE_FULL';

/** A failure of the database file itself; the message is one sentence that names the file. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

/**
 * Opens the service's database, making it and its folder when absent and bringing it to the newest shape.
 * @throws StoreError when the file cannot be opened, is damaged, or was made by a newer program
 */
export function openDatabase(dataFolder: string): Database.Database {
  const file = join(dataFolder, 'service.db');
  let db: Database.Database;
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    db = new Database(file, { timeout: 10_000 });
  } catch (error) {
    throw new StoreError(
      'STORE_UNREADABLE',
      `${file} cannot be opened: check that the folder can be written`,
      error,
    );
  }
  try {
    db.pragma('journal_mode = WAL');
    // A ledger: a commit that was answered must survive the power going off.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('cache_size = -16384');
    // About 16 MiB of log between checkpoints: fewer pauses than the default, still quick to recover.
    db.pragma('wal_autocheckpoint = 4000');
    migrate(db, file);
    return db;
  } catch (error) {
    db.close();
    throw error instanceof StoreError ? error : openingFailure(file, error);
  }
}

function openingFailure(file: string, error: unknown): StoreError {
  const code = error instanceof Database.SqliteError ? error.code : '';
  if (code.startsWith('SQLITE_BUSY')) {
    return new StoreError(
      'STORE_LOCKED',
      `${file} is locked by another program: close it and try again`,
      error,
    );
  }
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
    return new StoreError(
      'STORE_DAMAGED',
      `${file} is damaged: restore it from a copy or move it away`,
      error,
    );
  }
  return new StoreError(
    'STORE_UNREADABLE',
    `${file} cannot be read and written: check its permissions and the disk`,
    error,
  );
}

function migrate(db: Database.Database, file: string): void {
  const newest = migrations.at(-1)?.version ?? 0;
  if (versionOf(db) > newest) {
    throw new StoreError(
      'STORE_NEWER',
      `${file} was made by a newer version of this program: update the program`,
    );
  }
  for (const migration of migrations) {
    db.transaction(() => {
      // Read again inside the transaction: another process may have migrated meanwhile.
      if (versionOf(db) >= migration.version) return;
      db.exec(migration.sql);
      db.pragma(`user_version = ${migration.version}`);
    }).immediate();
  }
}

function versionOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}
