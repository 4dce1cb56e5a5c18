import { expect, it } from 'vitest';
import { app } from '#tests/support/electron/double/app.ts';
import { ipcMain } from '#tests/support/electron/double/ipc.ts';
import { protocol, session } from '#tests/support/electron/double/sessionAndProtocol.ts';
import {
  dialog,
  Menu,
  Notification,
  powerSaveBlocker,
  screen,
  Tray,
} from '#tests/support/electron/double/system.ts';
import { WebContents } from '#tests/support/electron/double/webContents.ts';

/** Each as Electron 33.2.1 did it. docs/first-start-on-electron.md has the list. */
it('the double of Electron refuses what the real one refuses', async () => {
  const scheme = { scheme: 'app', privileges: { standard: true } };
  protocol.registerSchemesAsPrivileged([scheme]);
  const handle = () => protocol.handle('app', () => new Response(''));

  const early = 'before app is ready';
  expect(handle).toThrow('after app is ready');
  expect(() => session.defaultSession).toThrow('after app is ready');
  expect(() => screen.getPrimaryDisplay()).toThrow("before the app 'ready' event");
  expect(() => new Tray('tray.png')).toThrow(early);
  expect(() => new Notification({ title: 'a', body: 'b' })).toThrow(early);
  for (const ask of [dialog.showMessageBox, dialog.showSaveDialog, dialog.showOpenDialog])
    await expect(ask({ message: 'a' })).rejects.toThrow('after app is ready');

  app.becomeReady();
  expect(() => app.enableSandbox()).toThrow(early);
  expect(() => app.disableHardwareAcceleration()).toThrow(early);
  expect(() => protocol.registerSchemesAsPrivileged([scheme])).toThrow(early);
  const contents = new WebContents(new Promise(() => {}));
  await expect(contents.loadURL('app://parallax/index.html')).rejects.toMatchObject({ errno: -2 });
  handle();
  expect(handle).toThrow('Failed to register protocol: app');
  ipcMain.handle('a', () => 1);
  expect(() => ipcMain.handle('a', () => 1)).toThrow("second handler for 'a'");
  expect(() => Menu.buildFromTemplate([{ label: 'a', submenu: [{}] }])).toThrow('Invalid template');
  const { start } = powerSaveBlocker;
  expect(() => start('prevent-app-suspension')).toThrow('Illegal invocation');
  expect(() => app.setPath('userData', '/nonexistent/folder')).toThrow('does not exist');

  let crashed = false;
  contents.on('render-process-gone', () => {
    crashed = true;
  });
  contents.forcefullyCrashRenderer();
  expect(crashed).toBe(false);
  await expect.poll(() => crashed).toBe(true);
});
