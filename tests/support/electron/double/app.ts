import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openedBrowser } from './browser.ts';
import { tell } from './channel.ts';
import { decisions, switchValue } from './sessionAndProtocol.ts';
import { threadsAlive } from './threads.ts';

class App extends EventEmitter {
  readonly isPackaged = process.env.PARALLAX_DOUBLE_PACKAGED === '1';
  /** Switches of its Chromium: those it was started with, and those the program adds in time. */
  readonly commandLine = {
    hasSwitch: (name: string): boolean => switchValue(name) !== undefined,
    getSwitchValue: (name: string): string => switchValue(name) ?? '',
    appendSwitch: (name: string, value = ''): void => {
      if (decisions.ready) throw new Error(`--${name} comes too late`);
      decisions.switches.set(name, value);
    },
  };
  #name = 'electron-double';
  readonly #paths = new Map<string, string>();
  readonly #ready = Promise.withResolvers<void>();
  #closeWindows = (): void => {};
  #instances: Server | null = null;
  #ending = false;
  #leaving: Promise<void> | null = null;

  /** Electron is ready only after the program's entry has run to its end: an entry that waits for it waits for ever. */
  becomeReady(): void {
    decisions.ready = true;
    this.emit('ready');
    this.#ready.resolve();
  }

  isReady(): boolean {
    return decisions.ready;
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  enableSandbox(): void {
    if (decisions.ready) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  disableHardwareAcceleration(): void {
    if (decisions.ready)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
  }

  getPreferredSystemLanguages(): readonly string[] {
    return ['en-US'];
  }

  getLoginItemSettings(): { readonly wasOpenedAtLogin: boolean } {
    return { wasOpenedAtLogin: false };
  }

  setName(name: string): void {
    this.#name = name;
  }

  getName(): string {
    return this.#name;
  }

  getVersion(): string {
    return '0.0.0';
  }

  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`Failed to set path '${name}': ${path} does not exist`);
    this.#paths.set(name, path);
  }

  getPath(name: string): string {
    const known = this.#paths.get(name);
    if (known) return known;
    if (name === 'home') return homedir();
    if (name === 'temp') return tmpdir();
    return join(homedir(), '.config', this.#name);
  }

  getGPUFeatureStatus(): { readonly gpu_compositing: string } {
    return { gpu_compositing: 'disabled_software' };
  }

  setAboutPanelOptions(_options: object): void {}

  /** By a file with the owner's number; a second program tells the first over a socket beside it. */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    const lock = join(folder, 'double.lock');
    const socket = join(folder, 'double.sock');
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
    } catch {
      if (isAlive(Number(readFileSync(lock, 'utf8')))) {
        this.#leaving = new Promise((told) => {
          connect(socket)
            .on('error', () => told())
            .on('close', () => told())
            .end(JSON.stringify({ args: process.argv, folder: process.cwd() }));
        });
        return false;
      }
      writeFileSync(lock, String(process.pid));
    }
    rmSync(socket, { force: true });
    this.#instances = createServer((connection) => {
      void text(connection).then((said) => {
        const { args, folder } = JSON.parse(said) as { readonly args: string[]; readonly folder: string };
        tell({ type: 'second-instance' });
        this.emit('second-instance', {}, args, folder);
      });
    }).listen(socket);
    this.#instances.unref();
    process.on('exit', () => {
      rmSync(lock, { force: true });
      rmSync(socket, { force: true });
    });
    return true;
  }

  quit(): void {
    let prevented = false;
    this.emit('before-quit', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (prevented) return;
    this.#closeWindows();
    this.emit('will-quit', { preventDefault: () => {} });
    void this.#end(0);
  }

  /** Linux shows it where a launcher can. */
  setBadgeCount(count: number): boolean {
    tell({ type: 'badge', count });
    return false;
  }

  addRecentDocument(_path: string): void {}

  /** The test starts the next one. */
  relaunch({ args = process.argv.slice(1) }: { readonly args?: readonly string[] } = {}): void {
    tell({ type: 'relaunch', args });
  }

  exit(code = 0): void {
    const count = threadsAlive();
    if (count > 0) tell({ type: 'threads-at-exit', count });
    void this.#end(code);
  }

  async #end(code: number): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    this.emit('quit', {}, code);
    await this.#leaving;
    this.#instances?.close();
    const browser = await openedBrowser();
    await browser?.close().catch(() => {});
    process.exit(code);
  }

  /** As macOS asks for a link or a file; what the program does not take, the system would open by itself. */
  asksToOpen(event: 'open-url' | 'open-file', what: string): void {
    let taken = false;
    this.emit(event, { preventDefault: () => (taken = true) }, what);
    if (!taken) throw new Error(`Nobody took ${event}`);
  }

  closesWindows(close: () => void): void {
    this.#closeWindows = close;
  }

  allWindowsClosed(): void {
    if (!this.emit('window-all-closed')) this.quit();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const app = new App();
