import type { HostBridge } from '#shared/bridge/hostBridge.ts';
import { createHttpBridge } from './httpBridge.ts';
import { takeLaunchToken } from './launchToken.ts';
import { preloadBridge } from './preloadBridge.ts';

/**
 * The way to the core in whichever host the window runs. To be called once, before anything reads the address: in
 * a browser it takes the launch link out of it.
 */
export function createHostBridge(): HostBridge {
  return (
    preloadBridge() ??
    createHttpBridge({
      origin: location.origin,
      token: takeLaunchToken(),
      fetch: (input, init) => fetch(input, init),
      pause,
    })
  );
}

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
