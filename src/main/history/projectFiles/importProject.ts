import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { ProjectImportFacts } from '#shared/model/project.ts';
import { vetCopy } from '../maintenance/backup.ts';
import { copyWithLogs } from '../maintenance/logsBeside.ts';
import { refuseWhatIsNoFile } from '../maintenance/openForReading.ts';
import type { TaskProgress } from '../maintenance/protocol.ts';
import { HistoryFailure } from '../store/failures.ts';
import { openDatabase } from '../store/openDatabase.ts';
import { checkRows, importLimits, removeUnreadablePlans } from './checkRows.ts';
import { incomingCopy } from './incomingCopy.ts';
import { mergeProject } from './merge.ts';
import { repackPayloads } from './prune.ts';

/**
 * Imports a project file into a history in one transaction. Data that already exists (by id) is not added
 * again; a known run gets its missing answers.
 */
export function importProject(
  file: string,
  from: string,
  nowMs: number,
  onProgress: (progress: TaskProgress) => void = () => {},
  isCancelled: () => boolean = () => false,
): ProjectImportFacts {
  if (!existsSync(from)) throw new HistoryFailure('NOT_FOUND', `No file ${from}.`);
  const stop = (): void => {
    if (isCancelled()) throw new HistoryFailure('CANCELLED', 'Import cancelled. Nothing was changed.');
  };
  if (statSync(from).size > importLimits.fileBytes)
    throw new HistoryFailure(
      'INVALID_INPUT',
      `${from} is larger than ${importLimits.fileBytes / 1024 ** 3} GiB and is not imported. Nothing was changed.`,
    );
  // An older file is migrated first, as a copy; the user's file is only read.
  mkdirSync(dirname(file), { recursive: true });
  const { copy, remove } = incomingCopy(file);
  try {
    onProgress({ what: 'Checking the file', done: 0, total: 2 });
    refuseWhatIsNoFile(from);
    copyWithLogs(from, copy);
    stop();
    prepare(copy, from, stop);
    onProgress({ what: 'Adding new data', done: 1, total: 2 });
    const { db } = openDatabase(file);
    try {
      db.prepare('ATTACH @copy AS incoming').run({ copy });
      return db.transaction(() => mergeProject(db, nowMs, stop)).immediate();
    } finally {
      db.close();
    }
  } finally {
    remove();
  }
}

function prepare(copy: string, from: string, stop: () => void): void {
  vetCopy(copy, from);
  const { db } = openDatabase(copy);
  try {
    refuseOthers(db, from);
    checkRows(db, from, stop);
    refuseBomb(db, from);
    removeUnreadablePlans(db);
    // A file that is a complete history of one project may have dictionaries, which are not imported.
    repackPayloads(db, stop);
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/** Bodies that decompress to far more than the file contains would fill memory and disk. */
function refuseBomb(db: Database, from: string): void {
  const { raw, packed } = db
    .prepare<[], { raw: number; packed: number }>(
      'SELECT total(raw_bytes) AS raw, total(octet_length(body)) AS packed FROM payloads',
    )
    .get() ?? { raw: 0, packed: 0 };
  if (raw > importLimits.freeBytes + packed * importLimits.ratio)
    throw new HistoryFailure(
      'INVALID_INPUT',
      `The answers in ${from} unpack to ${Math.round(raw / 1e6)} MB from ${Math.round(packed / 1e6)} MB. This is not a project of Parallax. Nothing was changed.`,
    );
}

function refuseOthers(db: Database, from: string): void {
  const projects = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM projects').get()?.n ?? 0;
  if (projects !== 1)
    throw new HistoryFailure(
      'CONFLICT',
      `${from} is a whole history with ${projects} projects, not a project file. Restore it with "parallax restore". Nothing was changed.`,
    );
}
