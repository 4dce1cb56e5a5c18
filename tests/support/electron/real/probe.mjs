// Whether Electron shows a page here at all: it may lack a screen, a library or what its sandbox needs.
import { app, BrowserWindow } from 'electron';

app.disableHardwareAcceleration();
app.whenReady().then(async () => {
  const window = new BrowserWindow({ webPreferences: { sandbox: true } });
  await window.loadURL('data:text/html,<title>ready</title>');
  app.exit(window.getTitle() === 'ready' ? 0 : 1);
});
