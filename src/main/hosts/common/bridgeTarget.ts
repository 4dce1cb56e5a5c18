import type { BridgeEvent } from '#shared/bridge/events.ts';
import type { Envelope } from '#shared/bridge/hostBridge.ts';
import type { CorePorts } from '../../ports.ts';

/** What a transport needs of the core: calls answered by envelopes, and events in order. */
export type BridgeTarget = {
  /** Never rejects; an aborted signal makes the answer `CANCELLED`. */
  readonly call: (
    route: string,
    input: unknown,
    context: { readonly signal: AbortSignal; readonly callId: string },
  ) => Promise<Envelope<unknown>>;
  /** Whether nothing is changed by a route of this name. */
  readonly isRead: (route: string) => boolean;
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: (event: BridgeEvent) => void) => () => void;
};

/** A core that is still being loaded, to which windows can speak already. Calls fail where it could not be. */
export function comingTarget(coming: Promise<BridgeTarget>): BridgeTarget {
  let come: BridgeTarget | null = null;
  return {
    call: async (...call) => {
      come = await coming;
      return come.call(...call);
    },
    // Until it is there no call has come so far that ending it would spare anything.
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

/** A core as its windows' hosts see it: started once, stopped once, spoken to through the bridge in between. */
export type HostedCore = BridgeTarget & {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** What the desktop, which lives with its machine, says to the core besides. */
export type DesktopCore = HostedCore & {
  /** The machine slept: what is due by the clock is looked at now, and not when a timer remembers. */
  readonly wake: () => void;
  /** Tells every window something that the host noticed. */
  readonly tell: (level: 'warning' | 'error', message: string) => void;
};

export type CoreFactory<Hosted extends HostedCore = HostedCore> = (ports: CorePorts) => Promise<Hosted>;
