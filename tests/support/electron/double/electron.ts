/** What `import 'electron'` gives to a program that runs in the double. */
import { app } from './app.ts';
import { BrowserWindow } from './browserWindow.ts';
import { ipcMain } from './ipc.ts';
import { protocol, session } from './sessionAndProtocol.ts';
import { dialog, Menu, nativeTheme, screen, shell } from './system.ts';

export { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, protocol, screen, session, shell };

export default { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, protocol, screen, session, shell };
