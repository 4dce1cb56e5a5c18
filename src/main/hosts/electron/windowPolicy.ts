import type { BrowserWindowConstructorOptions, WebContents } from 'electron';
import type { Logger } from '#platform/log.ts';
import { checkedExternalAddress } from '../common/externalAddress.ts';
import { isWindowAddress, windowAddress } from './windowScheme.ts';
import { leastHeight, leastWidth, type WindowBounds } from './windowState.ts';

/** The frame a message comes from, as needed by the check. */
export type Sender = {
  /** Null once the frame is gone. */
  readonly frame: { readonly url: string; readonly isTop: boolean } | null;
  readonly ownWindow: boolean;
};

/** Only the top frame of one of our windows, showing our page, may call the core. */
export function isTrustedSender({ frame, ownWindow }: Sender): boolean {
  return ownWindow && frame?.isTop === true && isWindowAddress(frame.url);
}

/** The window navigates only by the part after `#`; everything else would be another page. */
export function mayNavigate(address: string): boolean {
  return isWindowAddress(address) && new URL(address).pathname === new URL(windowAddress).pathname;
}

/** What to do with a link that requests a new window: never open one, at most open the user's browser. */
export function externalAddressOf(address: string): string | null {
  return checkedExternalAddress(address);
}

/** The window loads its own files and inline content, and nothing from the network. */
export function mayLoad(address: string, devTools: boolean): boolean {
  return (
    isWindowAddress(address) ||
    /^(data:|blob:app:\/\/parallax\/|about:srcdoc$|about:blank$)/.test(address) ||
    (devTools && address.startsWith('devtools:'))
  );
}

/**
 * Keeps every page of the program, including the hidden one for printing, where it is: no other page, no second
 * window, no embedded page. Links open in the user's browser or are blocked.
 */
export function confine(contents: WebContents, openExternal: (address: string) => void, log: Logger): void {
  contents.setWindowOpenHandler(({ url }) => {
    const address = externalAddressOf(url);
    if (address) openExternal(address);
    else log('warn', 'A link was refused.', { url });
    return { action: 'deny' };
  });
  const stay = (event: { readonly preventDefault: () => void; readonly url: string }): void => {
    if (mayNavigate(event.url)) return;
    event.preventDefault();
    log('warn', 'The window was kept from leaving its page.', { url: event.url });
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Copy buttons need the clipboard; camera, location, notifications and the rest are never needed. */
export function isPermitted(permission: string, requester: string): boolean {
  return permission === 'clipboard-sanitized-write' && isWindowAddress(requester);
}

/** Options of the one window. */
export function windowOptions(parts: {
  readonly bounds: WindowBounds;
  readonly preload: string;
  readonly icon: string;
  readonly dark: boolean;
  readonly devTools: boolean;
}): BrowserWindowConstructorOptions {
  return {
    ...parts.bounds,
    minWidth: Math.min(leastWidth, parts.bounds.width),
    minHeight: Math.min(leastHeight, parts.bounds.height),
    title: 'Parallax',
    icon: parts.icon,
    show: false,
    // The page's own background colours, so that nothing flashes before the first paint.
    backgroundColor: parts.dark ? '#16181d' : '#ffffff',
    webPreferences: {
      preload: parts.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      webviewTag: false,
      devTools: parts.devTools,
      // The session has no languages, and checks nothing, until the user turns it on.
      spellcheck: true,
    },
  };
}
