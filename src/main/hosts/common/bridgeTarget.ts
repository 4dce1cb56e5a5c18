import { setTimeout as delay } from 'node:timers/promises';
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

/**
 * A core that is loaded at the first call of a page, so that it does not take a processor from the browser while the page is drawn.
 * Events follow once it is loaded. Calls fail if it cannot be loaded.
 */
export function loadedAtFirstCall<Hosted extends BridgeTarget>(
  load: () => Promise<Hosted>,
): {
  readonly target: BridgeTarget;
  /** Loads it after `withoutPageMs` if no call has done so by then: monitors run without a page too. */
  readonly loaded: (withoutPageMs: number, leaving: AbortSignal) => Promise<Hosted>;
  /** The core, if it was asked for. */
  readonly asked: () => Promise<Hosted> | null;
} {
  const coming = Promise.withResolvers<Hosted>();
  // Whoever awaits it is told; a core that nobody asked for must not end the program.
  coming.promise.catch(() => undefined);
  const first = new AbortController();
  let come: Hosted | null = null;
  const begin = (): void => {
    if (first.signal.aborted) return;
    first.abort();
    coming.resolve(load());
  };
  return {
    target: {
      call: async (...call) => {
        begin();
        come = await coming.promise;
        return come.call(...call);
      },
      // Until then, no call has progressed far enough that aborting it would save anything.
      isRead: (route) => come?.isRead(route) ?? false,
      subscribe: (listener) => {
        const ended = coming.promise.then(
          (target) => target.subscribe(listener),
          () => () => undefined,
        );
        return () => void ended.then((end) => end());
      },
    },
    loaded: async (withoutPageMs, leaving) => {
      const signal = AbortSignal.any([first.signal, leaving]);
      await delay(withoutPageMs, undefined, { signal }).catch(() => undefined);
      leaving.throwIfAborted();
      begin();
      return coming.promise;
    },
    asked: () => (first.signal.aborted ? coming.promise : null),
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
  /** Runs a command of the window, by its ID. */
  readonly chooseCommand: (id: string) => void;
};

export type CoreFactory<Hosted extends HostedCore = HostedCore> = (ports: CorePorts) => Promise<Hosted>;
