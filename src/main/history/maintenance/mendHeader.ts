import { closeSync, openSync, writeSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { userVersion } from '#platform/sqlite/migrate.ts';
import { removeDatabase } from '#platform/sqlite/open.ts';
import { headerOf } from '../store/fileHeader.ts';
import { copyWithLogs } from './logsBeside.ts';
import { misstatesVersion, otherVersion } from './schema.ts';

/** A copy of a history whose header is right again, beside it; null if its header is sound. */
export function mendedHeader(
  file: string,
): { readonly copy: string; readonly mended: readonly string[] } | null {
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
export function mendVersion(db: Database.Database): string | null {
  const version = otherVersion(db);
  if (version === null) return null;
  const stored = userVersion(db);
  db.pragma(`user_version = ${version}`);
  return `The version in the header, ${stored}, was set to ${version}.`;
}
