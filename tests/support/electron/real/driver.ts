/**
 * Runs inside the real Electron, before the program: `electron driver.mjs ENTRY [ARGUMENTS]`. Says and does by Electron's
 * own API what the double says and does by itself, so that one suite works both. What only a person can answer (dialogs,
 * the system's browser, notifications) is answered by the test. Imports nothing but Electron and Node: its types are
 * stripped and it is put where Electron finds no packages.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import electron, { type BrowserWindow, type Menu, type MenuItem, type WebContents } from 'electron';
import type { DoubleCommand, DoubleMessage, NumberedCommand } from '../double/channel.ts';

const { app, dialog, nativeTheme, powerMonitor, powerSaveBlocker, shell, Notification, Tray } = electron;
const machine = JSON.parse(process.env.ELECTRON_DOUBLE_MACHINE ?? '{}') as {
  readonly notificationsFail?: string | null;
  readonly proxy?: string;
  readonly netLog?: string | null;
  readonly ownDialogs?: boolean;
};
const tell = (message: DoubleMessage): void => {
  if (process.connected) process.send?.(message);
};
/** Puts another function in the place of one of Electron's, which it may still call. */
function replace<Owner extends object, Key extends keyof Owner>(
  owner: Owner,
  key: Key,
  make: (own: Owner[Key]) => unknown,
): void {
  Object.defineProperty(owner, key, { value: make(owner[key]), configurable: true, writable: true });
}

const port = await freePort();
app.commandLine.appendSwitch('remote-debugging-port', String(port));
// A machine without a graphics card would start a process for one several times, in vain.
app.disableHardwareAcceleration();
/** Playwright waits for ever for a page that changes its process while it is joined. */
const firstPage = Promise.withResolvers<void>();
app.once('web-contents-created', (_event, contents) =>
  contents.once('did-stop-loading', () => firstPage.resolve()),
);
if (machine.netLog) {
  app.commandLine.appendSwitch('log-net-log', machine.netLog);
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
}
app.whenReady().then(async () => {
  const own = electron.session.defaultSession;
  own.webRequest.onCompleted({ urls: ['http://*/*', 'https://*/*'] }, ({ url }) =>
    tell({ type: 'network', url }),
  );
  replace(own, 'setPermissionRequestHandler', (set) => (decide: Parameters<typeof set>[0]) => {
    set.call(own, (contents, permission, answer, details) =>
      decide?.(
        contents,
        permission,
        (granted) => {
          tell({ type: 'permission', permission, granted });
          answer(granted);
        },
        details,
      ),
    );
  });
  if (machine.proxy !== undefined) replace(own, 'resolveProxy', () => async () => machine.proxy);
  const endpoint = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${endpoint}/json/version`).catch(() => null))?.ok) await wait(50);
  await firstPage.promise;
  tell({ type: 'browser', endpoint });
});

app.on('second-instance', () => tell({ type: 'second-instance' }));
app.on('browser-window-created', (_event, window) => followWindow(window));
app.on('web-contents-created', (_event, contents) => followPage(contents));
let theme = nativeTheme.themeSource;
nativeTheme.on('updated', () => {
  if (nativeTheme.themeSource === theme) return;
  theme = nativeTheme.themeSource;
  tell({ type: 'theme', source: theme });
});

function followWindow(window: BrowserWindow): void {
  let painted = false;
  window.once('ready-to-show', () => {
    painted = true;
  });
  window.on('show', () =>
    tell({ type: 'window-shown', painted, ground: window.getBackgroundColor().toLowerCase() }),
  );
  window.once('closed', () => tell({ type: 'window-closed' }));
  // Windows of other tests on the same screen come and go, and the system gives the focus to any of them.
  let focused = true;
  replace(window, 'blur', () => () => {
    focused = false;
  });
  replace(window, 'focus', (own) => () => {
    focused = true;
    own.call(window);
  });
  replace(window, 'isFocused', () => () => focused);
  replace(window, 'setProgressBar', (own) => (share: number) => {
    tell({ type: 'progress', share });
    own.call(window, share);
  });
}

function followPage(contents: WebContents): void {
  replace(contents, 'loadURL', (own) => (address: string) => {
    tell({ type: 'load', address });
    return own.call(contents, address);
  });
  replace(contents, 'reload', (own) => () => {
    tell({ type: 'reload' });
    own.call(contents);
  });
}

replace(shell, 'openExternal', () => async (url: string) => tell({ type: 'external', url }));
replace(shell, 'openPath', () => async (path: string) => {
  tell({ type: 'path-opened', path });
  return '';
});

replace(shell, 'showItemInFolder', () => (path: string) => tell({ type: 'path-opened', path }));

let question: { readonly buttons: readonly string[]; readonly answer: (response: number) => void } | null =
  null;
let saveTo: string | null | undefined;
let shownDialog: AbortController | null = null;
replace(dialog, 'showMessageBox', (own) => async (...args: readonly unknown[]) => {
  if (machine.ownDialogs) {
    shownDialog = new AbortController();
    tell({ type: 'dialog', message: '', detail: '', buttons: [] });
    const options = { ...(args.at(-1) as Electron.MessageBoxOptions), signal: shownDialog.signal };
    return own.apply(dialog, [...args.slice(0, -1), options] as never);
  }
  const {
    message,
    detail = '',
    buttons = ['OK'],
    cancelId = 0,
    signal,
  } = args.at(-1) as Electron.MessageBoxOptions;
  const answered = Promise.withResolvers<number>();
  signal?.addEventListener('abort', () => answered.resolve(cancelId));
  if (buttons.length < 2) answered.resolve(0);
  else question = { buttons, answer: answered.resolve };
  tell({ type: 'dialog', message, detail, buttons });
  return { response: await answered.promise, checkboxChecked: false };
});
replace(dialog, 'showErrorBox', () => (message: string, detail: string) => {
  tell({ type: 'dialog', message, detail, buttons: [] });
});
replace(dialog, 'showSaveDialog', (own) => async (...args: readonly unknown[]) => {
  const options = args.at(-1) as Electron.SaveDialogOptions;
  const { defaultPath = 'file' } = options;
  tell({ type: 'save-asked', name: basename(defaultPath) });
  if (machine.ownDialogs) return own.apply(dialog, args as Parameters<typeof own>);
  const path =
    saveTo === undefined ? join(tmpdir(), `driven-${process.pid}-${basename(defaultPath)}`) : saveTo;
  saveTo = undefined;
  if (path !== null) tell({ type: 'saved', path });
  return { canceled: path === null, filePath: path ?? '' };
});

replace(dialog, 'showOpenDialog', () => async (...args: readonly unknown[]) => {
  const { properties = [] } = args.at(-1) as Electron.OpenDialogOptions;
  tell({ type: 'open-asked', properties });
  const path = saveTo ?? null;
  saveTo = undefined;
  return { canceled: path === null, filePaths: path === null ? [] : [path] };
});
replace(app, 'setBadgeCount', (own) => (count?: number) => {
  tell({ type: 'badge', count: count ?? 0 });
  return own.call(app, count);
});
replace(
  app,
  'relaunch',
  () =>
    ({ args = [] }: Electron.RelaunchOptions) =>
      tell({ type: 'relaunch', args }),
);

replace(powerSaveBlocker, 'start', (own) => (kind: Parameters<typeof own>[0]) => {
  tell({ type: 'keep-awake', on: true });
  return own.call(powerSaveBlocker, kind);
});
replace(powerSaveBlocker, 'stop', (own) => (id: number) => {
  tell({ type: 'keep-awake', on: false });
  return own.call(powerSaveBlocker, id);
});

let notification: Electron.Notification | null = null;
replace(
  Notification.prototype,
  'show',
  () =>
    function (this: Electron.Notification) {
      const reason = machine.notificationsFail ?? null;
      if (reason !== null) this.emit('failed', {}, reason);
      else {
        notification = this;
        tell({ type: 'notification', title: this.title, body: this.body });
      }
    },
);
let trayMenu: Menu | null = null;
replace(
  Tray.prototype,
  'setContextMenu',
  (own) =>
    function (this: Electron.Tray, menu: Menu | null) {
      if (trayMenu === null) tell({ type: 'tray', shown: true });
      trayMenu = menu;
      own.call(this, menu);
    },
);
replace(
  Tray.prototype,
  'destroy',
  (own) =>
    function (this: Electron.Tray) {
      trayMenu = null;
      tell({ type: 'tray', shown: false });
      own.call(this);
    },
);

const windows = (): readonly BrowserWindow[] => electron.BrowserWindow.getAllWindows();

function click(labels: readonly string[], menu: Menu | null): void {
  let items: readonly MenuItem[] = menu?.items ?? [];
  let found: MenuItem | undefined;
  for (const label of labels) {
    found = items.find((item) => (item.label || item.role)?.replace('&', '') === label);
    items = found?.submenu?.items ?? [];
  }
  if (!found) throw new Error(`No menu has "${labels.join(' > ')}" to click`);
  // What Electron does itself, such as filling the screen, it does to the window it is given.
  found.click({}, electron.BrowserWindow.getFocusedWindow() ?? windows()[0]);
}

/** The popup that the menu bar shows; the bar itself takes no clicks but those of a person. */
function openMenu(label: string, opens: boolean): void {
  const items = electron.Menu.getApplicationMenu()?.items ?? [];
  const at = items.findIndex((item) => item.label.replace('&', '') === label);
  const [window] = windows();
  const menu = items[at]?.submenu;
  if (!menu || !window) throw new Error(`The menu bar has no "${label}"`);
  if (opens) menu.popup({ window, x: 4 + 46 * at, y: 0 });
  else menu.closePopup(window);
}

async function savePicture(path: string): Promise<void> {
  const { size } = electron.screen.getPrimaryDisplay();
  const [whole] = await electron.desktopCapturer.getSources({ types: ['screen'], thumbnailSize: size });
  const [window] = windows();
  if (!whole || !window) throw new Error('There is no screen or no window to take a picture of');
  writeFileSync(path, whole.thumbnail.crop(window.getBounds()).toPNG());
}

function act(action: DoubleCommand): Promise<void> | void {
  switch (action.type) {
    case 'menu':
      click(action.labels, electron.Menu.getApplicationMenu());
      return;
    case 'tray':
      click([action.label], trayMenu);
      return;
    case 'dialog': {
      const response = question?.buttons.indexOf(action.button) ?? -1;
      if (question === null || response === -1) throw new Error(`No dialog with "${action.button}" is open`);
      const { answer } = question;
      question = null;
      answer(response);
      return;
    }
    case 'save-to':
      saveTo = action.path;
      return;
    case 'suspend':
    case 'resume':
      powerMonitor.emit(action.type);
      return;
    case 'shutdown': {
      let delayed = false;
      powerMonitor.emit('shutdown', { preventDefault: () => (delayed = true) });
      tell({ type: 'shutdown-delayed', delayed });
      return;
    }
    case 'throw':
      setImmediate(() => {
        throw new Error(action.message);
      });
      return;
    case 'crash-page':
      for (const { webContents } of windows()) webContents.forcefullyCrashRenderer();
      return;
    case 'unresponsive':
    case 'responsive':
      for (const window of windows()) window.emit(action.type);
      return;
    case 'open-menu':
    case 'close-menu':
      openMenu(action.label, action.type === 'open-menu');
      return;
    case 'picture':
      return savePicture(action.path);
    case 'dismiss':
      shownDialog?.abort();
      return;
    case 'displays':
      throw new Error('The screens of this machine stay as they are');
    case 'page-event':
      for (const { webContents } of windows()) {
        let prevented = false;
        const event = { url: action.url, isMainFrame: true, preventDefault: () => (prevented = true) };
        (webContents as NodeJS.EventEmitter).emit(action.event, event, {}, { src: action.url });
        tell({ type: 'held-back', event: action.event, prevented });
      }
      return;
    case 'open-url':
    case 'open-file':
      app.emit(action.type, { preventDefault: () => {} }, action.what);
      return;
    case 'click-notification':
      notification?.emit('click', {});
      return;
    case 'blur-window':
      for (const window of windows()) window.blur();
      return;
    case 'close-window':
      for (const window of windows()) window.close();
      return;
    case 'quit':
      app.quit();
  }
}

process.on('message', async ({ command, action }: NumberedCommand) => {
  let problem: string | null = null;
  try {
    await act(action);
  } catch (error) {
    problem = String(error);
  }
  tell({ type: 'done', command, problem });
});

/** Asked for before Electron is ready, which takes no port of its own choice that it would tell. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

// As if the program had been started by itself: the program, its entry, its arguments.
process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1] ?? '').href);
