import type { Envelope } from '#shared/bridge/hostBridge.ts';
import type { AppErrorCode } from '#shared/model/appError.ts';
import type { BridgeTarget } from './bridgeTarget.ts';

/** Calls in progress by their window's ids, so that the window can cancel them. */
export type PendingCalls = {
  readonly call: (route: string, input: unknown, callId: string) => Promise<Envelope<unknown>>;
  readonly cancel: (callId: string) => void;
  /** The response is no longer needed: a read is aborted, a mutation runs to its end. */
  readonly abandon: (callId: string) => void;
  /** The window is gone: like `abandon` for all its calls. */
  readonly abandonAll: () => void;
  /** Resolves when no call is in progress. */
  readonly idle: () => Promise<void>;
};

const callIdForm = /^[\w-]{1,64}$/;

type WindowCall = { readonly route: string; readonly input: unknown; readonly callId: string };

/** A call from a window, or null. Parsed by hand, so that no window waits for the schemas of all routes. */
export function readCall(message: unknown): WindowCall | null {
  if (!isRecord(message)) return null;
  const { route, input, callId, ...others } = message;
  if (typeof route !== 'string' || typeof callId !== 'string' || Object.keys(others).length > 0) return null;
  return { route, input, callId };
}

/** The only text of a message, or null if it has anything else. */
export function readOnly(member: string, message: unknown): string | null {
  if (!isRecord(message) || Object.keys(message).length !== 1) return null;
  const text = message[member];
  return typeof text === 'string' ? text : null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The error for a call that never reached the core. */
export const refusal = (code: AppErrorCode, message: string): Envelope<never> => ({
  ok: false,
  error: { code, message, retryable: false },
});

export function createPendingCalls(target: BridgeTarget): PendingCalls {
  const pending = new Map<string, { readonly controller: AbortController; readonly route: string }>();
  const idleWaiters = new Set<() => void>();
  const abandon = (callId: string): void => {
    const call = pending.get(callId);
    if (call !== undefined && target.isRead(call.route)) call.controller.abort();
  };

  return {
    call: async (route, input, callId) => {
      if (!callIdForm.test(callId))
        return refusal('INVALID_INPUT', 'The request ID must have 1 to 64 letters, digits, "-" or "_".');
      if (pending.has(callId))
        return refusal('CONFLICT', 'A request with this ID is in progress. Use a new ID for each request.');
      const controller = new AbortController();
      pending.set(callId, { controller, route });
      try {
        return await target.call(route, input, { signal: controller.signal, callId });
      } finally {
        pending.delete(callId);
        if (pending.size === 0) {
          for (const waiter of idleWaiters) waiter();
          idleWaiters.clear();
        }
      }
    },
    cancel: (callId) => pending.get(callId)?.controller.abort(),
    abandon,
    abandonAll: () => {
      for (const callId of [...pending.keys()]) abandon(callId);
    },
    idle: () =>
      new Promise((done) => {
        if (pending.size === 0) done();
        else idleWaiters.add(done);
      }),
  };
}
