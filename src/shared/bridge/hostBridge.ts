import type { AppErrorBody } from '../model/appError.ts';
import type { BridgeEvent } from './events.ts';

/** `lost`: no host responds, and the bridge tries again. `ended`: another launch responds, so this page cannot go on. */
export type HostReach = 'connected' | 'lost' | 'ended';

/**
 * The whole interface between window and host: the preload exposes it as `window.parallax`, the browser host
 * provides it over HTTP.
 */
export type HostBridge = {
  readonly invoke: (route: string, input: unknown, callId: string) => Promise<Envelope<unknown>>;
  readonly cancel: (callId: string) => void;
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: (event: BridgeEvent) => void) => () => void;
  /** Whether the host responds; absent where the window ends with its host. */
  readonly reach?: {
    readonly current: () => HostReach;
    /** Returns an unsubscribe function. */
    readonly subscribe: (listener: () => void) => () => void;
  };
};

export const bridgeChannels = {
  request: 'parallax:request',
  cancel: 'parallax:cancel',
  event: 'parallax:event',
} as const;

/** Every response over the bridge is a value: a thrown error would lose everything but its message. */
export type Envelope<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: AppErrorBody };
