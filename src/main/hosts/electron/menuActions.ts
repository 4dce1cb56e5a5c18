import { type BrowserWindow, shell } from 'electron';
import type { Logger } from '#platform/log.ts';
import { withInheritedMask } from '#platform/privateFiles.ts';
import type { MenuActions } from './menuTemplate.ts';
import { windowAddress } from './windowScheme.ts';

/** What the menu's items do to the window and the system. */
export function menuActions(parts: {
  readonly current: () => BrowserWindow | null;
  /** Opens the window where there is none. */
  readonly show: () => void;
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  readonly log: Logger;
}): MenuActions {
  const { current, show, dataFolder, platform, log } = parts;
  return {
    press: ({ keyCode, mod, shift }) => {
      const contents = current()?.webContents;
      const held = [mod && (platform === 'darwin' ? 'meta' : 'control'), shift && 'shift'] as const;
      const modifiers = held.filter((key) => key !== false);
      contents?.sendInputEvent({ type: 'keyDown', keyCode, modifiers });
      contents?.sendInputEvent({ type: 'keyUp', keyCode, modifiers });
    },
    go: (place) => {
      show();
      current()
        ?.loadURL(`${windowAddress}#/${place}`)
        .catch((error: unknown) => log('warn', 'A place was not opened.', { place, error: String(error) }));
    },
    openDataFolder: () => {
      // Resolves with what went wrong, or with nothing.
      void withInheritedMask(() => shell.openPath(dataFolder)).then((problem) => {
        if (problem) log('warn', 'The data folder was not opened.', { problem });
      });
    },
  };
}
