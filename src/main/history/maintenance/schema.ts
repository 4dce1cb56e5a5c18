import type Database from 'better-sqlite3';
import { alteredDeclarations } from '#platform/sqlite/declaredSchema.ts';
import { type Migration, userVersion } from '#platform/sqlite/migrate.ts';
import { connectDatabase } from '#platform/sqlite/open.ts';
import { HistoryFailure } from '../store/failures.ts';
import { migrations } from '../store/migrations/list.ts';

/** What a history declares otherwise than its version, or than the one given. */
export const alteredSchema = (db: Database.Database, version?: number): readonly string[] =>
  alteredDeclarations(db, migrations, version);

/**
 * The version whose tables a file has, if its header states another one. Null if the header is right, and for tables
 * that cannot be read or are those of no version.
 */
export function otherVersion(db: Database.Database): number | null {
  // In one transaction: another program may be migrating the file, and the tables would be newer than the version read.
  return db.transaction(() => otherVersionNow(db)).deferred();
}

function otherVersionNow(db: Database.Database): number | null {
  const stored = userVersion(db);
  const isStated = ({ version, replaces }: Migration): boolean => version === stored || replaces === stored;
  const fits = ({ version }: Migration): boolean => alteredSchema(db, version).length === 0;
  try {
    if (migrations.some((step) => isStated(step) && fits(step))) return null;
    return migrations.findLast((step) => !isStated(step) && fits(step))?.version ?? null;
  } catch {
    return null;
  }
}

/** Whether `otherVersion` finds one. False for a file that cannot be opened. */
export function misstatesVersion(file: string): boolean {
  let db: Database.Database | undefined;
  try {
    db = connectDatabase(file, { readonly: true, fileMustExist: true });
    return otherVersion(db) !== null;
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

/**
 * Rejects a foreign file whose tables, views, triggers or indexes are not exactly those of its version, so that
 * nothing in it can execute. Call before reading anything else from it.
 * @throws HistoryFailure HISTORY_CORRUPT
 */
export function refuseAlteredSchema(db: Database.Database, file: string): void {
  const altered = alteredSchema(db);
  if (altered.length === 0) return;
  const named = altered.slice(0, 3).map((name) => JSON.stringify(name.slice(0, 100)));
  throw new HistoryFailure(
    'HISTORY_CORRUPT',
    `${file} is not built as Parallax builds its histories (${named.join(', ')}${altered.length > 3 ? ' …' : ''}): it is damaged, or another program changed it. Nothing was changed.`,
  );
}
