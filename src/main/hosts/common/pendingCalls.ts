import type { Envelope } from '#shared/bridge/hostBridge.ts';
import { type RouteName, routeTable } from '#shared/bridge/routeTable.ts';
import type { AppErrorCode } from '#shared/model/appError.ts';
import type { BridgeTarget } from './bridgeTarget.ts';

/** Calls a window waits for, by the ids it chose, so that it can cancel them. */
export type PendingCalls = {
  readonly call: (route: string, input: unknown, callId: string) => Promise<Envelope<unknown>>;
  readonly cancel: (callId: string) => void;
  /** Nobody waits for the answer any more: a read ends, what changes something goes on to its end. */
  readonly abandon: (callId: string) => void;
  /** The window is gone: as `abandon` for all its calls. */
  readonly abandonAll: () => void;
  /** Resolves once no call is under way. */
  readonly idle: () => Promise<void>;
};

const callIdForm = /^[\w-]{1,64}$/;

/** A value for a call that never reached the core. */
export const refusal = (code: AppErrorCode, message: string): Envelope<never> => ({
  ok: false,
  error: { code, message, retryable: false },
});

export function createPendingCalls(target: BridgeTarget): PendingCalls {
  const pending = new Map<string, { readonly controller: AbortController; readonly read: boolean }>();
  const idleWaiters = new Set<() => void>();

  return {
    call: async (route, input, callId) => {
      if (!callIdForm.test(callId)) {
        return refusal('INVALID_INPUT', 'The request ID must have 1 to 64 letters, digits, "-" or "_".');
      }
      if (pending.has(callId)) {
        return refusal('CONFLICT', 'A request with this ID is in progress. Use a new ID for each request.');
      }
      const controller = new AbortController();
      pending.set(callId, { controller, read: isRead(route) });
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
    abandon: (callId) => {
      const call = pending.get(callId);
      if (call?.read) call.controller.abort();
    },
    abandonAll: () => {
      for (const { controller, read } of pending.values()) if (read) controller.abort();
    },
    idle: () =>
      new Promise((done) => {
        if (pending.size === 0) done();
        else idleWaiters.add(done);
      }),
  };
}

function isRead(route: string): boolean {
  return Object.hasOwn(routeTable, route) && !routeTable[route as RouteName].mutation;
}
