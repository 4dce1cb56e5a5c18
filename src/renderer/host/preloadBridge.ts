import type { HostBridge } from '#shared/bridge/hostBridge.ts';

declare global {
  interface Window {
    /** Put there by the preload of the desktop host; absent in a browser. */
    readonly parallax?: HostBridge;
  }
}

/** The bridge of the desktop host, or null in a browser. */
export function preloadBridge(): HostBridge | null {
  return window.parallax ?? null;
}
