import { createStore, type StoreApi } from 'zustand/vanilla';
import { defaultSettings } from '#shared/model/defaultSettings.ts';
import type { Settings } from '#shared/model/settings.ts';
import type { BridgeClient } from '../../bridge/client.ts';

export type SettingsState = {
  readonly settings: Settings;
  /** False until the stored ones are here: nothing is written over them before. */
  readonly ready: boolean;
};

export type SettingsActions = {
  readonly load: () => Promise<void>;
  /** Takes effect at once and is stored behind it. */
  readonly update: (changes: Partial<Settings>) => void;
};

export type SettingsStore = StoreApi<SettingsState & SettingsActions>;

export function createSettingsStore(
  bridge: BridgeClient,
  initial: Partial<Settings> = {},
  onFailure: (thrown: unknown) => void = () => undefined,
): SettingsStore {
  return createStore<SettingsState & SettingsActions>((set) => ({
    settings: { ...defaultSettings, ...initial },
    ready: false,
    load: async () => {
      try {
        set({ settings: await bridge.call('settings.get', {}), ready: true });
      } catch (thrown) {
        set({ ready: true });
        onFailure(thrown);
      }
    },
    update: (changes) => {
      set((state) => ({ settings: { ...state.settings, ...changes } }));
      bridge.call('settings.update', changes).catch(onFailure);
    },
  }));
}
