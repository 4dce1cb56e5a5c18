// The baseline of `bench:installed`: a desktop program with one static page.
import { app, BrowserWindow, protocol } from 'electron';

const page = `<!doctype html><html lang="en"><title>Static</title><textarea aria-label="Question" autofocus></textarea></html>`;
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
app.on('window-all-closed', () => app.quit());
app.whenReady().then(() => {
  protocol.handle(
    'app',
    () => new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  );
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  window.once('ready-to-show', () => window.show());
  window.loadURL('app://parallax/');
});
