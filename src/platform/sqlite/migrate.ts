import { existsSync, renameSync, rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { DatabaseFile } from './open.ts';

/** One step of the schema. Steps run in order of `version`, each in one transaction with its `user_version`. */
export type Migration = {
  /** One more than that of the step before. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** A file of this version has the tables of this step already: it gets the new number and nothing else. */
  readonly replaces?: number;
};

export type RefusalReason = 'foreign' | 'newer' | 'older' | 'moved' | 'brokenReferences';

/** A file that cannot be used: another program's, of a version this one does not know, moved away, or inconsistent. */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal';
  readonly reason: RefusalReason;
  readonly version: number;
  readonly newest: number;

  constructor(reason: RefusalReason, version: number, newest: number) {
    super(`The database is refused (${reason}, version ${version} of ${newest}).`);
    this.reason = reason;
    this.version = version;
    this.newest = newest;
  }
}

export function userVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** Whether a file of this version can be brought to the newest one. */
export function isKnownVersion(steps: readonly Migration[], version: number): boolean {
  return version === 0 || steps.some((step) => step.version === version || step.replaces === version);
}

/** @throws Error when a step is missing or stands in the wrong place: a mistake in this program */
export function assertInOrder(steps: readonly Migration[]): void {
  for (const [index, { version, name }] of steps.entries()) {
    const before = steps[index - 1];
    if (before && version !== before.version + 1)
      throw new Error(
        `Migration "${name}" has version ${version}; after version ${before.version} comes ${before.version + 1}.`,
      );
  }
}

/** Gives the version of a file that is ours and can be migrated. @throws DatabaseRefusal for any other */
export function refuseForeign(
  db: Database,
  { steps, applicationId }: Pick<DatabaseFile, 'steps' | 'applicationId'>,
): number {
  const version = userVersion(db);
  const newest = steps.at(-1)?.version ?? 0;
  const refuse = (reason: RefusalReason) => new DatabaseRefusal(reason, version, newest);
  const tables = db.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get() ?? 0;
  const ours =
    applicationId === undefined
      ? version !== 0
      : db.pragma('application_id', { simple: true }) === applicationId;
  if (tables > 0 && !ours) throw refuse('foreign');
  if (version > newest) throw refuse('newer');
  if (!isKnownVersion(steps, version)) throw refuse('older');
  return version;
}

/** A whole copy beside a file that is about to be migrated; an earlier copy of the same version is as good and stays. */
export function backUpBeforeMigrating(
  db: Database,
  { file, steps }: DatabaseFile,
  version: number,
): string | null {
  if (version === 0 || version === steps.at(-1)?.version) return null;
  const target = `${file.replace(/\.db$/, '')}.v${version}.backup.db`;
  if (existsSync(target)) return target;
  // Under another name until it is whole: a killed program must not leave half a backup behind.
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  db.prepare('VACUUM INTO @target').run({ target: unfinished });
  renameSync(unfinished, target);
  return target;
}

/** Runs the steps the file does not have yet. @throws DatabaseRefusal when references lead nowhere afterwards */
export function migrate(db: Database, { steps, applicationId }: DatabaseFile): void {
  const newest = steps.at(-1)?.version ?? 0;
  if (userVersion(db) === newest) return;
  for (const step of steps) {
    db.transaction(() => {
      // Read again under the write lock: another program may have migrated meanwhile.
      const version = userVersion(db);
      if (version >= step.version) return;
      if (version !== step.replaces) db.exec(step.sql);
      if (applicationId !== undefined) db.pragma(`application_id = ${applicationId}`);
      db.pragma(`user_version = ${step.version}`);
    }).immediate();
  }
  const broken = db.pragma('foreign_key_check');
  if (Array.isArray(broken) && broken.length > 0)
    throw new DatabaseRefusal('brokenReferences', newest, newest);
}
