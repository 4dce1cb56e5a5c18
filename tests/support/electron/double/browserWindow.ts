import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { toProgramAddress } from './addresses.ts';
import { app } from './app.ts';
import { openBrowser } from './browser.ts';
import { tell } from './channel.ts';
import { machine } from './machine.ts';
import { pageSide, preloadSide, preloadWorld } from './preloadInPage.ts';
import { decisions, routeRequests } from './sessionAndProtocol.ts';
import { nativeTheme, screen } from './system.ts';
import { WebContents } from './webContents.ts';

type Bounds = { x: number; y: number; width: number; height: number };
type Options = Partial<Bounds> & {
  readonly show?: boolean;
  readonly backgroundColor?: string;
  readonly webPreferences?: Readonly<Record<string, unknown>>;
};

const windows = new Map<BrowserWindow, Page | null>();
/** Pages that belong to a window, or did and are closing. */
const taken = new WeakSet<Page>();
let routed: Promise<void> | null = null;
let openingWindow = false;

export class BrowserWindow extends EventEmitter {
  static getAllWindows(): BrowserWindow[] {
    return [...windows.keys()];
  }

  readonly webContents: WebContents;
  #bounds: Bounds;
  #maximized = false;
  #fullScreen = false;
  #minimized = false;
  #focused = true;
  #visible: boolean;
  #painted = false;
  readonly #ground: string;
  #destroyed = false;
  readonly #page: Promise<Page>;

  constructor(options: Options = {}) {
    super();
    if (!decisions.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    const { sandbox, contextIsolation, nodeIntegration } = options.webPreferences ?? {};
    if (sandbox !== true || contextIsolation !== true || nodeIntegration !== false) {
      throw new Error('The double shows sandboxed, isolated pages without Node only');
    }
    this.#bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    };
    for (const [name, value] of Object.entries(this.#bounds))
      if (!Number.isInteger(value)) throw new TypeError(`Error processing argument: ${name} is ${value}`);
    this.#ground = options.backgroundColor ?? '';
    this.#visible = options.show !== false;
    windows.set(this, null);
    this.#page = this.#open(options);
    this.webContents = new WebContents(this.#page);
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, this);
  }

  async #open(options: Options): Promise<Page> {
    const context = await openBrowser(app.getPath('userData'));
    routed ??= keepToWindows(context);
    await routed;
    // The profile opens with an empty page that nobody asked for.
    const spare = context.pages().find((page) => !taken.has(page));
    openingWindow = true;
    const page = spare ?? (await context.newPage());
    openingWindow = false;
    taken.add(page);
    windows.set(this, page);
    await page.setViewportSize({ width: this.#bounds.width, height: this.#bounds.height });
    await page.emulateMedia({ colorScheme: nativeTheme.emulated() });
    await grantPermissions(context);
    await this.#watchOpenings(page);
    await this.webContents.connect(page);
    const preload = options.webPreferences?.preload;
    if (typeof preload === 'string') {
      await page.addInitScript(pageSide);
      const world = await context.newCDPSession(page);
      await world.send('Page.enable');
      await world.send('Page.addScriptToEvaluateOnNewDocument', {
        source: preloadSide(await readFile(preload, 'utf8')),
        worldName: preloadWorld,
      });
    }
    page.on('close', () => this.#gone());
    page.once('domcontentloaded', () => void this.#whenPainted(page));
    return page;
  }

  /** The page has something to show once Chromium says so, which is not when it is loaded. */
  async #whenPainted(page: Page): Promise<void> {
    await page
      // As text: the observer knows paints in a browser only.
      .evaluate(
        `new Promise((painted) => new PerformanceObserver(() => painted()).observe({ type: 'paint', buffered: true }))`,
      )
      .catch(() => {
        // The page went on to another; that one is painted soon.
      });
    if (this.#painted || this.#destroyed || (machine.paintsShownOnly && !this.#visible)) return;
    this.#painted = true;
    this.emit('ready-to-show');
  }

  async loadURL(address: string): Promise<void> {
    await this.webContents.loadURL(address);
  }

  show(): void {
    // The real one crashes; its methods throw a little later.
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    this.#visible = true;
    tell({ type: 'window-shown', painted: this.#painted, ground: this.#ground });
    this.emit('show');
  }

  getBackgroundColor(): string {
    return this.#ground.toUpperCase();
  }

  hide(): void {
    this.#visible = false;
    this.emit('hide');
  }

  isVisible(): boolean {
    return this.#visible;
  }

  focus(): void {
    this.#focused = true;
    this.emit('focus');
  }

  /** As when the person turns to another program. */
  blur(): void {
    this.#focused = false;
    this.emit('blur');
  }

  isFocused(): boolean {
    return this.#focused;
  }

  setProgressBar(share: number): void {
    tell({ type: 'progress', share });
  }

  minimize(): void {
    this.#minimized = true;
  }

  restore(): void {
    this.#minimized = false;
  }

  isMinimized(): boolean {
    return this.#minimized;
  }

  /** Shows a window that is not shown yet, like the real one. */
  maximize(): void {
    this.#maximized = true;
    if (!this.#visible) this.show();
  }

  isMaximized(): boolean {
    return this.#maximized;
  }

  isFullScreen(): boolean {
    return this.#fullScreen;
  }

  setFullScreen(wanted: boolean): void {
    this.#fullScreen = wanted;
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
  }

  center(): void {
    const { workArea } = screen.getPrimaryDisplay();
    this.#bounds.x = Math.round(workArea.x + (workArea.width - this.#bounds.width) / 2);
    this.#bounds.y = Math.round(workArea.y + (workArea.height - this.#bounds.height) / 2);
  }

  getNormalBounds(): Bounds {
    return { ...this.#bounds };
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  close(): void {
    let prevented = false;
    this.emit('close', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (!prevented) this.destroy();
  }

  destroy(): void {
    this.#page.then((page) => page.close()).catch(() => {});
    this.#gone();
  }

  /** What the page itself asks for: the request that follows may have been turned from http into https by then. */
  async #watchOpenings(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    session.on('Page.windowOpen', ({ url }) => this.webContents.watcher.windowOpened(toProgramAddress(url)));
    await session.send('Page.enable');
  }

  #gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windows.delete(this);
    this.webContents.destroyed();
    tell({ type: 'window-closed' });
    this.emit('closed');
    if (windows.size === 0) app.allWindowsClosed();
  }
}

app.closesWindows(() => {
  for (const window of BrowserWindow.getAllWindows()) window.close();
});
nativeTheme.on('updated', () => {
  for (const page of windows.values()) void page?.emulateMedia({ colorScheme: nativeTheme.emulated() });
});

const windowOf = (page: Page): BrowserWindow | undefined =>
  [...windows].find(([, known]) => known === page)?.[0];

const watcherOf = (page: Page): WebContents['watcher'] | null => windowOf(page)?.webContents.watcher ?? null;

/** Answers the pages' requests, and closes pages that they open: a window of the program is made by the program. */
async function keepToWindows(context: BrowserContext): Promise<void> {
  await routeRequests(context, watcherOf);
  context.on('page', (page) => {
    if (!openingWindow) page.close().catch(() => {});
  });
}

/** Chromium asks nobody here, so the program's answer for the one permission it knows is settled beforehand. */
async function grantPermissions(context: BrowserContext): Promise<void> {
  const [scheme] = decisions.schemes;
  const origin = `${scheme?.scheme}://parallax/`;
  const allowed =
    decisions.permissionCheck?.(null, 'clipboard-sanitized-write', origin, { requestingUrl: origin }) ?? true;
  if (allowed) await context.grantPermissions(['clipboard-write']);
}
