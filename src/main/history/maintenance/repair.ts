import { closeSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { userVersion } from '#platform/sqlite/migrate.ts';
import { connectDatabase, removeDatabase } from '#platform/sqlite/open.ts';
import type { RepairFacts } from '#shared/model/maintenance.ts';
import { HistoryFailure } from '../store/failures.ts';
import { headerOf } from '../store/fileHeader.ts';
import { openDatabase } from '../store/openDatabase.ts';
import { checkedCopy } from './backup.ts';
import { damagedAnswers } from './check.ts';
import { inconsistencies } from './consistency.ts';
import { overlookDeclarations } from './declarations.ts';
import {
  type HeldFile,
  refuseWhileInUse,
  refuseWithoutRoom,
  replaceFile,
  setAside,
  withExclusiveLock,
} from './exclusiveAccess.ts';
import { copyWithLogs } from './logsBeside.ts';
import type { TaskStep } from './protocol.ts';
import { repairConsistency } from './repairConsistency.ts';
import { salvageInto } from './salvage.ts';
import { alteredSchema, misstatesVersion, otherVersion } from './schema.ts';

/**
 * Writes a new history with all readable data of this one, repairs inconsistencies, and replaces the file. The
 * old file is kept beside it unchanged, so a repair never loses data.
 */
export function repairHistory(file: string, nowMs: number, onProgress: TaskStep): RepairFacts {
  if (!existsSync(file))
    throw new HistoryFailure('NOT_FOUND', `No history found at ${file}. Nothing was repaired.`);
  refuseWhileInUse(file);
  refuseWithoutRoom(dirname(file), Math.ceil(statSync(file).size * 1.2), 'Repairing');
  const header = mendedHeader(file);
  // A copy needs no lock, and no Parallax has the file open.
  const held = header === null ? withExclusiveLock(file, { damaged: true }) : nobody;
  const source =
    held.db ?? connectDatabase(header?.copy ?? file, { readonly: header === null, fileMustExist: true });
  const incoming = `${file}.repairing`;
  try {
    removeDatabase(incoming);
    const version = header === null && held.db === null ? null : mendVersion(source);
    const repaired = [
      ...(header?.mended ?? []),
      ...(version === null ? [] : [version]),
      ...copyReadable(source, incoming, onProgress),
    ];
    onProgress({ what: 'Repairing', done: 0, total: 1 });
    const { db } = openDatabase(incoming, { backup: false });
    let remaining: RepairFacts['remaining'];
    try {
      repaired.push(...repairConsistency(db));
      remaining = [...inconsistencies(db), ...damagedAnswers(db, onProgress)];
      db.pragma('journal_mode = DELETE');
    } finally {
      db.close();
    }
    onProgress({ what: 'Checking the copy', done: 0, total: 1 });
    const { runs, observations } = checkedCopy(incoming);
    onProgress({ what: 'Checking the copy', done: 1, total: 1 }, 'last');
    if (held.db === null) source.close();
    const keptFile = setAside(file, 'before-repair', nowMs);
    replaceFile(incoming, file, held);
    return { file, keptFile, repaired, remaining, runs, observations };
  } catch (error) {
    removeDatabase(incoming);
    throw error;
  } finally {
    if (held.db === null && source.open) source.close();
    held.letGo();
    if (header !== null) removeDatabase(header.copy);
  }
}

const nobody: HeldFile = { db: null, letGo: () => undefined };

/** Copies an intact file as a whole, a damaged one row by row. Returns what was lost. */
function copyReadable(source: Database.Database, incoming: string, onProgress: TaskStep): readonly string[] {
  if (isSound(source)) {
    onProgress({ what: 'Copying', done: 0, total: 1 });
    source.prepare('VACUUM INTO @incoming').run({ incoming });
    return [];
  }
  overlookDeclarations(source);
  return salvageInto(source, incoming, onProgress);
}

function isSound(source: Database.Database): boolean {
  try {
    return (
      source.pragma('integrity_check(1)', { simple: true }) === 'ok' && alteredSchema(source).length === 0
    );
  } catch {
    return false;
  }
}

/** A copy of a history whose header is right again, beside it; null if its header is sound. */
function mendedHeader(file: string): { readonly copy: string; readonly mended: readonly string[] } | null {
  const { header, mended } = headerOf(file);
  if (mended.length === 0 && !misstatesVersion(file)) return null;
  const copy = `${file}.repairing-header`;
  removeDatabase(copy);
  copyWithLogs(file, copy);
  const handle = openSync(copy, 'r+');
  try {
    writeSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return { copy, mended };
}

/** Sets the version of a file to the one whose tables it has, if its header states another. */
function mendVersion(db: Database.Database): string | null {
  const version = otherVersion(db);
  if (version === null) return null;
  const stored = userVersion(db);
  db.pragma(`user_version = ${version}`);
  return `The version in the header, ${stored}, was set to ${version}.`;
}
