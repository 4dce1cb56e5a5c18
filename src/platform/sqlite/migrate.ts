import { existsSync, renameSync, rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

/**
 * A schema migration. Migrations run in order of `version`, each in one transaction with its `user_version`.
 */
export type Migration = {
  /** One more than the previous migration. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** A file of this version already has these tables and only gets the new number. */
  readonly replaces?: number;
};

export type DatabaseFile = {
  readonly file: string;
  readonly steps: readonly Migration[];
  /** Stored in the file to distinguish it from other programs' databases. */
  readonly applicationId?: number;
  /** How long to wait for another program's lock. */
  readonly busyTimeoutMs: number;
  /** Page size of a new file, in bytes. */
  readonly pageSize?: number;
  readonly cacheKibibytes: number;
  /** Pages of the write-ahead log between two checkpoints. */
  readonly checkpointPages: number;
  /** False if the file is itself a copy. */
  readonly backup?: boolean;
  /** Called with an existing file before anything is read from it or written to it. */
  readonly check?: (db: Database) => void;
};

export type RefusalReason = 'foreign' | 'newer' | 'older' | 'moved' | 'brokenReferences';

/**
 * A file that cannot be used: it belongs to another program, has an unknown version, was moved, or is
 * inconsistent.
 */
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

/** Whether a file of this version can be migrated to the newest one. */
export function isKnownVersion(steps: readonly Migration[], version: number): boolean {
  return version === 0 || steps.some((step) => step.version === version || step.replaces === version);
}

/** @throws Error if a migration is missing or out of order: a bug in this program */
export function assertInOrder(steps: readonly Migration[]): void {
  for (const [index, { version, name }] of steps.entries()) {
    const before = steps[index - 1];
    if (before && version !== before.version + 1)
      throw new Error(
        `Migration "${name}" has version ${version}; after version ${before.version} comes ${before.version + 1}.`,
      );
  }
}

/**
 * Returns the version of a file that is ours and can be migrated.
 * @throws DatabaseRefusal for any other file
 */
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

/** A full copy beside a file that will be migrated; an existing copy of the same version is kept. */
export function backUpBeforeMigrating(
  db: Database,
  { file, steps }: DatabaseFile,
  version: number,
): string | null {
  if (version === 0 || version === steps.at(-1)?.version) return null;
  const target = `${file.replace(/\.db$/, '')}.v${version}.backup.db`;
  if (existsSync(target)) return target;
  // Written under a temporary name, so that a killed program leaves no partial backup.
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  db.prepare('VACUUM INTO @target').run({ target: unfinished });
  renameSync(unfinished, target);
  return target;
}

/**
 * Runs the missing migrations.
 * @throws DatabaseRefusal if foreign keys are violated afterwards
 */
export function migrate(db: Database, { steps, applicationId }: DatabaseFile): void {
  const newest = steps.at(-1)?.version ?? 0;
  if (userVersion(db) === newest) return;
  for (const step of steps) {
    db.transaction(() => {
      // Read again under the write lock, because another program may have migrated meanwhile.
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
