import ElectronStore from 'electron-store';
import type { SettingsStore } from '../../ports.ts';
import { createSettingsStore, settingsOptions } from '../common/settingsStore.ts';

/** Settings of the desktop, window state among them, in the file that all hosts share. */
export const openDesktopSettings = (dataFolder: string): SettingsStore =>
  createSettingsStore(
    dataFolder,
    () => new ElectronStore({ ...settingsOptions, cwd: dataFolder, name: 'settings' }),
  );
