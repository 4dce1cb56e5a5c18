import type { ServerData } from '../bridge/serverData.ts';
import { keepDraft } from '../features/ask/composerDraft.ts';
import { type ComposerStore, createComposerStore } from '../features/ask/composerStore.ts';
import { createHistoryViewStore, type HistoryViewStore } from '../features/history/historyView.ts';
import { createImportStore, type ImportStore } from '../features/imports/importStore.ts';
import { createSettings, type SettingsAccess } from '../features/settings/settings.ts';
import { createReadInStore, type ReadInStore } from '../reading/readIn/readInStore.ts';
import { createShellStore, type ShellStore } from './shellStore.ts';

/** Local state of the window: what the user views, writes and does in it. */
export type WindowStores = {
  readonly shell: ShellStore;
  readonly settings: SettingsAccess;
  readonly historyView: HistoryViewStore;
  readonly imports: ImportStore;
  readonly composer: ComposerStore;
  readonly readIn: ReadInStore;
};

export function createWindowStores(server: ServerData, theme: 'system' | 'light' | 'dark'): WindowStores {
  const shell = createShellStore();
  const composer = createComposerStore(server.bridge);
  keepDraft(composer, windowStorage('sessionStorage'));
  return {
    shell,
    settings: createSettings(server, { theme }, () =>
      shell
        .getState()
        .say('The setting could not be saved. It applies until you close the window.', { level: 'warning' }),
    ),
    historyView: createHistoryViewStore(),
    imports: createImportStore(server.bridge, () => void server.invalidate(['runs.'])),
    composer,
    readIn: createReadInStore(windowStorage('localStorage')),
  };
}

/** Null where the browser refuses storage. */
function windowStorage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}
