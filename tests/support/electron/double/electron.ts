/** What `import 'electron'` gives to a program that runs in the double. */
import { app } from './app.ts';
import { BrowserWindow } from './browserWindow.ts';
import { ipcMain } from './ipc.ts';
import { protocol, session } from './sessionAndProtocol.ts';
import {
  clipboard,
  dialog,
  Menu,
  Notification,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
  Tray,
} from './system.ts';

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
};

export default {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  clipboard,
  shell,
  Tray,
};
