import { type RefObject, useMemo } from 'react';
import { useRoute } from '../bridge/BridgeContext.tsx';
import { useConnections } from '../bridge/connectionList.ts';
import type { ComposerHandle } from '../features/ask/Composer.tsx';
import { useConnectionActions } from '../features/connections/connections.ts';
import type { HistoryHandle } from '../features/history/HistoryScreen.tsx';
import { type Command, useCommands } from '../window/commands.tsx';
import { navigation } from '../window/navigation.tsx';
import type { WindowStores } from './stores.ts';

type Parts = {
  readonly stores: WindowStores;
  readonly composerHandle: RefObject<ComposerHandle | null>;
  readonly historyHandle: RefObject<HistoryHandle | null>;
};

/** Not in the desktop program, whose address cannot be opened elsewhere. */
const copyAddress: Command = {
  id: 'copy-address',
  title: 'Copy link to this view',
  group: 'Window',
  words: 'address url share',
  run: () => void navigator.clipboard.writeText(window.location.href),
};

/** The commands of every screen. */
export function useWindowCommands({ stores, composerHandle, historyHandle }: Parts): void {
  const connections = useConnections();
  const desktop = useRoute('app.info', {}).data?.host === 'desktop';
  const { select } = useConnectionActions();
  useCommands(
    useMemo<readonly Command[]>(() => {
      const { shell, settings, composer } = stores;
      const afterRender = (run: () => void): void => void setTimeout(run, 0);
      const newQuestion = (): void => {
        shell.getState().setComposing(false);
        composer.getState().fill({ question: '' });
        navigation.go({ name: 'ask' });
        afterRender(() => composerHandle.current?.focus());
      };
      const theme = (value: 'system' | 'light' | 'dark', title: string): Command => ({
        id: `theme-${value}`,
        title,
        group: 'Window',
        words: 'theme appearance colours dark light',
        run: () => settings.update({ theme: value }),
      });
      return [
        {
          id: 'palette',
          title: 'Search or run a command',
          group: 'Window',
          keys: ['mod+k'],
          keyOnly: true,
          run: () => shell.getState().setOverlay('palette'),
        },
        {
          id: 'keys',
          title: 'Keyboard shortcuts',
          group: 'Window',
          keys: ['?'],
          words: 'keys help',
          run: () => shell.getState().setOverlay('keys'),
        },
        {
          id: 'new-question',
          title: 'New question',
          group: 'Question',
          keys: ['mod+n', 'mod+shift+k'],
          words: 'ask compose',
          run: newQuestion,
        },
        {
          id: 'go-overview',
          title: 'Overview',
          group: 'Go to',
          words: 'project dashboard start home summary period competitors budget alerts',
          run: () => navigation.go({ name: 'overview' }),
        },
        { id: 'go-ask', title: 'Ask', group: 'Go to', run: () => navigation.go({ name: 'ask' }) },
        {
          id: 'go-history',
          title: 'History',
          group: 'Go to',
          words: 'runs past search export import csv delete',
          run: () => navigation.go({ name: 'history' }),
        },
        {
          id: 'go-trends',
          title: 'Trends',
          group: 'Go to',
          words: 'metrics visibility share of voice trend change drivers',
          run: () => navigation.go({ name: 'trends' }),
        },
        {
          id: 'go-gaps',
          title: 'Gaps',
          group: 'Go to',
          words: 'missing competitors mentions citations opportunities outreach pages to win',
          run: () => navigation.go({ name: 'gaps' }),
        },
        {
          id: 'go-plans',
          title: 'Plans',
          group: 'Go to',
          words: 'questions runs price credit limit queue',
          run: () => navigation.go({ name: 'plans' }),
        },
        {
          id: 'go-monitors',
          title: 'Monitors',
          group: 'Go to',
          words: 'schedule cron alerts notifications webhook weekly',
          run: () => navigation.go({ name: 'monitors' }),
        },
        {
          id: 'go-brands',
          title: 'Brands',
          group: 'Go to',
          words: 'own competitors aliases domains rules',
          run: () => navigation.go({ name: 'brands' }),
        },
        {
          id: 'go-service',
          title: 'Service',
          group: 'Go to',
          words:
            'queue credits pending tasks clear balance charges limit priority slots jobs keys ledger webhooks plan',
          run: () => navigation.go({ name: 'service' }),
        },
        {
          id: 'go-engines',
          title: 'Settings: engines',
          group: 'Go to',
          words: 'provider key model chatgpt gemini google sandbox display name',
          run: () => navigation.go({ name: 'settings', section: 'engines' }),
        },
        {
          id: 'go-connections',
          title: 'Settings: connections',
          group: 'Go to',
          keys: ['mod+,'],
          words: 'key service address',
          run: () => navigation.go({ name: 'settings', section: 'connections' }),
        },
        {
          id: 'go-projects',
          title: 'Settings: projects',
          group: 'Go to',
          words: 'client customer tag branded switch',
          run: () => navigation.go({ name: 'settings', section: 'projects' }),
        },
        {
          id: 'go-data',
          title: 'Settings: data',
          group: 'Go to',
          words: 'disk size check repair compact retention backup restore move folder',
          run: () => navigation.go({ name: 'settings', section: 'data' }),
        },
        {
          id: 'go-appearance',
          title: 'Settings: appearance',
          group: 'Go to',
          words: 'theme',
          run: () => navigation.go({ name: 'settings', section: 'appearance' }),
        },
        {
          id: 'go-about',
          title: 'Settings: about',
          group: 'Go to',
          words: 'version data folder',
          run: () => navigation.go({ name: 'settings', section: 'about' }),
        },
        {
          id: 'search-history',
          title: 'Search history',
          group: 'History',
          keys: ['mod+shift+f'],
          run: () => {
            navigation.go({ name: 'history' });
            afterRender(() => historyHandle.current?.focusSearch());
          },
        },
        {
          id: 'inspector',
          title: 'Show or hide inspector',
          group: 'Window',
          keys: ['mod+i'],
          words: 'evidence details',
          run: () => shell.getState().toggleInspector(),
        },
        {
          id: 'close-inspector',
          title: 'Close inspector',
          group: 'Window',
          keys: ['escape'],
          keyOnly: true,
          run: () => shell.getState().setInspectorOpen(false),
        },
        {
          id: 'sidebar',
          title: 'Collapse or expand sidebar',
          group: 'Window',
          keys: ['mod+b'],
          run: () => settings.update({ sidebarCollapsed: !settings.current().sidebarCollapsed }),
        },
        {
          id: 'undo',
          title: 'Undo',
          group: 'Window',
          keys: ['mod+z'],
          keyOnly: true,
          yieldsToText: true,
          run: () => shell.getState().undoLast(),
        },
        ...(desktop ? [] : [copyAddress]),
        theme('system', 'Theme: system'),
        theme('light', 'Theme: light'),
        theme('dark', 'Theme: dark'),
        ...connections
          .filter((connection) => !connection.selected)
          .map(
            (connection): Command => ({
              id: `use-${connection.id}`,
              title: `Use connection ${connection.name}`,
              group: 'Connection',
              run: () => void select(connection.id),
            }),
          ),
      ];
    }, [stores, connections, desktop, select, composerHandle, historyHandle]),
  );
}
