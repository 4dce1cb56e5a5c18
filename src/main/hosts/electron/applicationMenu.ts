import { Menu, shell } from 'electron';
import type { Logger } from '#platform/log.ts';
import { withInheritedMask } from '#platform/privateFiles.ts';
import type { CorePorts } from '../../ports.ts';
import type { DesktopWindow } from './desktopWindow.ts';
import { emptyMenu, type MenuActions, menuTemplate } from './menuTemplate.ts';

/** The application menu: shows what the window says, and opens the window if there is none. */
export function createMenu(parts: {
  readonly window: Pick<DesktopWindow, 'listening'>;
  readonly show: (address?: string) => void;
  /** Runs a command of the window. */
  readonly choose: (id: string) => void;
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  readonly devTools: boolean;
  readonly log: Logger;
}): NonNullable<CorePorts['menu']> & { readonly start: () => void } {
  const { window, show, choose, dataFolder, platform, devTools, log } = parts;
  const actions: MenuActions = {
    choose: (id) => {
      show();
      void window.listening().then((contents) => {
        if (contents !== null && !contents.isDestroyed()) choose(id);
      });
    },
    go: (place) => show(`#/${place}`),
    openDataFolder: () => {
      // Resolves with the error, or with nothing.
      void withInheritedMask(() => shell.openPath(dataFolder)).then((problem) => {
        if (problem) log('warn', 'The data folder was not opened.', { problem });
      });
    },
  };
  const draw: NonNullable<CorePorts['menu']>['show'] = (state) =>
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, state, actions, devTools)));
  return { show: draw, start: () => draw(emptyMenu) };
}
