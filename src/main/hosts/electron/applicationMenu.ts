import { app, type BrowserWindow, Menu, shell } from 'electron';
import type { Logger } from '#platform/log.ts';
import { withInheritedMask } from '#platform/privateFiles.ts';
import type { CorePorts } from '../../ports.ts';
import type { DesktopWindow } from './desktopWindow.ts';
import { emptyMenu, type MenuActions, menuTemplate } from './menuTemplate.ts';
import { dockMenu, jumpList } from './recentItems.ts';

/** The application menu: shows what the window says, and opens the window if there is none. */
export function createMenu(parts: {
  readonly window: Pick<DesktopWindow, 'current'>;
  readonly show: (address?: string) => void;
  readonly openAnother: () => void;
  /** Runs a command of the window. */
  readonly choose: (id: string) => void;
  /** Asks for a project file and opens it. */
  readonly openProjectFile: () => void;
  readonly quit: () => void;
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  readonly devTools: boolean;
  readonly log: Logger;
}): NonNullable<CorePorts['menu']> & { readonly start: () => void } {
  const { window, show, openAnother, choose, openProjectFile, quit, dataFolder, platform, devTools, log } =
    parts;
  /** The window that last said what works: it runs what is chosen. */
  let speaking: BrowserWindow | null = null;
  let chosen: string | null = null;
  const actions: MenuActions = {
    choose: (id) => {
      // By the page it would come later, with the screen that was opened in the meantime.
      if (id === 'new-window') return openAnother();
      show();
      if (speaking !== null && window.current() === speaking) choose(id);
      else chosen = id;
    },
    go: (place) => show(`#/${place}`),
    openProjectFile,
    quit,
    openDataFolder: () => {
      // Resolves with the error, or with nothing.
      void withInheritedMask(() => shell.openPath(dataFolder)).then((problem) => {
        if (problem) log('warn', 'The data folder was not opened.', { problem });
      });
    },
  };
  let listed = '';
  const draw: NonNullable<CorePorts['menu']>['show'] = (state) => {
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, state, actions, devTools)));
    const runs = JSON.stringify(state.runs);
    if (runs === listed) return;
    listed = runs;
    if (platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(dockMenu(state, actions)));
    if (platform === 'win32') app.setJumpList(jumpList(state, process.execPath));
  };
  return {
    start: () => draw(emptyMenu),
    show: (state) => {
      draw(state);
      speaking = window.current();
      if (chosen !== null) choose(chosen);
      chosen = null;
    },
  };
}
