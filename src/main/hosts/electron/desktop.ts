import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { app, dialog, ipcMain, nativeTheme, protocol, session, shell } from 'electron';
import { systemClock } from '#platform/clock.ts';
import { proxyOfAnswer } from '#platform/http/proxies.ts';
import { withInheritedMask } from '#platform/privateFiles.ts';
import { allProjects } from '#shared/model/allProjects.ts';
import type { MonitorView } from '#shared/model/monitor.ts';
import { withEnvironmentSecret } from '../../alerts/secretOfEnvironment.ts';
import { currentDataFolder } from '../../history/maintenance/moveNote.ts';
import type { CorePorts, Shell } from '../../ports.ts';
import { keychainService, systemKeychain } from '../../secrets/keychain.ts';
import { createSecretStore } from '../../secrets/secretStore.ts';
import {
  type BridgeTarget,
  type CoreFactory,
  type DesktopCore,
  loadedAtFirstCall,
} from '../common/bridgeTarget.ts';
import { openDataFolder, programLog } from '../common/dataFolder.ts';
import { defaultDataFolder } from '../common/defaultDataFolder.ts';
import { checkedExternalAddress } from '../common/externalAddress.ts';
import { programVersion } from '../common/programVersion.ts';
import { windowFolder, workerEntries } from '../common/workerEntries.ts';
import { createActivitySignals } from './activitySignals.ts';
import { createMenu } from './applicationMenu.ts';
import { createBackground, type NextRun, trayImage } from './background.ts';
import { createBadge } from './badge.ts';
import { saidWhy, watchBreakdown } from './breakdown.ts';
import { createClosingQuestion } from './closingQuestion.ts';
import { openDesktopSettings } from './desktopSettings.ts';
import { createDesktopWindow } from './desktopWindow.ts';
import { createUpdater } from './electronUpdater.ts';
import { createFileSaver, createPathChooser } from './fileSaver.ts';
import { createIpcTransport } from './ipcTransport.ts';
import { startAtLogin, startedAtLogin } from './loginStart.ts';
import {
  createOpenRequests,
  followOpenRequests,
  type OpenRequest,
  requestOf,
  requestsOf,
  startedByLink,
} from './openRequests.ts';
import { createPdfPrinter, type DesktopPrinter } from './pdfPrinter.ts';
import { createWakefulness, followPower } from './power.ts';
import { createQuitting } from './quitting.ts';
import { createSpelling } from './spelling.ts';
import { createSystemNotifier } from './systemNotifier.ts';
import { hasTrayHost } from './trayHost.ts';
import { confine, isPermitted, mayLoad } from './windowPolicy.ts';
import { answerWindowRequest, windowScheme } from './windowScheme.ts';

/**
 * Time limit of shutdown in milliseconds: three seconds for the last answers, as the core gives them. The rest closes in one,
 * and took six on two processors with a load of 15. The windows are hidden meanwhile.
 */
const quitDeadlineMs = 20_000;
/** Without a call of the page, which may have failed to load, the core is loaded after this time, milliseconds. */
const noPageMs = 5000;

/**
 * The desktop host: connects the core to Electron and manages its window. Call once, at the start of the
 * program, because schemes and the sandbox must be set before Electron is ready.
 *
 * @param program `import.meta.url` of the program's entry.
 */
export async function startDesktop(program: string, createCore: CoreFactory<DesktopCore>): Promise<void> {
  if (app.commandLine.hasSwitch('no-sandbox')) throw new Error(unconfined);
  app.enableSandbox();
  disableSharedStorage();
  protocol.registerSchemesAsPrivileged([windowScheme]);
  app.setName('Parallax');
  const dataFolder = chosenDataFolder();
  if (app.isPackaged && isDebugged() && holdsData(dataFolder)) throw new Error(debugged);
  const log = openDataFolder(dataFolder);
  settleFolder(join(dataFolder, 'window'));
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }

  const settings = openDesktopSettings(dataFolder);
  const devTools = !app.isPackaged;
  const desktopShell: Shell = { openExternal };
  const printer = createPdfPrinter();
  const warn = (message: string): void =>
    void core.asked()?.then(
      ({ tell }) => tell('warning', message),
      () => undefined,
    );
  const notifier = createSystemNotifier({
    open: (address) => showWindow(address),
    refused: (reason) => warn(`The system does not show notifications of Parallax: ${reason}`),
    log,
  });
  const spelling = createSpelling({
    session: () => session.defaultSession,
    platform: process.platform,
    warn,
    log,
  });
  const ports: CorePorts = {
    host: 'desktop',
    version: programVersion,
    paths: { data: dataFolder },
    secrets: withEnvironmentSecret(
      createSecretStore({ keychain: systemKeychain(keychainService, process.platform) }),
      process.env,
    ),
    settings,
    workers: workerEntries(program),
    clock: systemClock,
    random: Math.random,
    log,
    shell: desktopShell,
    printer,
    fileSaver: createFileSaver(() => window.current()),
    graphics: async () => app.getGPUFeatureStatus().gpu_compositing,
    logFile: programLog(dataFolder),
    proxyOf: async (url) => {
      await app.whenReady();
      return proxyOfAnswer(await session.defaultSession.resolveProxy(url.href));
    },
    updater: await createUpdater({
      packaged: app.isPackaged,
      configFile: join(process.resourcesPath ?? '', 'app-update.yml'),
      platform: process.platform,
      quitThen: (leave) => quitting.quitThen(leave),
      exit: () => app.exit(0),
      show: (file) => shell.showItemInFolder(file),
    }),
    notifier,
    menu: { show: (state) => menu.show(state) },
    spelling: spelling.facts,
    newWindow: () => openAnother(),
    choosePath: (kind) => choosePath(kind),
    restart: () => {
      // The links and files that it was started with were opened already.
      const opened = (arg: string): boolean => requestOf(arg, process.cwd()) !== null;
      app.relaunch({
        execPath: process.env.APPIMAGE ?? process.execPath,
        args: process.argv.slice(1).filter((arg) => !opened(arg)),
      });
      app.quit();
    },
  };
  const leaving = new AbortController();
  /** Also one that did not start has to be stopped. */
  let created: DesktopCore | null = null;
  const core = loadedAtFirstCall(async () => {
    try {
      created = await createCore(ports);
      await created.start();
      return created;
    } catch (error) {
      log('error', 'The core could not be loaded.', { error: error instanceof Error ? error.stack : error });
      throw error;
    }
  });
  const target = followingSettings(core.target, () => {
    void background.refresh();
    followLogin();
    spelling.apply(settings.get('checkSpelling') === true);
  });
  const transport = createIpcTransport(
    ipcMain,
    target,
    log,
    (contents) => window.current()?.webContents === contents,
  );
  const openLink = (address: string): void => {
    openExternal(address).catch((error: unknown) =>
      log('warn', 'A link was not opened.', { error: String(error) }),
    );
  };
  // Every page that is ever created, by whatever code.
  app.on('web-contents-created', (_event, contents) => {
    confine(contents, openLink, log);
  });
  // Chromium starts these again by itself; a page is handled by its window.
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    if (reason !== 'clean-exit') log('warn', 'A process ended.', { type, reason, exitCode, serviceName });
  });
  const args = process.argv.slice(1);
  // The author of a link must not choose how the program starts.
  const atLogin = !startedByLink(args) && startedAtLogin(process.platform, args);
  /** A checkout is not started at login: it may be gone by then. */
  const followLogin = (): void => {
    if (!app.isPackaged || settings.get('startAtLogin') === undefined) return;
    try {
      const { platform, env, execPath } = process;
      const executable = env.APPIMAGE ?? execPath;
      startAtLogin(settings.get('startAtLogin') === true, { platform, executable, dataFolder, env });
    } catch (error) {
      log('error', 'Starting at login could not be changed.', { error: String(error) });
    }
  };
  const window = createDesktopWindow({
    program,
    settings,
    log,
    devTools,
    attach: transport.attach,
    beforeClose: () => {
      if (quitting.state() !== 'running') return null;
      if (background.staysOpen()) return background.beforeHiding();
      return process.platform === 'darwin' ? null : askToClose();
    },
    quit: () => app.quit(),
    openLink,
  });

  const choosePath = createPathChooser(() => window.current());
  const background = createBackground({
    icon: fileURLToPath(new URL(`../../resources/${trayImage(process.platform)}`, program)),
    hasTrayHost: () => hasTrayHost(process.platform),
    nextRun: async () =>
      settings.get('keepInTray') === true || atLogin ? await nextMonitorRun(target) : null,
    show: () => showWindow(),
    quit: () => app.quit(),
    log,
  });
  const activity = createActivitySignals({
    setProgress: (share) => {
      for (const each of window.all()) each.setProgressBar(share ?? -1);
    },
    keepAwake: createWakefulness(),
    isFocused: () => window.all().some((each) => each.isFocused()),
    wantsNotifications: () => settings.get('runNotifications') !== false,
    notifier,
  });
  target.subscribe(activity.hear);
  const askToClose = createClosingQuestion(activity.underWay, () => window.current());
  const badge = createBadge({ target, show: (count) => app.setBadgeCount(count), log });
  target.subscribe(badge.hear);
  target.subscribe(({ name }) => {
    if (name === 'monitors.changed' || name === 'history.changed') void background.refresh();
  });
  const quitting = createQuitting({
    drain: async () => {
      leaving.abort();
      transport.refuseCalls();
      window.leave();
      background.leave();
      await core.asked()?.catch(() => undefined);
      await created?.stop();
      await transport.idle();
    },
    deadlineMs: quitDeadlineMs,
    exit: (code) => app.exit(code),
    kill: () => process.kill(process.pid, 'SIGKILL'),
    clock: systemClock,
    log,
  });
  watchBreakdown(quitting, programLog(dataFolder), log);
  /** Before that, a window would find neither its files nor its restrictions. */
  const confined = Promise.withResolvers<void>();
  let isConfined = false;
  /** A window opened during shutdown would use a closed store. */
  const showWindow = (address?: string): void => {
    if (isConfined && quitting.state() === 'running') window.show(address);
  };
  const openAnother = (): void => {
    if (isConfined && quitting.state() === 'running') window.openAnother();
  };
  const menu = createMenu({
    window,
    show: showWindow,
    openAnother,
    choose: (id) =>
      void core.asked()?.then(
        ({ chooseCommand }) => chooseCommand(id),
        () => undefined,
      ),
    openProjectFile: () =>
      void choosePath('project').then((file) => {
        if (file !== null) openNow(requestsOf(['', file], '/'));
      }),
    quit: () =>
      void (askToClose() ?? Promise.resolve(true)).then((may) => {
        if (may) app.quit();
      }),
    dataFolder,
    platform: process.platform,
    devTools,
    log,
  });
  app.on('before-quit', quitting.beforeQuit);
  const openRequests = createOpenRequests({ target, show: showWindow, window: () => window.shown(), log });
  const openNow = (requests: readonly OpenRequest[]): void => {
    confined.promise
      .then(() => (requests.length === 0 ? showWindow() : openRequests(requests)))
      .catch((error: unknown) =>
        log('error', 'What was asked for was not opened.', { error: String(error) }),
      );
  };
  followOpenRequests(openNow);
  app.on('activate', () => showWindow());
  app.on('window-all-closed', () => {
    if (background.staysOpen()) return;
    if (process.platform !== 'darwin') app.quit();
  });

  await app.whenReady();
  followPower({ wake: () => created?.wake(), quit: () => app.quit(), log });
  confineSession(fileURLToPath(windowFolder(program)), printer, devTools);
  spelling.apply(settings.get('checkSpelling') === true);
  spelling.watch();
  menu.start();
  app.setAboutPanelOptions({
    applicationName: 'Parallax',
    applicationVersion: programVersion,
    copyright: 'MIT licence',
  });
  isConfined = true;
  if (!atLogin) showWindow();
  confined.resolve();
  try {
    await core.loaded(noPageMs, leaving.signal);
    await background.refresh();
    await badge.refresh();
    // Nothing to watch: a program without a window or a tray icon would run for nothing.
    if (atLogin && !background.staysOpen() && window.current() === null) app.quit();
    const answer = await target.call(
      'settings.get',
      {},
      { signal: new AbortController().signal, callId: 'theme' },
    );
    applyTheme(answer);
  } catch (error) {
    if (leaving.signal.aborted) return;
    log('error', 'The program could not start.', { error: String(error) });
    await dialog.showMessageBox({
      type: 'error',
      message: 'Parallax could not start.',
      detail: `${error instanceof Error ? error.message : String(error)}\n\nStored data is unchanged. Log file: ${programLog(dataFolder)}`,
    });
    app.quit();
  }
}

/** Exits a program that could not open a window, with the reason. */
export function failToStart(error: unknown): void {
  dialog.showErrorBox('Parallax could not start.', error instanceof Error ? error.message : String(error));
  app.exit(saidWhy);
}

/** Chromium creates its database two minutes after the start, although no page of the program uses it. */
function disableSharedStorage(): void {
  const given = app.commandLine.getSwitchValue('disable-features');
  app.commandLine.appendSwitch('disable-features', given ? `${given},SharedStorageAPI` : 'SharedStorageAPI');
}

/**
 * An AppImage adds the switch where unprivileged user namespaces are not allowed, but answers are untrusted
 * text.
 */
const unconfined =
  'Parallax does not run with --no-sandbox, which an AppImage adds where the system restricts user namespaces. Install the .deb or .rpm package, which sets the sandbox up.';

/**
 * Whoever controls the window over the port reads and sends whatever its user could. The test of the installers starts with a
 * new folder, in which there is nothing yet.
 */
const debugged =
  'Parallax does not open a debugging port over stored data. Start it without --remote-debugging-port and --remote-debugging-pipe.';
const isDebugged = (): boolean =>
  ['remote-debugging-port', 'remote-debugging-pipe'].some((name) => app.commandLine.hasSwitch(name));
const holdsData = (folder: string): boolean =>
  ['history.db', 'settings.json'].some((name) => existsSync(join(folder, name)));

/** Windows groups notifications and taskbar windows under this id; the installer registers the same one. */
const appUserModelId = 'app.parallax.desktop';

/**
 * Chromium's own folder; it also distinguishes instances, so that each data folder has one. Electron rejects a
 * folder that does not exist.
 */
function settleFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('userData', folder);
  if (process.platform === 'win32') app.setAppUserModelId(appUserModelId);
}

function chosenDataFolder(): string {
  const args = process.argv.slice(1);
  const { values } = parseArgs({
    // The author of a link must not choose the folder.
    args: startedByLink(args) ? [] : args,
    options: { data: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  return currentDataFolder(
    typeof values.data === 'string'
      ? resolve(values.data)
      : defaultDataFolder(process.platform, process.env, homedir()),
  );
}

async function openExternal(url: string): Promise<void> {
  const address = checkedExternalAddress(url);
  if (address === null) throw new Error('Only https addresses are opened.');
  await withInheritedMask(() => shell.openExternal(address));
}

/** What the window's session may load and request: its own files, and no device of the machine. */
function confineSession(folder: string, printer: DesktopPrinter, devTools: boolean): void {
  protocol.handle(
    windowScheme.scheme,
    (request) => printer.answer(request.url) ?? answerWindowRequest(folder, request),
  );
  const own = session.defaultSession;
  // The requesting frame, not the page that contains it.
  own.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isPermitted(permission, requestingUrl)),
  );
  own.setPermissionCheckHandler((_contents, permission, _origin, { requestingUrl }) =>
    isPermitted(permission, requestingUrl ?? ''),
  );
  own.setDevicePermissionHandler(() => false);
  own.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !mayLoad(details.url, devTools) }));
}

/** The next run of the monitors that are not paused; null without such a monitor. */
async function nextMonitorRun(target: BridgeTarget): Promise<NextRun | null> {
  const answer = await target.call(
    'monitors.list',
    { project: allProjects },
    { signal: new AbortController().signal, callId: 'monitors' },
  );
  if (!answer.ok) return null;
  const { monitors } = answer.data as { readonly monitors: readonly MonitorView[] };
  const due = monitors
    .filter(({ pausedAtMs }) => pausedAtMs === null)
    .map(({ name, nextTimesMs: [atMs = null] }) => ({ name, atMs }));
  const [next = null] = due.toSorted((one, other) => (one.atMs ?? Infinity) - (other.atMs ?? Infinity));
  return next;
}

/** System frames and menus follow the theme chosen in the window; `changed` is called for every setting. */
function followingSettings(target: BridgeTarget, changed: () => void): BridgeTarget {
  return {
    ...target,
    call: async (route, input, context) => {
      const answer = await target.call(route, input, context);
      if (route === 'settings.update') {
        applyTheme(answer);
        changed();
      }
      return answer;
    },
  };
}

function applyTheme(answer: Awaited<ReturnType<BridgeTarget['call']>>): void {
  if (!answer.ok) return;
  const { theme } = answer.data as { readonly theme?: unknown };
  if (theme === 'system' || theme === 'light' || theme === 'dark') nativeTheme.themeSource = theme;
}
