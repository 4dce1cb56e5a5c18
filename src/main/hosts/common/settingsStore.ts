import Conf from 'conf';
import type { SettingsStore } from '../../ports.ts';

/** Settings as `settings.json` in the data folder: the same file whichever host has it open. */
export function openSettingsStore(dataFolder: string): SettingsStore {
  const conf = new Conf<Record<string, unknown>>({
    cwd: dataFolder,
    configName: 'settings',
    // A torn file must not keep the program from starting; nothing in it is irreplaceable.
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false,
  });
  return {
    get: (key) => conf.get(key),
    set: (key, value) => conf.set(key, value),
    remove: (key) => conf.delete(key),
  };
}
