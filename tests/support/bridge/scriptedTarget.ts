import { once } from 'node:events';
import type { BridgeTarget } from '#main/hosts/common/bridgeTarget.ts';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import type { Envelope } from '#shared/bridge/hostBridge.ts';
import { isRead } from '#shared/bridge/routeTable.ts';

/** A core of a few routes for tests of transports: what they carry is theirs, what is answered is not. */
export type ScriptedTarget = BridgeTarget & {
  readonly emit: (message: string) => void;
  /** Route names in the order in which their calls arrived. */
  readonly seen: readonly string[];
  /** Resolves when a call of the route has arrived. */
  readonly arrived: (route: string) => Promise<void>;
  /** Lets calls that wait for it answer. */
  readonly release: () => void;
  /** Number of listeners to events. */
  readonly listeners: () => number;
};

export function createScriptedTarget(): ScriptedTarget {
  const listeners = new Set<(event: BridgeEvent) => void>();
  const arrivals = new Map<string, PromiseWithResolvers<void>>();
  const arrival = (route: string): PromiseWithResolvers<void> => {
    const known = arrivals.get(route) ?? Promise.withResolvers<void>();
    arrivals.set(route, known);
    return known;
  };
  const seen: string[] = [];
  const released = Promise.withResolvers<void>();
  let seq = 0;

  return {
    seen,
    arrived: (route) => arrival(route).promise,
    release: () => released.resolve(),
    listeners: () => listeners.size,
    emit: (message) => {
      seq += 1;
      for (const listener of listeners)
        listener({ name: 'notice', seq, payload: { level: 'info', message } });
    },
    isRead,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call: async (route, input, { signal, callId }): Promise<Envelope<unknown>> => {
      seen.push(route);
      arrival(route).resolve();
      if (route === 'app.info') return { ok: true, data: { route, input, callId } };
      // Reads that are cancelled answer so; `runs.start` stands for what changes something.
      if (route === 'runs.list') {
        if (!signal.aborted) await once(signal, 'abort');
        return cancelled;
      }
      if (route === 'runs.start') {
        await Promise.race([released.promise, once(signal, 'abort')]);
        return signal.aborted ? cancelled : { ok: true, data: { runId: '1' } };
      }
      return {
        ok: false,
        error: {
          code: 'INVALID_INPUT',
          message: 'A question is needed.',
          fields: [{ field: 'question', message: 'Type a question.' }],
          retryable: false,
          requestId: 'req-1',
        },
      };
    },
  };
}

const cancelled: Envelope<never> = {
  ok: false,
  error: { code: 'CANCELLED', message: 'The request was cancelled.', retryable: true },
};
