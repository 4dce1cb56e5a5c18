import { EventEmitter } from 'node:events';
import type { Frame, Page } from 'playwright-core';
import { toBrowserAddress, toProgramAddress } from './addresses.ts';
import { tell } from './channel.ts';
import { acrossProcesses, ipcMain, type SenderFrame } from './ipc.ts';
import { permissionsInPage } from './permissionsInPage.ts';
import { bindings } from './preloadInPage.ts';
import { decisions, type RequestWatcher } from './sessionAndProtocol.ts';

type WindowOpenHandler = (details: { readonly url: string }) => { readonly action: 'deny' | 'allow' };

let lastId = 0;

/** The page of a window. The page itself comes later than the object, so everything sent to it waits for it. */
export class WebContents extends EventEmitter {
  readonly id = ++lastId;
  readonly #page: Promise<Page>;
  #opened: Page | null = null;
  #destroyed = false;
  #windowOpenHandler: WindowOpenHandler | null = null;
  /** Addresses the program itself asked for: Electron announces those of the page only. */
  readonly #ownNavigations = new Set<string>();
  /** A document was let through and is not there yet. */
  #documentComing = false;
  /** A load that another one follows before it is through is aborted. */
  #loads = 0;

  constructor(page: Promise<Page>) {
    super();
    this.#page = page;
    page.then((opened) => this.#watch(opened));
  }

  #watch(page: Page): void {
    this.#opened = page;
    page.on('framenavigated', (frame) => {
      // Playwright tells of a new place in the same document too, Electron does not by this event.
      if (frame !== page.mainFrame()) return;
      if (!this.#documentComing) {
        this.emit('did-navigate-in-page', {}, toProgramAddress(frame.url()), true);
        return;
      }
      this.#documentComing = false;
      this.emit('did-navigate', {}, toProgramAddress(frame.url()));
    });
    page.on('load', () => this.emit('did-finish-load', {}));
    page.on('crash', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }));
  }

  /** Connects the page's `ipcRenderer` with the program's `ipcMain`; before the page loads anything. */
  async connect(page: Page): Promise<void> {
    await page.exposeBinding(bindings.invoke, ({ frame }, channel: string, args: unknown[]) =>
      ipcMain.invoked({ sender: this, senderFrame: senderFrame(frame) }, channel, acrossProcesses(args)),
    );
    await page.exposeBinding(bindings.send, ({ frame }, channel: string, args: unknown[]) => {
      ipcMain.emit(channel, { sender: this, senderFrame: senderFrame(frame) }, ...acrossProcesses(args));
    });
    await page.exposeBinding(bindings.permission, async ({ frame }, permission: string) => {
      const granted = await this.watcher.permitted(permission, toProgramAddress(frame.url()));
      tell({ type: 'permission', permission, granted });
      return granted;
    });
    await page.addInitScript(permissionsInPage);
  }

  readonly watcher: RequestWatcher = {
    mayRedirect: (address) => !this.heldBack('will-redirect', address),
    permitted: (permission, requestingUrl) =>
      new Promise((answered) => {
        const ask = decisions.permissionRequest;
        // Nobody decided: Electron grants.
        if (ask === null) answered(true);
        else ask(this, permission, answered, { requestingUrl, isMainFrame: true });
      }),
    mayNavigate: (address) => {
      const allowed = this.#ownNavigations.delete(withoutHash(address)) || this.#announce(address);
      if (allowed) this.#documentComing = true;
      return allowed;
    },
    windowOpened: (url) => {
      const decision = this.#windowOpenHandler?.({ url }) ?? { action: 'allow' };
      if (decision.action === 'allow')
        throw new Error(`The double opens no second window, but ${url} was allowed one`);
    },
  };

  /** False when the program holds the page back. */
  #announce(url: string): boolean {
    return !this.heldBack('will-navigate', url);
  }

  /** Whether the program holds back what the page is about to do. */
  heldBack(event: 'will-navigate' | 'will-redirect' | 'will-attach-webview', url: string): boolean {
    let prevented = false;
    const preventDefault = (): void => {
      prevented = true;
    };
    this.emit(event, { url, isMainFrame: true, preventDefault }, {}, { src: url });
    return prevented;
  }

  get mainFrame(): SenderFrame | null {
    return this.#opened ? senderFrame(this.#opened.mainFrame()) : null;
  }

  getURL(): string {
    return this.#opened ? toProgramAddress(this.#opened.url()) : '';
  }

  async loadURL(address: string): Promise<void> {
    tell({ type: 'load', address });
    const scheme = new URL(address).protocol.slice(0, -1);
    if (!ofChromium.has(scheme) && !decisions.handlers.has(scheme))
      throw loadError('ERR_FAILED', -2, address);
    const page = await this.#page;
    this.#ownNavigations.add(withoutHash(address));
    const number = ++this.#loads;
    await page.goto(toBrowserAddress(address)).catch((error: unknown) => {
      const aborted = number !== this.#loads || /interrupted|ERR_ABORTED/.test(String(error));
      throw aborted ? loadError('ERR_ABORTED', -3, address) : loadError('ERR_FAILED', -2, address);
    });
    this.emit('did-stop-loading');
  }

  reload(): void {
    tell({ type: 'reload' });
    this.#ownNavigations.add(withoutHash(this.getURL()));
    this.#page
      .then((page) => page.reload())
      .catch((error: unknown) => this.emit('did-fail-load', {}, String(error)));
  }

  forcefullyCrashRenderer(): void {
    // The process is gone before the program hears of it.
    setImmediate(() => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }));
  }

  send(channel: string, ...args: unknown[]): void {
    // Cloned at once, as the real one does: what changes afterwards does not travel.
    const copies = acrossProcesses(args);
    this.#page
      .then((page) =>
        page.evaluate(
          ({ receive, name, parts }) =>
            (globalThis as unknown as Record<string, Receive>)[receive]?.(name, parts),
          { receive: bindings.receive, name: channel, parts: copies },
        ),
      )
      .catch(() => {
        // The page went away; Electron drops the message too.
      });
  }

  async printToPDF(
    options: { readonly printBackground?: boolean; readonly preferCSSPageSize?: boolean } = {},
  ): Promise<Buffer> {
    return (await this.#page).pdf(options);
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpenHandler = handler;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  destroyed(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.emit('destroyed');
  }
}

/** Schemes that need no handler of the program. */
const ofChromium: ReadonlySet<string> = new Set(['http', 'https', 'about', 'data', 'blob']);

/** As Electron words it. */
function loadError(code: string, errno: number, url: string): Error {
  return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { code, errno, url });
}

type Receive = (channel: string, args: unknown[]) => void;

const withoutHash = (address: string): string => address.split('#', 1)[0] ?? address;

function senderFrame(frame: Frame): SenderFrame | null {
  if (frame.isDetached()) return null;
  const parent = frame.parentFrame();
  return { url: toProgramAddress(frame.url()), parent: parent ? senderFrame(parent) : null };
}
