import { dialog, Menu, Tray } from 'electron';
import type { Logger } from '#platform/log.ts';

export type NextRun = {
  /** The monitor. */
  readonly name: string;
  /** Null for one that is never due again. */
  readonly atMs: number | null;
};

export type Background = {
  /** Whether the program continues without a window. */
  readonly staysOpen: () => boolean;
  /** Called before a window closes: null if it may, otherwise a promise of whether it may. */
  readonly beforeHiding: () => Promise<boolean> | null;
  /** Monitors or the setting may have changed. */
  readonly refresh: () => Promise<void>;
  readonly leave: () => void;
};

/**
 * The icon file: macOS needs a template in two sizes, Windows an icon with several, other systems a small
 * image.
 */
export function trayImage(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'tray/trayTemplate.png';
  return platform === 'win32' ? 'tray/tray.ico' : 'tray/tray.png';
}

/**
 * The tray icon: shown if monitors have something to run and the user chose to keep them running with the
 * window closed. If the desktop shows no tray icons, the user is asked before the window closes.
 */
export function createBackground(parts: {
  readonly icon: string;
  /** Null unless the user chose it, and there is a monitor that is not paused. */
  readonly nextRun: () => Promise<NextRun | null>;
  readonly hasTrayHost: () => Promise<boolean>;
  readonly show: () => void;
  readonly quit: () => void;
  readonly log: Logger;
}): Background {
  const { log } = parts;
  let tray: Tray | null = null;
  let left = false;
  /** Tray icons are shown, or the user knows that they are not. */
  let known = false;

  const leave = (): void => {
    tray?.destroy();
    tray = null;
  };
  const appear = (next: NextRun): void => {
    if (tray === null) {
      tray = new Tray(parts.icon);
      tray.setToolTip('Parallax watches its monitors');
      tray.on('click', parts.show);
    }
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: nextRunLabel(next), enabled: false },
        { type: 'separator' },
        { label: 'Open', click: parts.show },
        { label: 'Quit', click: parts.quit },
      ]),
    );
  };
  const askToHide = async (): Promise<boolean> => {
    if (await parts.hasTrayHost()) {
      known = true;
      return true;
    }
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: 'This desktop shows no tray icon for Parallax.',
      detail:
        'With its window closed, Parallax keeps running its monitors and there is nothing to see of it. Starting Parallax again opens the window.',
      buttons: ['Keep Running', 'Quit', 'Cancel'],
      defaultId: 0,
      cancelId: 2,
    });
    if (response === 1) parts.quit();
    known = response === 0;
    return known;
  };

  return {
    staysOpen: () => tray !== null,
    beforeHiding: () => (tray === null || known || left ? null : askToHide()),
    refresh: () =>
      parts
        .nextRun()
        .then((next) => {
          if (left) return;
          if (next === null) leave();
          else appear(next);
        })
        .catch((error: unknown) => log('warn', 'The tray was left as it is.', { error: String(error) })),
    leave: () => {
      left = true;
      leave();
    },
  };
}

/** In the system's language, as the time of its clock; an ampersand would underline the next letter. */
const nextRunLabel = ({ name, atMs }: NextRun): string =>
  atMs === null
    ? 'No run is due'
    : `Next run: ${name.replaceAll('&', '&&').slice(0, 60)}, ${new Date(atMs).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}`;
