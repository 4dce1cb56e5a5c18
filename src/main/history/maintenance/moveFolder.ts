import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import Database from 'better-sqlite3';
import { HistoryFailure } from '../store/failures.ts';
import { checkedCopy, toDisk } from './backup.ts';
import { type HeldFile, refuseWhileInUse, refuseWithoutRoom, withExclusiveLock } from './exclusiveAccess.ts';
import { moveNoteName } from './moveNote.ts';
import type { MoveFacts, TaskProgress } from './protocol.ts';
import { contents } from './tables.ts';

/** Belongs to programs that run now, or is made anew by them. */
const staysBehind = /^(sessions|window|logs|moved\.json|.*\.(unfinished|compacting|repairing|restoring))$/;

/**
 * Moves everything Parallax keeps to another folder. Nobody may use it meanwhile. The copy is compared file by file,
 * and the history in it checked whole, before a note in the old folder sends every later start to the new one; only
 * then the old files go. Whenever the program ends, exactly one of the folders is in use.
 */
export function moveDataFolder(
  task: { readonly file: string; readonly target: string; readonly keepOld: boolean; readonly nowMs: number },
  onProgress: (progress: TaskProgress) => void,
): MoveFacts {
  const from = dirname(task.file);
  const to = resolve(task.target);
  if (!existsSync(task.file))
    throw new HistoryFailure('NOT_FOUND', `There is no history ${task.file} to move.`);
  refuseTarget(from, to);
  refuseWhileInUse(task.file);
  const files = filesBelow(from);
  const bytes = files.reduce((sum, file) => sum + statSync(join(from, file)).size, 0);
  const unfinished = `${to}.unfinished`;
  const held = new Map<string, HeldFile>();
  try {
    for (const file of files.filter((name) => name.endsWith('.db') && isInUsePlace(name)))
      held.set(file, withExclusiveLock(join(from, file)));
    // A journal is one with its file once it is held.
    const copied = filesBelow(from);
    mkdirSync(dirname(to), { recursive: true });
    rmSync(unfinished, { recursive: true, force: true });
    refuseWithoutRoom(dirname(to), Math.ceil(bytes * 1.02), 'Moving');
    for (const [index, file] of copied.entries()) {
      onProgress({ what: 'Copying and comparing', done: index, total: copied.length });
      const database = held.get(file);
      if (database) copyHeld(database, join(from, file), join(unfinished, file));
      else copyCompared(join(from, file), join(unfinished, file));
    }
    checkedCopy(join(unfinished, relative(from, task.file)));
    if (existsSync(to)) rmdirSync(to);
    renameSync(unfinished, to);
    toDisk(dirname(to));
    writeNote(from, to, task.nowMs);
    if (!task.keepOld)
      for (const file of copied) if (!isSetting(file)) rmSync(join(from, file), { force: true });
    return { from, to, files: copied.length, bytes, oldKept: task.keepOld };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    for (const file of held.values()) file.letGo();
  }
}

/** Databases that programs open, as against backups of them. */
const isInUsePlace = (name: string): boolean => /^(history|service[\\/][^\\/]+)\.db$/.test(name);
/** Hosts may still have it open, and it is small. */
const isSetting = (name: string): boolean => name === 'settings.json';

function refuseTarget(from: string, to: string): void {
  const inside = (inner: string, outer: string): boolean => `${inner}${sep}`.startsWith(`${outer}${sep}`);
  if (inside(to, resolve(from)) || inside(resolve(from), to))
    throw new HistoryFailure(
      'INVALID_INPUT',
      `${to} and the data folder ${from} lie in each other: choose another folder.`,
    );
  const standing = statSync(to, { throwIfNoEntry: false });
  if (standing && (!standing.isDirectory() || readdirSync(to).length > 0))
    throw new HistoryFailure(
      'INVALID_INPUT',
      `${to} is not empty: choose a new or empty folder. Nothing was moved.`,
    );
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !staysBehind.test(entry.name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(join(folder, entry.name)).map((name) => join(entry.name, name))
        : entry.isFile()
          ? [entry.name]
          : [],
    );
}

/** Through the connection that holds it: opening the file once more and closing it would let go of the lock. */
function copyHeld({ db }: HeldFile, source: string, target: string): void {
  if (db === null)
    throw new HistoryFailure(
      'HISTORY_CORRUPT',
      `${source} is damaged: repair it before it is moved. Nothing was moved.`,
    );
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  db.prepare('VACUUM INTO ?').run(target);
  toDisk(target);
  const copy = new Database(target, { readonly: true, fileMustExist: true });
  try {
    const whole = copy.pragma('integrity_check(1)', { simple: true }) === 'ok';
    if (!whole || contents(copy) !== contents(db))
      throw new HistoryFailure(
        'HISTORY_UNAVAILABLE',
        `The copy ${target} differs from ${source}: nothing was moved.`,
      );
  } finally {
    copy.close();
  }
}

function copyCompared(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  copyFileSync(source, target);
  toDisk(target);
  if (hashOf(source) !== hashOf(target))
    throw new HistoryFailure(
      'HISTORY_UNAVAILABLE',
      `The copy ${target} differs from ${source}: nothing was moved.`,
    );
}

function hashOf(file: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1 << 20);
  const handle = openSync(file, 'r');
  try {
    for (let read = readSync(handle, piece); read > 0; read = readSync(handle, piece))
      hash.update(piece.subarray(0, read));
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}

function writeNote(from: string, to: string, nowMs: number): void {
  const note = join(from, moveNoteName);
  writeFileSync(`${note}.new`, `${JSON.stringify({ to, movedAt: new Date(nowMs).toISOString() })}\n`);
  toDisk(`${note}.new`);
  renameSync(`${note}.new`, note);
  toDisk(from);
}
