import type { BrowserContext, Frame, Page, Request as PlaywrightRequest, Route } from 'playwright-core';
import { toProgramAddress } from './addresses.ts';
import { tell } from './channel.ts';
import { machine } from './machine.ts';

type Handler = (request: Request) => Response | Promise<Response>;
type BeforeRequest = (
  details: { readonly url: string; readonly method: string; readonly resourceType: string },
  answer: (decision: { readonly cancel?: boolean }) => void,
) => void;
type PermissionCheck = (contents: unknown, permission: string, origin: string, details: object) => boolean;

type PermissionRequest = (
  contents: unknown,
  permission: string,
  answer: (granted: boolean) => void,
  details: { readonly requestingUrl: string; readonly isMainFrame: boolean },
) => void;

/** What the program has decided about pages so far; windows and routing read it. */
export const decisions = {
  schemes: [] as { readonly scheme: string; readonly privileges?: object }[],
  handlers: new Map<string, Handler>(),
  beforeRequest: null as BeforeRequest | null,
  permissionCheck: null as PermissionCheck | null,
  permissionRequest: null as PermissionRequest | null,
  switches: new Map<string, string>(machine.paintsShownOnly ? [['ozone-platform', 'wayland']] : []),
  ready: false,
};

/** Value of a switch of Chromium's, empty for one without; undefined when it is not set. */
export function switchValue(name: string): string | undefined {
  const given = process.argv.find((each) => each.split('=', 1)[0] === `--${name}`);
  return decisions.switches.get(name) ?? given?.slice(`--${name}=`.length);
}

function needReady(what: string): void {
  if (!decisions.ready) throw new Error(`${what} can only be used after app is ready`);
}

export const protocol = {
  registerSchemesAsPrivileged: (schemes: typeof decisions.schemes): void => {
    if (decisions.ready)
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    decisions.schemes.push(...schemes);
  },
  handle: (scheme: string, handler: Handler): void => {
    needReady('protocol.handle');
    if (!decisions.schemes.some((known) => known.scheme === scheme)) {
      throw new Error(`The double shows pages of privileged schemes only: register "${scheme}" first`);
    }
    if (decisions.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    decisions.handlers.set(scheme, handler);
  },
};

const defaultSession = {
  setPermissionRequestHandler: (handler: PermissionRequest | null): void => {
    decisions.permissionRequest = handler;
  },
  setPermissionCheckHandler: (handler: PermissionCheck | null): void => {
    decisions.permissionCheck = handler;
  },
  setDevicePermissionHandler: (_handler: unknown): void => {},
  availableSpellCheckerLanguages: ['de', 'en-GB', 'en-US'],
  setSpellCheckerEnabled: (_on: boolean): void => {},
  setSpellCheckerLanguages: (_languages: readonly string[]): void => {},
  // It has no dictionaries to download.
  on: (_event: string, _listener: unknown): void => {},
  resolveProxy: async (_url: string): Promise<string> => machine.proxy,
  webRequest: {
    onBeforeRequest: (listener: BeforeRequest | null): void => {
      decisions.beforeRequest = listener;
    },
    // Nothing is ever completed: the double reaches no network.
    onCompleted: (_filter: object, _listener: unknown): void => {},
  },
};

export const session = {
  get defaultSession(): typeof defaultSession {
    needReady('session');
    return defaultSession;
  },
};

/** What a window wants to know of the requests of its page. */
export type RequestWatcher = {
  /** False holds a navigation of the top frame back. */
  readonly mayNavigate: (address: string) => boolean;
  /** False holds a redirect of the top frame back. */
  readonly mayRedirect: (address: string) => boolean;
  readonly permitted: (permission: string, requestingUrl: string) => Promise<boolean>;
  /** A page wants another window. */
  readonly windowOpened: (address: string) => void;
};

/** Answers every request of every page by the program's protocol handlers; nothing reaches the network. */
export async function routeRequests(
  context: BrowserContext,
  watcherOf: (page: Page) => RequestWatcher | null,
): Promise<void> {
  await context.route('**/*', async (route) => {
    const request = route.request();
    const address = toProgramAddress(request.url());
    const frame = frameOf(request);
    const page = frame?.page();
    const watcher = page ? watcherOf(page) : null;
    if (!watcher) return route.abort('blockedbyclient');
    const top = frame === page?.mainFrame();
    if (request.isNavigationRequest() && top && !watcher.mayNavigate(address)) return route.abort('aborted');
    if (await isCancelled(route, address)) return route.abort('blockedbyclient');
    await answer(route, address, top ? watcher : null).catch((error: unknown) => {
      // As Electron does with a handler that fails; without an answer the page would wait for ever.
      console.error(`No answer for ${address}:`, error);
      return route.abort('failed').catch(() => undefined);
    });
  });
}

/** Null for the first request of a window that the page has just opened: it has no frame yet. */
function frameOf(request: PlaywrightRequest): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

async function isCancelled(route: Route, url: string): Promise<boolean> {
  const listener = decisions.beforeRequest;
  if (!listener) return false;
  const request = route.request();
  const { cancel } = await new Promise<{ readonly cancel?: boolean }>((decided) =>
    listener({ url, method: request.method(), resourceType: request.resourceType() }, decided),
  );
  return cancel === true;
}

async function answer(route: Route, address: string, watcher: RequestWatcher | null): Promise<void> {
  const handler = decisions.handlers.get(new URL(address).protocol.slice(0, -1));
  if (!handler) {
    tell({ type: 'network', url: address });
    return route.abort('internetdisconnected');
  }
  const request = route.request();
  const body = request.postDataBuffer();
  const response = await handler(
    new Request(address, {
      method: request.method(),
      headers: request.headers(),
      ...(body ? { body: new Uint8Array(body) } : {}),
    }),
  );
  const location = response.headers.get('location');
  if (watcher && location !== null && request.isNavigationRequest() && response.status >= 300) {
    if (!watcher.mayRedirect(new URL(location, address).href)) return route.abort('aborted');
  }
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}
