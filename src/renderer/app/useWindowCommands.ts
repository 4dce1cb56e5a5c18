import { type RefObject, useMemo } from 'react';
import {
  keysOf,
  type ShowingCommand,
  type WindowCommand,
  type WindowCommandId,
  windowCommands,
} from '#shared/bridge/windowCommands.ts';
import { useAction, useRoute, useServerData } from '../bridge/BridgeContext.tsx';
import { useConnections } from '../bridge/connectionList.ts';
import type { ComposerHandle } from '../features/ask/Composer.tsx';
import { useConnectionActions } from '../features/connections/connections.ts';
import type { HistoryHandle } from '../features/history/HistoryScreen.tsx';
import { parseAddress } from '../window/address.ts';
import { type Command, isMac, useCommands } from '../window/commands.tsx';
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

/** What a command does, unless it shows a screen. A screen may have a command of its own with the same keys. */
type Actions = Readonly<Record<Exclude<WindowCommandId, ShowingCommand['id'] | 'new-window'>, () => void>>;

/** The commands of every screen. */
export function useWindowCommands({ stores, composerHandle, historyHandle }: Parts): void {
  const connections = useConnections();
  const projects = useRoute('projects.list', {}).data;
  const desktop = useRoute('app.info', {}).data?.host === 'desktop';
  const { select } = useConnectionActions();
  const { mutate: switchTo } = useAction('projects.use');
  const { mutate: openWindow } = useAction('app.newWindow');
  const { invalidate } = useServerData();
  const actions = useMemo<Actions>(() => {
    const { shell, settings, composer, imports } = stores;
    const afterRender = (run: () => void): void => void setTimeout(run, 0);
    return {
      'new-question': () => {
        shell.getState().setComposing(false);
        composer.getState().fill({ question: '' });
        navigation.go({ name: 'ask' });
        afterRender(() => composerHandle.current?.focus());
      },
      import: () => {
        navigation.go({ name: 'history' });
        afterRender(() => imports.getState().setOffered(true));
      },
      print: () => window.print(),
      find: () => shell.getState().setFinding(true),
      'search-history': () => {
        navigation.go({ name: 'history' });
        afterRender(() => historyHandle.current?.focusSearch());
      },
      palette: () => shell.getState().setOverlay('palette'),
      keys: () => shell.getState().setOverlay('keys'),
      inspector: () => shell.getState().toggleInspector(),
      'close-inspector': () => shell.getState().setInspectorOpen(false),
      sidebar: () => settings.update({ sidebarCollapsed: !settings.current().sidebarCollapsed }),
      'read-again': () => void invalidate({}),
      'theme-system': () => settings.update({ theme: 'system' }),
      'theme-light': () => settings.update({ theme: 'light' }),
      'theme-dark': () => settings.update({ theme: 'dark' }),
      back: () => window.history.back(),
      forward: () => window.history.forward(),
      undo: () => shell.getState().undo(),
    };
  }, [stores, composerHandle, historyHandle, invalidate]);
  useCommands(
    useMemo<readonly Command[]>(() => {
      const available: Readonly<Record<string, () => void>> = {
        ...actions,
        // A browser opens windows by itself.
        ...(desktop ? { 'new-window': () => openWindow({}) } : {}),
      };
      const ofTable = (windowCommands as readonly WindowCommand[]).flatMap((command): readonly Command[] => {
        const { place } = command;
        const run =
          place === undefined ? available[command.id] : () => navigation.go(parseAddress(place).screen);
        const keys = keysOf(command, { desktop, mac: isMac });
        return run === undefined || (command.keyOnly && keys.length === 0) ? [] : [{ ...command, keys, run }];
      });
      return [
        ...ofTable,
        ...(desktop ? [] : [copyAddress]),
        ...(projects?.projects ?? [])
          .filter(({ id }) => id !== projects?.currentId)
          .map(
            ({ id, name }): Command => ({
              id: `${switchingPrefix}${id}`,
              title: `Switch to ${name}`,
              group: 'Go to',
              words: 'project client',
              run: () => switchTo({ project: id }),
            }),
          ),
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
    }, [actions, connections, projects, desktop, select, switchTo, openWindow]),
  );
}

/** Before the ID of a project, in the ID of the command that switches to it. */
export const switchingPrefix = 'project ';
