import type { BridgeClient } from '../bridge/client.ts';
import { type ActivityStore, createActivityStore } from '../features/activity/activityStore.ts';
import { type ComposerStore, createComposerStore } from '../features/ask/composerStore.ts';
import { type ConnectionsStore, createConnectionsStore } from '../features/connections/connectionsStore.ts';
import { createHistoryStore, type HistoryStore } from '../features/history/historyStore.ts';
import { createSearchStore, type SearchStore } from '../features/history/search/searchStore.ts';
import { createImportStore, type ImportStore } from '../features/imports/importStore.ts';
import { createSettingsStore, type SettingsStore } from '../features/settings/settingsStore.ts';
import { createShellStore, type ShellStore } from './shellStore.ts';

/** The stores that live as long as the window. */
export type WindowStores = {
  readonly shell: ShellStore;
  readonly settings: SettingsStore;
  readonly connections: ConnectionsStore;
  readonly activity: ActivityStore;
  readonly history: HistoryStore;
  readonly search: SearchStore;
  readonly imports: ImportStore;
  readonly composer: ComposerStore;
};

export function createWindowStores(bridge: BridgeClient, theme: 'system' | 'light' | 'dark'): WindowStores {
  const shell = createShellStore();
  const history = createHistoryStore(bridge);
  return {
    shell,
    settings: createSettingsStore(bridge, { theme }, () =>
      shell
        .getState()
        .say('The setting could not be stored; it holds until the window is closed.', { level: 'warning' }),
    ),
    connections: createConnectionsStore(bridge),
    activity: createActivityStore(bridge),
    history,
    search: createSearchStore(bridge),
    imports: createImportStore(bridge, () => void history.getState().reload()),
    composer: createComposerStore(bridge),
  };
}
