import type { BridgeEvent, BridgeEventName, BridgeEvents } from '#shared/bridge/events.ts';
import type { HostBridge } from '#shared/bridge/hostBridge.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/bridge/routeTable.ts';
import type { AppErrorBody, AppErrorCode, FieldProblem } from '#shared/model/appError.ts';

/** An unsuccessful result, thrown so that queries and mutations treat it as a failure. */
export class BridgeFailure extends Error {
  override readonly name = 'BridgeFailure';
  readonly code: AppErrorCode;
  readonly fields: readonly FieldProblem[];
  readonly retryable: boolean;
  readonly requestId: string | undefined;

  constructor(error: AppErrorBody) {
    super(error.message);
    this.code = error.code;
    this.fields = error.fields ?? [];
    this.retryable = error.retryable;
    this.requestId = error.requestId;
  }
}

/** Converts any thrown value to a displayable failure. */
export function failureOf(thrown: unknown): BridgeFailure {
  if (thrown instanceof BridgeFailure) return thrown;
  return new BridgeFailure({
    code: 'INTERNAL',
    message:
      thrown instanceof Error && thrown.message !== ''
        ? `Parallax did not respond: ${thrown.message}. Stored data is unchanged. Try again.`
        : 'Parallax did not respond. Stored data is unchanged. Try again.',
    retryable: true,
  });
}

export type BridgeClient = {
  /** Calls a route. Rejects with `BridgeFailure`. Aborting the signal also cancels the call in the core. */
  readonly call: <N extends RouteName>(
    route: N,
    input: RouteInput<N>,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<RouteOutput<N>>;
  /** Subscribes to one kind of event. Call the returned function to unsubscribe. */
  readonly on: <N extends BridgeEventName>(
    name: N,
    listener: (payload: BridgeEvents[N]) => void,
  ) => () => void;
  /** Called if events were missed: all data derived from events must be read again. */
  readonly onGap: (listener: () => void) => () => void;
  readonly reach: NonNullable<HostBridge['reach']>;
  readonly close: () => void;
};

const alwaysConnected: BridgeClient['reach'] = { current: () => 'connected', subscribe: () => () => {} };

type Listener = (payload: never) => void;

/** Types the host's bridge by the route table, and checks the sequence of events for gaps. */
export function createBridgeClient(
  host: HostBridge,
  newCallId: () => string = () => crypto.randomUUID(),
): BridgeClient {
  const listeners = new Map<BridgeEventName, Set<Listener>>();
  const gapListeners = new Set<() => void>();
  let lastSeq: number | null = null;

  const receive = (event: BridgeEvent): void => {
    const gap = lastSeq !== null && event.seq !== lastSeq + 1;
    lastSeq = event.seq;
    for (const listener of listeners.get(event.name) ?? []) listener(event.payload as never);
    if (gap) for (const listener of gapListeners) listener();
  };
  const close = host.subscribe(receive);

  return {
    async call(route, input, options) {
      const signal = options?.signal;
      signal?.throwIfAborted();
      const callId = newCallId();
      const cancel = (): void => host.cancel(callId);
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        const answer = await host.invoke(route, input, callId);
        if (answer.ok) return answer.data as never;
        throw new BridgeFailure(answer.error);
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set<Listener>();
      listeners.set(name, set);
      set.add(listener as Listener);
      return () => set.delete(listener as Listener);
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    reach: host.reach ?? alwaysConnected,
    close,
  };
}
