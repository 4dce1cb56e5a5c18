import ElectronStore from 'electron-store';
import type { SettingsStore } from '../../ports.ts';

/** Settings as `settings.json` in the data folder: the file the hosts without Electron write too. */
export function openElectronSettings(dataFolder: string): SettingsStore {
  const store = new ElectronStore<Record<string, unknown>>({
    cwd: dataFolder,
    name: 'settings',
    // A torn file must not keep the program from starting; nothing in it is irreplaceable.
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false,
  });
  return {
    get: (key) => store.get(key),
    set: (key, value) => store.set(key, value),
    remove: (key) => store.delete(key),
  };
}
