import { fileURLToPath } from 'node:url';
import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { Logger } from '#platform/log.ts';
import type { SettingsStore } from '../../ports.ts';
import { windowOptions } from './windowPolicy.ts';
import { windowAddress } from './windowScheme.ts';
import { readWindowState, restoredBounds, type WindowState } from './windowState.ts';

const stateKey = 'window';
/** Two crashes of the page within this time are no accident: it is not loaded a third time. */
const crashPatienceMs = 10_000;

export type DesktopWindow = {
  /** Shows the window, opening one where there is none. */
  readonly show: () => void;
  readonly current: () => BrowserWindow | null;
  /** The program ends: keeps the window's place and takes it off the screen while the rest closes. */
  readonly leave: () => void;
};

/** Keeps the one window of the program: its place on the screen, where it may go, and what happens when it breaks. */
export function createDesktopWindow(parts: {
  /** `import.meta.url` of the program's entry. */
  readonly program: string;
  readonly settings: SettingsStore;
  readonly log: Logger;
  /** Whether its page can be looked into. */
  readonly devTools: boolean;
  /** Told of every new page host before it loads anything. */
  readonly attach: (contents: WebContents) => void;
}): DesktopWindow {
  const { settings, log } = parts;
  let open: BrowserWindow | null = null;

  const create = (): BrowserWindow => {
    const kept = readWindowState(settings.get(stateKey));
    const screens = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
    const window = new BrowserWindow(
      windowOptions({
        bounds: restoredBounds(kept, screens),
        preload: fileURLToPath(new URL('../preload/index.cjs', parts.program)),
        icon: fileURLToPath(new URL('../../resources/icon.png', parts.program)),
        dark: nativeTheme.shouldUseDarkColors,
        devTools: parts.devTools,
      }),
    );
    if (kept?.maximized) window.maximize();
    parts.attach(window.webContents);
    reloadAfterCrash(window.webContents, log);
    window.once('ready-to-show', () => window.show());
    window.on('close', () => settings.set(stateKey, stateOf(window)));
    window.once('closed', () => {
      open = null;
    });
    window.loadURL(windowAddress).catch((error: unknown) => {
      log('error', 'The window could not be loaded.', { error: String(error) });
    });
    return window;
  };

  return {
    current: () => open,
    leave: () => {
      if (!open) return;
      settings.set(stateKey, stateOf(open));
      open.hide();
    },
    show: () => {
      if (open) {
        if (open.isMinimized()) open.restore();
        open.show();
        open.focus();
      } else open = create();
    },
  };
}

function stateOf(window: BrowserWindow): WindowState {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}

function reloadAfterCrash(contents: WebContents, log: Logger): void {
  let lastCrashMs = Number.NEGATIVE_INFINITY;
  contents.on('render-process-gone', (_event, { reason }) => {
    log('error', 'The window broke down.', { reason });
    const nowMs = performance.now();
    if (nowMs - lastCrashMs > crashPatienceMs) contents.reload();
    lastCrashMs = nowMs;
  });
}
