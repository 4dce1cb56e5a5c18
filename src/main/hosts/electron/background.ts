import { Menu, Tray } from 'electron';
import type { Logger } from '#platform/log.ts';

export type Background = {
  /** Whether the program goes on without a window. */
  readonly staysOpen: () => boolean;
  /** Monitors or the person's choice may have changed. */
  readonly refresh: () => void;
  readonly leave: () => void;
};

/**
 * The sign in the system's tray: there while monitors have something to run and the person chose to be watched over
 * with the window closed.
 */
export function createBackground(parts: {
  readonly icon: string;
  /** Whether the person chose it, and there is a monitor that is not paused. */
  readonly isWanted: () => Promise<boolean>;
  readonly show: () => void;
  readonly quit: () => void;
  readonly log: Logger;
}): Background {
  let tray: Tray | null = null;
  let left = false;

  const leave = (): void => {
    tray?.destroy();
    tray = null;
  };
  const appear = (): void => {
    tray = new Tray(parts.icon);
    tray.setToolTip('Parallax watches its monitors');
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open', click: parts.show },
        { label: 'Quit', click: parts.quit },
      ]),
    );
    tray.on('click', parts.show);
  };

  return {
    staysOpen: () => tray !== null,
    refresh: () => {
      parts.isWanted().then(
        (wanted) => {
          if (left || wanted === (tray !== null)) return;
          if (wanted) appear();
          else leave();
        },
        (error: unknown) => parts.log('warn', 'The tray was left as it is.', { error: String(error) }),
      );
    },
    leave: () => {
      left = true;
      leave();
    },
  };
}
