import { fileURLToPath } from 'node:url';
import { BrowserWindow, dialog, nativeTheme, screen, type WebContents } from 'electron';
import type { Logger } from '#platform/log.ts';
import type { SettingsStore } from '../../ports.ts';
import { showContextMenus } from './contextMenu.ts';
import { windowOptions } from './windowPolicy.ts';
import { windowAddress } from './windowScheme.ts';
import { type Area, movedBounds, readWindowState, restoredBounds, type WindowState } from './windowState.ts';

const stateKey = 'window';
const viewKey = 'lastView';
/** A view is saved once the user stays on it for this time, milliseconds: a kill then loses nothing. */
const viewRestMs = 1000;
/** After two crashes of the page within this time, the user decides whether to reload it. */
const crashPatienceMs = 10_000;

export type DesktopWindow = {
  /** Shows the window, opening it if necessary, at a URL if given (from its `#`). */
  readonly show: (address?: string) => void;
  readonly current: () => BrowserWindow | null;
  /** The program exits: saves the window's position and hides it while the rest closes. */
  readonly leave: () => void;
};

type Parts = {
  /** `import.meta.url` of the program's entry. */
  readonly program: string;
  readonly settings: SettingsStore;
  readonly log: Logger;
  /** Whether developer tools are allowed. */
  readonly devTools: boolean;
  /** Called for every new page host before it loads anything. */
  readonly attach: (contents: WebContents) => void;
  /** Whether the window may close: null immediately, otherwise when the promise resolves. */
  readonly beforeClose: () => Promise<boolean> | null;
  readonly quit: () => void;
  readonly openLink: (address: string) => void;
};

/** Manages the program's only window: its position, its navigation, and crashes. */
export function createDesktopWindow(parts: Parts): DesktopWindow {
  const { settings, log } = parts;
  let open: {
    readonly window: BrowserWindow;
    /** Whether it has been painted; until then it stays hidden, and then it shows itself. */
    painted: boolean;
  } | null = null;

  const followScreens = screenFollower(() => open?.window);

  const create = (address: string): typeof open => {
    const kept = readWindowState(settings.get(stateKey));
    followScreens();
    const window = new BrowserWindow(
      windowOptions({
        bounds: restoredBounds(kept, workAreas()),
        preload: fileURLToPath(new URL('../preload/index.cjs', parts.program)),
        icon: fileURLToPath(new URL('../../resources/icon.png', parts.program)),
        dark: nativeTheme.shouldUseDarkColors,
        devTools: parts.devTools,
      }),
    );
    parts.attach(window.webContents);
    keepView(window, settings);
    const opened = { window, painted: false };
    mendAfterCrash(window, parts);
    offerToWait(window, parts);
    showContextMenus(window, parts.openLink);
    // Ctrl and the wheel: Electron only reports it.
    const { webContents } = window;
    webContents.on('zoom-changed', (_event, direction) =>
      webContents.setZoomLevel(webContents.getZoomLevel() + (direction === 'in' ? 0.5 : -0.5)),
    );
    window.once('ready-to-show', () => {
      // It would show the window, which has nothing to show before.
      if (kept?.maximized) window.maximize();
      window.show();
      if (kept?.fullScreen) window.setFullScreen(true);
      opened.painted = true;
    });
    let mayClose = false;
    window.on('close', (event) => {
      const asking = mayClose ? null : parts.beforeClose();
      if (asking === null) {
        settings.set(stateKey, stateOf(window));
        return;
      }
      event.preventDefault();
      asking.then(
        (may) => {
          mayClose = may;
          if (may && !window.isDestroyed()) window.close();
        },
        (error: unknown) => log('error', 'The window was not closed.', { error: String(error) }),
      );
    });
    window.once('closed', () => {
      open = null;
    });
    load(window, address);
    return opened;
  };
  const load = (window: BrowserWindow, address: string): void => {
    window.loadURL(`${windowAddress}${address}`).catch((error: unknown) => {
      // Another URL was requested before this one had loaded; that one is loaded.
      if (isAborted(error)) return;
      log('error', 'The window could not be loaded.', { error: String(error) });
      void offerReload(window, 'The window could not be loaded.', parts);
    });
  };

  return {
    current: () => open?.window ?? null,
    leave: () => {
      if (!open) return;
      settings.set(stateKey, stateOf(open.window));
      open.window.hide();
    },
    show: (address) => {
      if (!open) {
        open = create(address ?? lastView(settings));
        return;
      }
      const { window, painted } = open;
      if (address !== undefined) load(window, address);
      if (!painted) return;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
  };
}

/** A screen that is unplugged or shrinks must not take the window with it. To be called once Electron is ready. */
function screenFollower(current: () => BrowserWindow | undefined): () => void {
  let follows = false;
  const move = (): void => {
    const window = current();
    if (window === undefined || window.isMaximized() || window.isFullScreen()) return;
    const bounds = movedBounds(window.getNormalBounds(), workAreas());
    if (bounds === null) return;
    window.setBounds(bounds);
    if (bounds.x === undefined) window.center();
  };
  return () => {
    if (follows) return;
    follows = true;
    screen.on('display-added', move);
    screen.on('display-removed', move);
    screen.on('display-metrics-changed', move);
  };
}

/** Of all screens, the main one first. */
const workAreas = (): readonly Area[] =>
  [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);

/** Chromium's ERR_ABORTED: nothing failed, another URL was requested. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && error.errno === -3;
}

function stateOf(window: BrowserWindow): WindowState {
  return {
    ...window.getNormalBounds(),
    maximized: window.isMaximized(),
    ...(window.isFullScreen() && { fullScreen: true }),
  };
}

/** The part of the address after the page, from its `#`; empty for the first screen, which has its own rules. */
function lastView(settings: SettingsStore): string {
  const kept = settings.get(viewKey);
  return settings.get('reopenLastView') !== false && typeof kept === 'string' && viewPattern.test(kept)
    ? kept
    : '';
}

const viewPattern = /^#\/(?!ask$)[!-~]{1,2000}$/;

function keepView(window: BrowserWindow, settings: SettingsStore): void {
  let resting: NodeJS.Timeout | undefined;
  let view = '';
  const save = (): void => {
    clearTimeout(resting);
    if (view !== '' && settings.get(viewKey) !== view) settings.set(viewKey, view);
  };
  window.webContents.on('did-navigate-in-page', (_event, address, isMainFrame) => {
    if (!isMainFrame) return;
    view = new URL(address).hash;
    clearTimeout(resting);
    resting = setTimeout(save, viewRestMs);
  });
  window.on('hide', save);
  window.once('closed', save);
}

function mendAfterCrash(window: BrowserWindow, parts: Parts): void {
  let lastCrashMs = Number.NEGATIVE_INFINITY;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    parts.log('error', 'The window broke down.', { reason });
    const nowMs = performance.now();
    const again = nowMs - lastCrashMs <= crashPatienceMs;
    lastCrashMs = nowMs;
    if (again) void offerReload(window, 'The window broke down twice.', parts);
    else window.webContents.reload();
  });
}

/** While the page does not answer, the user chooses to wait or to reload it; the question goes when it answers again. */
function offerToWait(window: BrowserWindow, parts: Parts): void {
  let asking: AbortController | null = null;
  window.on('responsive', () => asking?.abort());
  window.on('unresponsive', () => {
    if (asking !== null) return;
    const question = new AbortController();
    asking = question;
    parts.log('warn', 'The window does not respond.');
    dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'The window does not respond.',
        detail:
          'Stored data is unchanged; runs in progress continue. If it happens again, Settings, Diagnostics writes a problem report that you can read before you send it.',
        buttons: ['Wait', 'Reload'],
        defaultId: 0,
        cancelId: 0,
        signal: question.signal,
      })
      .then(({ response }) => {
        if (question.signal.aborted || response !== 1 || window.isDestroyed()) return;
        // A page that hangs does not reload by itself.
        window.webContents.forcefullyCrashRenderer();
        window.webContents.reload();
      })
      .finally(() => {
        asking = null;
      });
  });
}

/** A window with nothing in it: shown, so that the prompt is not missed. */
async function offerReload(window: BrowserWindow, message: string, parts: Parts): Promise<void> {
  if (window.isDestroyed()) return;
  window.show();
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message,
    detail: 'Stored data is unchanged; runs in progress continue.',
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 1) parts.quit();
  else if (!window.isDestroyed()) window.webContents.reload();
}
