import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type Conf from 'conf';
import { takeFileLock } from '#platform/sqlite/fileLock.ts';
import type { SettingsStore } from '../../ports.ts';
import { damagedPrefix, readSettingsFile, settingsFileOf } from '../../settings/settingsFile.ts';

type Values = Record<string, unknown>;
export type SettingsFile = Pick<Conf<Values>, 'get' | 'set' | 'delete' | 'store'>;

/** Options of both libraries that keep the file: conf, and electron-store, which is built on it. */
export const settingsOptions = {
  fileExtension: 'json',
  configFileMode: 0o600,
  // It would empty a damaged file; here that is kept.
  clearInvalidConfig: false,
  accessPropertiesByDotNotation: false,
} as const;

/**
 * Settings as `settings.json` in the data folder. Hosts share the file: each access reads it, and each change is made
 * under a lock, so that none is lost. A damaged file is kept beside, and settings have their defaults again. Unknown
 * ones are kept: a newer version may have written them.
 * @param open opens the file, which is intact or missing then
 */
export function createSettingsStore(dataFolder: string, open: () => SettingsFile): SettingsStore {
  const file = settingsFileOf(dataFolder);
  let damaged: string | null = null;
  const keepDamaged = (): void => {
    damaged = locked(file, () => putDamagedAside(file)) ?? damaged;
  };
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  if (isDamaged(file)) keepDamaged();
  const settings = open();
  const read = <Value>(take: () => Value): Value => {
    try {
      return take();
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      keepDamaged();
      return take();
    }
  };
  const change = (make: () => void): void =>
    locked(file, () => {
      damaged = putDamagedAside(file) ?? damaged;
      make();
    });
  return {
    get: (key) => read(() => settings.get(key)),
    all: () => new Map(Object.entries(read(() => settings.store))),
    set: (key, value) => change(() => settings.set(key, value)),
    remove: (key) => change(() => settings.delete(key)),
    damaged: () => damaged,
  };
}

/** One setting, for programs that load no more than they need; undefined if there is none, or no intact file. */
export function readSetting(dataFolder: string, key: string): unknown {
  return readSettingsFile(settingsFileOf(dataFolder))?.[key];
}

const isDamaged = (file: string): boolean => readSettingsFile(file) === null;

/** @returns the name that it has then, or null if it is not damaged */
function putDamagedAside(file: string): string | null {
  if (!isDamaged(file)) return null;
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const name = `${damagedPrefix}${stamp}`;
  renameSync(file, join(file, '..', name));
  return name;
}

/** A change takes milliseconds: what holds the lock for this long, in milliseconds, is suspended. */
const heldMs = 5000;

/** Runs `work` while no other process, and nothing else in this one, changes the file. */
function locked<T>(file: string, work: () => T): T {
  const lock = takeFileLock(`${file}.lock`, heldMs);
  if (lock === null)
    throw new Error('Another process of Parallax holds the settings. Quit it, then try again.');
  try {
    return work();
  } finally {
    lock.release();
  }
}
