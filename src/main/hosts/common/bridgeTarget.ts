import type { BridgeEvent } from '#shared/bridge/events.ts';
import type { Envelope } from '#shared/bridge/hostBridge.ts';
import type { CorePorts } from '../../ports.ts';

/** The core as a transport sees it: calls with envelopes, and events in order. */
export type BridgeTarget = {
  /** Never rejects; an aborted signal results in `CANCELLED`. */
  readonly call: (
    route: string,
    input: unknown,
    context: { readonly signal: AbortSignal; readonly callId: string },
  ) => Promise<Envelope<unknown>>;
  /** Whether a route of this name changes nothing. */
  readonly isRead: (route: string) => boolean;
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: (event: BridgeEvent) => void) => () => void;
};

/** A core that is still loading, which windows can call already. Calls fail if it cannot be loaded. */
export function comingTarget(coming: Promise<BridgeTarget>): BridgeTarget {
  let come: BridgeTarget | null = null;
  return {
    call: async (...call) => {
      come = await coming;
      return come.call(...call);
    },
    // Until then, no call has progressed far enough that aborting it would save anything.
    isRead: (route) => come?.isRead(route) ?? false,
    subscribe: (listener) => {
      const ended = coming.then(
        (target) => target.subscribe(listener),
        () => () => undefined,
      );
      return () => void ended.then((end) => end());
    },
  };
}

/** A core as its hosts see it: started once, stopped once, called through the bridge in between. */
export type HostedCore = BridgeTarget & {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Additional notifications from the desktop host to the core. */
export type DesktopCore = HostedCore & {
  /** The machine resumed from sleep: periodic tasks that are due run now, not when their timers fire. */
  readonly wake: () => void;
  /** Publishes an event of the host to every window. */
  readonly tell: (level: 'warning' | 'error', message: string) => void;
};

export type CoreFactory<Hosted extends HostedCore = HostedCore> = (ports: CorePorts) => Promise<Hosted>;
