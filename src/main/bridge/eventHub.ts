import type { Logger } from '#platform/log.ts';
import type { BridgeEvent, EventSink } from '#shared/bridge/events.ts';

export type EventHub = {
  readonly publish: EventSink;
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: (event: BridgeEvent) => void) => () => void;
};

/** Gives every event a growing number and hands it to every listener; one that throws does not stop the others. */
export function createEventHub(log: Logger): EventHub {
  const listeners = new Set<(event: BridgeEvent) => void>();
  let seq = 0;
  return {
    publish(name, payload) {
      seq += 1;
      // Name and payload belong together by the signature of `EventSink`.
      const event = { name, seq, payload } as BridgeEvent;
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          log('error', 'An event listener failed', { event: name, reason: String(error) });
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
