/**
 * What `import 'electron'` means inside unit tests: a module without behaviour, so that code reaching for the
 * real thing outside a host fails at once and by name instead of starting a download.
 */
const absent = (name: string): never => {
  throw new Error(`Unit tests run without Electron: '${name}' belongs to tests/support/electron/double.`);
};

const member = (name: string): unknown =>
  new Proxy(() => absent(name), { get: (_target, property) => absent(`${name}.${String(property)}`) });

export const app = member('app');
export const BrowserWindow = member('BrowserWindow');
export const Menu = member('Menu');
export const clipboard = member('clipboard');
export const contextBridge = member('contextBridge');
export const dialog = member('dialog');
export const ipcMain = member('ipcMain');
export const ipcRenderer = member('ipcRenderer');
export const nativeTheme = member('nativeTheme');
export const net = member('net');
export const protocol = member('protocol');
export const screen = member('screen');
export const session = member('session');
export const shell = member('shell');

export default {
  app,
  BrowserWindow,
  Menu,
  dialog,
  ipcMain,
  ipcRenderer,
  nativeTheme,
  protocol,
  session,
  shell,
};
