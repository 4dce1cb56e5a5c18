import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { SqliteError } from 'better-sqlite3';
import {
  DatabaseRefusal,
  type Migration,
  type RefusalReason,
  refuseForeign,
  userVersion,
} from '#platform/sqlite/migrate.ts';
import { connectReader, type OpenedDatabase, openDatabaseFile } from '#platform/sqlite/open.ts';
import { misstatesVersion, otherVersion } from '../maintenance/schema.ts';
import { classifyFailure, damagedFile, HistoryFailure, type HistoryFailureCode } from './failures.ts';
import { applicationId, isHeaderDamaged } from './fileHeader.ts';
import { migrations } from './migrations/list.ts';
import {
  keepOwnObjects,
  refuseAlteredTables,
  refuseStrangeDeclarations,
  refuseStrangeTables,
  refuseStrangeValues,
} from './strangeObjects.ts';
import { versionCopies } from './versionCopies.ts';

/**
 * Opens, checks and migrates the history.
 * @param options.busyTimeoutMs how long to wait for another program's lock
 * @throws HistoryFailure or a SQLite error, both understood by `classifyFailure`
 */
export function openDatabase(
  file: string,
  options: {
    readonly busyTimeoutMs?: number;
    readonly steps?: readonly Migration[];
    /** False if the file is itself a copy. */
    readonly backup?: boolean;
  } = {},
): OpenedDatabase {
  try {
    return openDatabaseFile({
      steps: migrations,
      busyTimeoutMs: 5000,
      ...options,
      file,
      applicationId,
      check: (db) => {
        // In one transaction: another program may be migrating the file.
        db.transaction(() => {
          refuseStrangeDeclarations(db, file);
          if (userVersion(db) >= (migrations.at(-1)?.version ?? 0)) return;
          // Migrating it again would fail halfway, with a reason that is not the cause.
          if (otherVersion(db) !== null) throw damagedFile(file);
          refuseAlteredTables(db, file);
        }).deferred();
        refuseStrangeValues(db, file);
        keepOwnObjects(db);
      },
      // A compressed answer takes about 4 KB: larger pages would hold one each and leave the rest empty.
      pageSize: 2048,
      // Enough for the indexes of a hundred thousand answers; unused cache takes no memory.
      cacheKibibytes: 65_536,
      // 16 MB: checkpointed a few times a minute while answers arrive, not many times a second.
      checkpointPages: 8000,
    });
  } catch (error) {
    throw refusalOf(error, file);
  }
}

/**
 * Opens the history with a read-only connection, for a program that has no other.
 * @throws HistoryFailure if there is none, or if a writing program must migrate it first
 */
export function openReader(file: string): Database.Database {
  if (!existsSync(file))
    throw new HistoryFailure(
      'NOT_FOUND',
      'No history yet. Ask a first question in Parallax, then try again.',
    );
  const db = connectReader(file);
  try {
    const version = refuseForeign(db, { steps: migrations, applicationId });
    refuseStrangeTables(db, file);
    if (version === migrations.at(-1)?.version) return db;
    throw new HistoryFailure(
      'HISTORY_OLDER',
      `The history ${file} was written by an earlier version. Open Parallax once to update it, then try again.`,
    );
  } catch (error) {
    db.close();
    throw refusalOf(error, file);
  }
}

function refusalOf(error: unknown, file: string): unknown {
  const isForeign = error instanceof DatabaseRefusal && error.reason === 'foreign';
  if ((error instanceof SqliteError || isForeign) && isHeaderDamaged(file)) return damagedFile(file, error);
  if (!(error instanceof DatabaseRefusal)) return error;
  if (error.reason === 'older' && misstatesVersion(file)) return damagedFile(file, error);
  const [code, sentence] = refusals[error.reason];
  return new HistoryFailure(code, sentence(file, error));
}

const refusals: Readonly<
  Record<RefusalReason, readonly [HistoryFailureCode, (file: string, refusal: DatabaseRefusal) => string]>
> = {
  foreign: [
    'HISTORY_CORRUPT',
    (file) =>
      `The file ${file} is a database of another program. Choose another data folder, or move the file. The file is unchanged.`,
  ],
  newer: [
    'HISTORY_NEWER',
    (file, { version, newest }) =>
      `The history file ${file} was written by a newer version of Parallax (schema ${version}, this program knows ${newest}). Update Parallax to open it.${wayBack(file)}${misstatesVersion(file) ? ` If no newer version ever opened it, its version is damaged: "parallax data repair" sets it right.` : ''} The file is unchanged.`,
  ],
  older: ['HISTORY_OLDER', (file, { version }) => olderThanFirst(file, version)],
  moved: ['HISTORY_UNAVAILABLE', (file) => `The history ${file} was just moved. Restart Parallax.`],
  brokenReferences: ['HISTORY_CORRUPT', () => 'The history has references to missing rows.'],
};

/** The copy that the newer version made before it first opened the file. */
function wayBack(file: string): string {
  const copy = versionCopies(file).at(-1);
  return copy === undefined
    ? ''
    : ` To stay with this version, restore the copy from before the update: "parallax data restore '${copy}'"; what was stored since stays in a file beside it.`;
}

/** Instructions for a file from before the initial schema. */
export function olderThanFirst(file: string, version: number): string {
  return `${file} was written by a development version from before Parallax 0.1.0 (schema ${version}) and cannot be opened. Open it once with the last development version (see "Versions and backups" in docs/history-database.md), or choose another data folder. The file is unchanged.`;
}

/** Full check of the file's structure; slow on a large history. */
export function integrityProblems(db: Database.Database, file: string): readonly string[] {
  try {
    const rows = db.prepare<[], { integrity_check: string }>('PRAGMA integrity_check(20)').all();
    return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  } catch (error) {
    return [classifyFailure(error, file).message];
  }
}
