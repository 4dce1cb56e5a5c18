/**
 * Runs a built program as Electron would: `node run.ts ENTRY [ARGUMENTS]`. Everything that imports `electron` gets
 * the double, and the program becomes ready once its entry has run to its end.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const double = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: double, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

// As Electron's: the program itself, the entry, its arguments.
process.argv.splice(1, 1);
const entry = process.argv[1] ?? '';
Object.defineProperty(process.versions, 'electron', { value: '45.4.1', enumerable: true });
Object.defineProperty(process, 'type', { value: 'browser' });

const { app } = await import('./app.ts');
const { BrowserWindow } = await import('./browserWindow.ts');
const { onCommand, tell } = await import('./channel.ts');
const { machine } = await import('./machine.ts');
const { clickMenu, Notification, powerMonitor, pressButton, saveNextTo, screen, Tray } = await import(
  './system.ts'
);
const { followThreads } = await import('./threads.ts');
followThreads();

onCommand((action) => {
  if (action.type === 'menu') clickMenu(action.labels);
  else if (action.type === 'dialog') pressButton(action.button);
  else if (action.type === 'save-to') saveNextTo(action.path);
  else if (action.type === 'suspend' || action.type === 'resume') powerMonitor.emit(action.type);
  else if (action.type === 'shutdown') {
    let delayed = false;
    powerMonitor.emit('shutdown', { preventDefault: () => (delayed = true) });
    tell({ type: 'shutdown-delayed', delayed });
  } else if (action.type === 'throw')
    setImmediate(() => {
      throw new Error(action.message);
    });
  else if (action.type === 'crash-page') {
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.forcefullyCrashRenderer();
  } else if (action.type === 'unresponsive' || action.type === 'responsive') {
    for (const window of BrowserWindow.getAllWindows()) window.emit(action.type);
  } else if (action.type === 'displays') screen.become(action.areas);
  else if (action.type === 'page-event') {
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      const prevented = webContents.heldBack(action.event, action.url);
      tell({ type: 'held-back', event: action.event, prevented });
    }
  } else if (action.type === 'quit') app.quit();
  else if (action.type === 'open-url' || action.type === 'open-file')
    app.asksToOpen(action.type, action.what);
  else if (action.type === 'tray') Tray.click(action.label);
  else if (action.type === 'click-notification') Notification.clickLast();
  else if (action.type === 'blur-window') for (const window of BrowserWindow.getAllWindows()) window.blur();
  else if (action.type === 'close-window') for (const window of BrowserWindow.getAllWindows()) window.close();
});
process.on('unhandledRejection', (error) => {
  // Electron only warns, too; a test sees it on stderr.
  console.error('Unhandled rejection:', error);
});

await import(pathToFileURL(entry).href);
if (machine.startLink !== null) app.asksToOpen('open-url', machine.startLink);
app.becomeReady();
