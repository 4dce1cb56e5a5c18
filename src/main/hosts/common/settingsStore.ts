import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceText } from '#platform/files.ts';
import type { SettingsStore } from '../../ports.ts';

/** Settings as `settings.json` in the data folder: hosts share the file, so each access reads it. */
export function openSettingsStore(dataFolder: string): SettingsStore {
  const file = join(dataFolder, 'settings.json');
  const read = (): Map<string, unknown> => {
    try {
      const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return new Map(typeof found === 'object' && found !== null ? Object.entries(found) : []);
    } catch (error) {
      // A damaged file must not prevent the start; nothing in it is irreplaceable.
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT')
        return new Map();
      throw error;
    }
  };
  const write = (settings: ReadonlyMap<string, unknown>): void => {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    replaceText(file, JSON.stringify(Object.fromEntries(settings), null, '\t'));
  };
  return {
    get: (key) => read().get(key),
    all: read,
    set: (key, value) => write(read().set(key, value)),
    remove(key) {
      const settings = read();
      if (settings.delete(key)) write(settings);
    },
  };
}
