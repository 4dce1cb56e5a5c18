import type { Envelope } from '#shared/bridge/envelope.ts';
import type { BridgeEvent } from '#shared/bridge/events.ts';

/** What a transport needs of the core: calls answered by envelopes, and events in order. */
export type BridgeTarget = {
  /** Never rejects; an aborted signal makes the answer `CANCELLED`. */
  readonly call: (
    route: string,
    input: unknown,
    context: { readonly signal: AbortSignal; readonly callId: string },
  ) => Promise<Envelope<unknown>>;
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: (event: BridgeEvent) => void) => () => void;
};
