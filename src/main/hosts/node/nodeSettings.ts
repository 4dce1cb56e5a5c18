import type { SettingsStore } from '../../ports.ts';
import { createSettingsStore, settingsOptions } from '../common/settingsStore.ts';

/** Settings of the browser host and the command line; loaded only by what uses them. */
export async function openNodeSettings(dataFolder: string): Promise<SettingsStore> {
  const { default: Conf } = await import('conf');
  return createSettingsStore(
    dataFolder,
    () => new Conf({ ...settingsOptions, cwd: dataFolder, configName: 'settings' }),
  );
}
