import { setMaxListeners } from 'node:events';

/**
 * A signal that more than ten calls listen to at once, each until it ends. Node 20, which Electron contains, takes that
 * for a leak and warns.
 */
export function sharedSignal(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}

/** A controller whose signal is shared. */
export function sharedAbort(): AbortController {
  const controller = new AbortController();
  sharedSignal(controller.signal);
  return controller;
}
