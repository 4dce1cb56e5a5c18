import type { HostBridge } from '#shared/bridge/hostBridge.ts';
import { createHttpBridge } from './httpBridge.ts';

let bridge: HostBridge | null = null;

/** The bridge of the current host. In a browser, the first call removes the code from the address. */
export function hostBridge(): HostBridge {
  bridge ??= preloadBridge() ?? httpBridge();
  return bridge;
}

const httpBridge = (): HostBridge =>
  createHttpBridge({
    origin: location.origin,
    pageKey: takePageKey(),
    fetch: (input, init) => fetch(input, init),
    pause,
  });

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });
}

const storageKey = 'parallax.page-key';

/** The code after the `#` of the link that opened the page; null for an ordinary address. */
function readCode(hash: string): string | null {
  return /^#open=([\w-]+)$/.exec(hash)?.[1] ?? null;
}

/**
 * This page's half of the session with the browser host; the other half is a cookie. Taken from the link that opened
 * the page, or stored before a reload. The code is removed from the address bar and the history immediately, so that
 * it is neither copied nor visible.
 */
function takePageKey(): () => Promise<string | null> {
  // The link of the next start, pasted into the same tab, changes only what is behind the #.
  window.addEventListener('hashchange', () => {
    if (readCode(location.hash) !== null) location.reload();
  });
  const code = readCode(location.hash);
  if (code === null) return async () => localStorage.getItem(storageKey);
  history.replaceState(null, '', `${location.pathname}#/`);
  const key = exchange(code);
  return () => key;
}

async function exchange(code: string): Promise<string | null> {
  const response = await fetch('/bridge/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => null);
  if (!response?.ok) return localStorage.getItem(storageKey);
  const { key } = (await response.json()) as { readonly key: string };
  localStorage.setItem(storageKey, key);
  return key;
}

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: adds to a type of the library, which only an interface can
  interface Window {
    /** Set by the preload of the desktop host; absent in a browser. */
    readonly parallax?: HostBridge;
  }
}

/** The bridge of the desktop host; null in a browser. */
function preloadBridge(): HostBridge | null {
  return window.parallax ?? null;
}
