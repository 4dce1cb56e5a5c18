import type { Transferable } from 'node:worker_threads';

/**
 * The interface of a thread: its result of opening, its operations, its refusals and its events. This module contains
 * only types, which both sides import.
 */
export type ThreadContract = {
  readonly opened: unknown;
  readonly calls: { readonly [name: string]: (input: never) => unknown };
  readonly refusal: { readonly code: string; readonly message: string };
  readonly event: unknown;
};

export type CallName<C extends ThreadContract> = keyof C['calls'] & string;
export type CallInput<C extends ThreadContract, N extends CallName<C>> = Parameters<C['calls'][N]>[0];
export type CallOutput<C extends ThreadContract, N extends CallName<C>> = Awaited<ReturnType<C['calls'][N]>>;

type Call = { readonly id: number; readonly name: string; readonly input: unknown };
export type ToThread =
  | Call
  | { readonly cancel: number }
  /** Asks which of these calls are still pending in the thread, after a message was lost. */
  | { readonly audit: readonly number[] }
  | 'close';
export type FromThread =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly refusal: ThreadContract['refusal'] }
  | { readonly id: number; readonly unreadable: string }
  | { readonly id: number; readonly cancelled: true }
  | { readonly event: unknown }
  | { readonly held: readonly number[]; readonly of: readonly number[] }
  /** All its modules are there. */
  | 'loaded'
  | 'lost';

/** Opening is answered like a call. */
export const openingId = 0;
export const unreadable =
  'A value cannot be passed between threads: it is nested too deeply, or holds a function.';

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Sends everything added in one event loop turn as one message. If that cannot be cloned, sends each item alone and
 * reports the ones that fail.
 */
export function createPoster<M>(
  send: (messages: readonly M[], transfer: readonly Transferable[]) => void,
  onUnsendable: (message: M, error: unknown) => void,
) {
  let posts: M[] = [];
  let moved = new Map<M, readonly Transferable[]>();
  const flush = (): void => {
    if (posts.length === 0) return;
    const messages = posts;
    const transfers = moved;
    posts = [];
    if (transfers.size > 0) moved = new Map();
    try {
      send(messages, [...transfers.values()].flat());
    } catch {
      for (const message of messages)
        try {
          send([message], transfers.get(message) ?? []);
        } catch (error) {
          onUnsendable(message, error);
        }
    }
  };
  return {
    add(message: M, transfer: readonly Transferable[] = nothing): void {
      if (posts.length === 0) queueMicrotask(flush);
      posts.push(message);
      if (transfer.length > 0) moved.set(message, transfer);
    },
    flush,
  };
}

const nothing: readonly never[] = [];
