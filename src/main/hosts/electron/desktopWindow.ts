import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { app, BrowserWindow, dialog, nativeTheme, screen, type WebContents } from 'electron';
import type { Logger } from '#platform/log.ts';
import type { SettingsStore } from '../../ports.ts';
import { showContextMenus } from './contextMenu.ts';
import { windowOptions } from './windowPolicy.ts';
import { windowAddress } from './windowScheme.ts';
import {
  type Area,
  movedBounds,
  readOtherWindows,
  readWindowState,
  restoredBounds,
  viewPattern,
  type WindowState,
} from './windowState.ts';

const stateKey = 'window';
const viewKey = 'lastView';
const othersKey = 'otherWindows';
/** Another window opens this far beside the one that was used last, in pixels. */
const cascade = 24;
/** Screen and position are saved once they stay for this time, milliseconds: a kill then loses nothing. */
const restMs = 1000;
/** After two crashes of the page within this time, the user decides whether to reload it. */
const crashPatienceMs = 10_000;

export type DesktopWindow = {
  /** Shows the window that was used last, opening one if necessary, at a URL if given (from its `#`). */
  readonly show: (address?: string) => void;
  /** Opens another window with the screen of the one that was used last. */
  readonly openAnother: () => void;
  /** The one that was used last. */
  readonly current: () => BrowserWindow | null;
  /** The same once it is on the screen; null without one, or if it is closed before. */
  readonly shown: () => Promise<BrowserWindow | null>;
  readonly all: () => readonly BrowserWindow[];
  /** The program exits: saves the windows' positions and hides them while the rest closes. */
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
  /** Whether the last window may close: null immediately, otherwise when the promise resolves. */
  readonly beforeClose: () => Promise<boolean> | null;
  readonly quit: () => void;
  readonly openLink: (address: string) => void;
};

type Opened = {
  readonly window: BrowserWindow;
  /** The state that it is given when it has been painted, until it has that state; then null. */
  given: WindowState | null;
  /** Whether it has been painted; until then it stays hidden, and then it shows itself. */
  painted: boolean;
  /** Whether it is being closed, before it is destroyed. */
  closing: boolean;
  /** The part of its address from `#`. */
  view: string;
};

/** Manages the program's windows: their positions, their navigation, and crashes. */
export function createDesktopWindow(parts: Parts): DesktopWindow {
  const { settings, log } = parts;
  /** The one that was used last comes last. */
  let open: readonly Opened[] = [];
  let leaving = false;
  const others = (one: Opened): readonly Opened[] => open.filter((each) => each !== one);
  const followScreens = screenFollower(() => open.map(({ window }) => window));
  const save = (): void => saveWindows(settings, open);

  const create = (address: string, kept: WindowState | null): Opened => {
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
    const opened: Opened = { window, given: kept, painted: false, closing: false, view: address };
    open = [...open, opened];
    window.on('focus', () => {
      open = [...others(opened), opened];
    });
    saveAtRest(opened, save);
    mendAfterCrash(window, parts);
    offerToWait(window, parts);
    showContextMenus(window, parts.openLink);
    zoomByWheel(window.webContents);
    showWhenPainted(opened);
    guardClose(window, parts, {
      isLast: () => open.length === 1,
      // The last one is remembered; another one that was closed does not come back.
      closes: () => {
        opened.closing = true;
        if (!leaving) saveWindows(settings, open.length > 1 ? others(opened) : open);
      },
    });
    window.once('closed', () => {
      open = others(opened);
    });
    load(opened, address);
    return opened;
  };
  const load = (opened: Opened, address: string): void => {
    const { window } = opened;
    window.loadURL(`${windowAddress}${address}`).catch((error: unknown) => {
      // Another URL was requested before this one had loaded; that one is loaded.
      if (isAborted(error)) return;
      // Closed before it had loaded. Electron 33 ends with a segmentation fault when such a window is shown.
      if (opened.closing || leaving) return;
      log('error', 'The window could not be loaded.', { error: String(error) });
      void offerReload(window, 'The window could not be loaded.', parts);
    });
  };
  const openLast = (address: string | undefined): void => {
    const kept = readWindowState(settings.get(stateKey));
    // Opened first: the one that was used last stays in front.
    if (settings.get('reopenLastView') !== false)
      for (const { view, ...state } of readOtherWindows(settings.get(othersKey))) create(view, state);
    create(address ?? lastView(settings), kept);
  };

  return {
    current: () => open.at(-1)?.window ?? null,
    shown: async () => {
      const window = open.at(-1)?.window;
      return window === undefined ? null : untilShown(window);
    },
    all: () => open.map(({ window }) => window),
    leave: () => {
      leaving = true;
      if (open.length > 0) save();
      for (const { window } of open) window.hide();
    },
    openAnother: () => {
      const last = open.at(-1);
      if (last === undefined) return openLast(undefined);
      const { x, y, width, height } = last.window.getNormalBounds();
      create(last.view, { x: x + cascade, y: y + cascade, width, height, maximized: false });
      save();
    },
    show: (address) => {
      const last = open.at(-1);
      if (last === undefined) return openLast(address);
      const { window, painted } = last;
      // The screen that is loading is not loaded again: each request would abort the one before, and nothing would be shown.
      if (address !== undefined && (painted || address !== last.view)) {
        last.view = address;
        load(last, address);
      }
      if (!painted) return;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
  };
}

/**
 * A loaded page is shown after this time, in milliseconds, though nothing has painted it: soon on Wayland, which does not paint
 * hidden windows, and elsewhere as a last resort.
 */
const paintPatienceMs = (): number => (isWayland() ? 2000 : 30_000);

/** Chromium adds the switch at its start, by the session's type and what was given to it. */
const isWayland = (): boolean => app.commandLine.getSwitchValue('ozone-platform') === 'wayland';

function showWhenPainted(opened: Opened): void {
  const { window, given: kept } = opened;
  const show = (): void => {
    if (opened.painted || opened.closing || window.isDestroyed()) return;
    opened.painted = true;
    // It would show the window, which has nothing to show before.
    if (kept?.maximized) window.maximize();
    window.show();
    if (kept?.fullScreen) window.setFullScreen(true);
    // The system fills the screen a moment later.
    setTimeout(() => {
      opened.given = null;
    }, restMs).unref();
  };
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', () => setTimeout(show, paintPatienceMs()));
}

/** The window once it is on the screen; null if it is closed before. */
function untilShown(window: BrowserWindow): Promise<BrowserWindow | null> {
  return new Promise((resolve) => {
    if (window.isVisible()) resolve(window);
    window.once('show', () => resolve(window));
    window.once('closed', () => resolve(null));
  });
}

/** Asks before the last window closes. */
function guardClose(
  window: BrowserWindow,
  { beforeClose, log }: Parts,
  { isLast, closes }: { readonly isLast: () => boolean; readonly closes: () => void },
): void {
  let mayClose = false;
  window.on('close', (event) => {
    const asking = mayClose || !isLast() ? null : beforeClose();
    if (asking === null) return closes();
    event.preventDefault();
    asking.then(
      (may) => {
        mayClose = may;
        if (may && !window.isDestroyed()) window.close();
      },
      (error: unknown) => log('error', 'The window was not closed.', { error: String(error) }),
    );
  });
}

/** Ctrl and the wheel: Electron only reports it. */
function zoomByWheel(contents: WebContents): void {
  contents.on('zoom-changed', (_event, direction) =>
    contents.setZoomLevel(contents.getZoomLevel() + (direction === 'in' ? 0.5 : -0.5)),
  );
}

/** The last one in its own settings, which older versions know; the others beside it. */
function saveWindows(settings: SettingsStore, windows: readonly Opened[]): void {
  const last = windows.at(-1);
  if (last === undefined) return;
  const put = (key: string, value: unknown): void => {
    if (!isDeepStrictEqual(settings.get(key), value)) settings.set(key, value);
  };
  put(stateKey, stateOf(last));
  if (last.view !== '') put(viewKey, last.view);
  const others = windows.slice(0, -1).map((each) => ({ ...stateOf(each), view: each.view }));
  if (others.length > 0) put(othersKey, others);
  else if (settings.get(othersKey) !== undefined) settings.remove(othersKey);
}

/** A screen that is unplugged or shrinks must not take the windows with it. To be called once Electron is ready. */
function screenFollower(current: () => readonly BrowserWindow[]): () => void {
  let follows = false;
  const moveOne = (window: BrowserWindow): void => {
    if (window.isMaximized() || window.isFullScreen()) return;
    const bounds = movedBounds(window.getNormalBounds(), workAreas());
    if (bounds === null) return;
    window.setBounds(bounds);
    if (bounds.x === undefined) window.center();
  };
  const move = (): void => current().forEach(moveOne);
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

function stateOf({ window, given }: Opened): WindowState {
  const maximized = given === null ? window.isMaximized() : given.maximized;
  const fullScreen = given === null ? window.isFullScreen() : given.fullScreen === true;
  return { ...window.getNormalBounds(), maximized, ...(fullScreen && { fullScreen }) };
}

/** The part of the address after the page, from its `#`; empty for the first screen, which has its own rules. */
function lastView(settings: SettingsStore): string {
  const kept = settings.get(viewKey);
  return settings.get('reopenLastView') !== false && typeof kept === 'string' && viewPattern.test(kept)
    ? kept
    : '';
}

function saveAtRest(opened: Opened, save: () => void): void {
  const { window } = opened;
  let resting: NodeJS.Timeout | undefined;
  const used = (): void => {
    clearTimeout(resting);
    resting = setTimeout(save, restMs);
  };
  window.webContents.on('did-navigate-in-page', (_event, address, isMainFrame) => {
    if (!isMainFrame) return;
    opened.view = new URL(address).hash;
    used();
  });
  // Also when it is maximized or fills the screen. Before it is shown, it does not have the state it is given.
  const moved = (): void => {
    if (opened.painted) used();
  };
  window.on('resize', moved);
  window.on('move', moved);
  window.once('closed', () => clearTimeout(resting));
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
