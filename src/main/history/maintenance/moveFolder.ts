import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { replaceText, toDisk } from '#platform/files.ts';
import { isOwnFile } from '#platform/privateFiles.ts';
import { connectReader } from '#platform/sqlite/open.ts';
import type { MoveFacts } from '#shared/model/maintenance.ts';
import { HistoryFailure } from '../store/failures.ts';
import { checkedCopy, notWritten } from './backup.ts';
import { type HeldFile, refuseWhileInUse, refuseWithoutRoom, withExclusiveLock } from './exclusiveAccess.ts';
import { moveNoteName } from './moveNote.ts';
import type { TaskStep } from './protocol.ts';
import { contents } from './tables.ts';

/** Folders with what moves; the others belong to running programs, or are created again by them. */
const movedFolders = ['', 'reports', 'service'];
const staysBehind =
  /^moved\.json$|^settings\.json\.(?!damaged-)|\.(unfinished|compacting|repairing|restoring|lock|token|sock)$/;

/**
 * Moves the files of Parallax in a data folder; those of other programs stay. Needs exclusive access. The copy is compared file by file, and its history fully
 * checked, before a note in the old folder redirects later starts to the new one; only then are the old files
 * deleted. Whenever the program ends, exactly one of the folders is in use.
 */
export function moveDataFolder(
  task: { readonly file: string; readonly target: string; readonly keepOld: boolean; readonly nowMs: number },
  onProgress: TaskStep,
): MoveFacts {
  const from = dirname(task.file);
  const to = resolve(task.target);
  if (!existsSync(task.file))
    throw new HistoryFailure('NOT_FOUND', `No history found at ${task.file}. Nothing was moved.`);
  refuseTarget(from, to);
  refuseWhileInUse(task.file);
  const files = ownFiles(from);
  const bytes = files.reduce((sum, file) => sum + statSync(join(from, file)).size, 0);
  const unfinished = `${to}.unfinished`;
  const held = new Map<string, HeldFile>();
  /** The copy has its name, and no note leads to it yet. */
  let inPlace = false;
  /** The outermost folder that was created for the new one. */
  let made: string | undefined;
  try {
    for (const file of files.filter((name) => name.endsWith('.db') && isInUsePlace(name)))
      held.set(file, withExclusiveLock(join(from, file)));
    // Once the file is locked, its journal has been merged into it.
    const copied = ownFiles(from);
    made = mkdirSync(dirname(to), { recursive: true });
    rmSync(unfinished, { recursive: true, force: true });
    refuseWithoutRoom(dirname(to), Math.ceil(bytes * 1.02), 'Moving');
    for (const [index, file] of copied.entries()) {
      onProgress({ what: 'Copying and comparing', done: index, total: copied.length });
      const database = held.get(file);
      const [source, copy] = [join(from, file), join(unfinished, file)];
      mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
      if (database) copyHeld(database, source, copy);
      else if (isSetting(file)) copySettings(source, copy);
      else copyCompared(source, copy);
    }
    const checking = (done: number, last?: 'last'): void =>
      onProgress({ what: 'Checking the copy', done, total: 1 }, last);
    checking(0);
    checkedCopy(join(unfinished, relative(from, task.file)));
    checking(1, 'last');
    if (existsSync(to)) rmdirSync(to);
    renameSync(unfinished, to);
    inPlace = true;
    toDisk(dirname(to));
    const movedAt = new Date(task.nowMs).toISOString();
    replaceText(join(from, moveNoteName), `${JSON.stringify({ to, movedAt })}\n`);
    inPlace = false;
    if (!task.keepOld)
      for (const file of copied) if (!isSetting(file)) rmSync(join(from, file), { force: true });
    return { from, to, files: copied.length, bytes, oldKept: task.keepOld };
  } catch (error) {
    for (const folder of inPlace ? [unfinished, to] : [unfinished])
      rmSync(folder, { recursive: true, force: true });
    if (made !== undefined) removeEmpty(dirname(to), made);
    throw notWritten(error, task.file, inPlace ? from : to);
  } finally {
    for (const file of held.values()) file.letGo();
  }
}

/** Removes a folder and those around it up to `outermost`, as long as they are empty. */
function removeEmpty(innermost: string, outermost: string): void {
  try {
    for (let folder = innermost; folder.length >= outermost.length; folder = dirname(folder))
      rmdirSync(folder);
  } catch {
    // Another program has put something there.
  }
}

/** Databases that programs open, as opposed to backups. */
const isInUsePlace = (name: string): boolean => /^(history|service[\\/][^\\/]+)\.db$/.test(name);
/** Hosts may still have it open, and it is small. */
const isSetting = (name: string): boolean => name === 'settings.json';

function refuseTarget(from: string, to: string): void {
  const inside = (inner: string, outer: string): boolean => `${inner}${sep}`.startsWith(`${outer}${sep}`);
  if (inside(to, resolve(from)) || inside(resolve(from), to))
    throw new HistoryFailure(
      'INVALID_INPUT',
      `${to} and the data folder ${from} contain one another. Choose another folder. Nothing was moved.`,
    );
  const existing = statSync(to, { throwIfNoEntry: false });
  if (existing && (!existing.isDirectory() || readdirSync(to).length > 0))
    throw new HistoryFailure(
      'INVALID_INPUT',
      `${to} is not empty. Choose a new or empty folder. Nothing was moved.`,
    );
}

function ownFiles(folder: string): readonly string[] {
  return movedFolders.flatMap((name) =>
    (existsSync(join(folder, name)) ? readdirSync(join(folder, name), { withFileTypes: true }) : []).flatMap(
      (entry) =>
        entry.isFile() && isOwnFile(entry.name, name) && !staysBehind.test(entry.name)
          ? [join(name, entry.name)]
          : [],
    ),
  );
}

/** Through the connection that holds the lock: opening the file again and closing it would release the lock. */
function copyHeld({ db }: HeldFile, source: string, target: string): void {
  if (db === null)
    throw new HistoryFailure('HISTORY_CORRUPT', `${source} is damaged. Repair it first. Nothing was moved.`);
  db.prepare('VACUUM INTO @target').run({ target });
  toDisk(target);
  const copy = connectReader(target);
  try {
    const whole = copy.pragma('integrity_check(1)', { simple: true }) === 'ok';
    if (!whole || contents(copy) !== contents(db)) throw differs(source, target);
  } finally {
    copy.close();
  }
}

function copyCompared(source: string, target: string): void {
  copyFileSync(source, target);
  toDisk(target);
  if (hashOf(source) !== hashOf(target)) throw differs(source, target);
}

/** This program may replace them meanwhile, such as with the position of its window: one whole state of them is copied. */
function copySettings(source: string, target: string): void {
  const settings = readFileSync(source);
  writeFileSync(target, settings, { mode: 0o600 });
  toDisk(target);
  if (!readFileSync(target).equals(settings)) throw differs(source, target);
}

const differs = (source: string, target: string): HistoryFailure =>
  new HistoryFailure('HISTORY_UNAVAILABLE', `The copy ${target} differs from ${source}. Nothing was moved.`);

function hashOf(file: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(1 << 20);
  const handle = openSync(file, 'r');
  try {
    for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk))
      hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}
