import { shell } from 'electron';
import type { Logger } from '#platform/log.ts';
import { withInheritedMask } from '#platform/privateFiles.ts';
import type { DesktopWindow } from './desktopWindow.ts';
import type { MenuActions } from './menuTemplate.ts';

/** Actions of the menu items. Each opens the window if there is none. */
export function menuActions(parts: {
  readonly window: Pick<DesktopWindow, 'listening'>;
  readonly show: (address?: string) => void;
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  readonly log: Logger;
}): MenuActions {
  const { window, show, dataFolder, platform, log } = parts;
  return {
    press: ({ keyCode, mod, shift }) => {
      show();
      const held = [mod && (platform === 'darwin' ? 'meta' : 'control'), shift && 'shift'] as const;
      const modifiers = held.filter((key) => key !== false);
      void window.listening().then((contents) => {
        if (contents === null || contents.isDestroyed()) return;
        contents.sendInputEvent({ type: 'keyDown', keyCode, modifiers });
        contents.sendInputEvent({ type: 'keyUp', keyCode, modifiers });
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
}
