import { type MessagePort, receiveMessageOnPort, type Transferable } from 'node:worker_threads';
import {
  type CallInput,
  type CallName,
  type CallOutput,
  createPoster,
  type FromThread,
  openingId,
  reasonOf,
  type ThreadContract,
  type ToThread,
} from './protocol.ts';
import { returnIdleMemory } from './returnIdleMemory.ts';

/** A call received by the thread. */
export type ThreadCall<C extends ThreadContract> = {
  readonly [N in CallName<C>]: { readonly id: number; readonly name: N; readonly input: CallInput<C, N> };
}[CallName<C>];

/** The thread's side of the channel. */
export type ThreadChannel<C extends ThreadContract> = {
  /** Calls that have arrived meanwhile, without waiting for the next event loop turn. */
  readonly arrived: () => readonly ThreadCall<C>[];
  /** False if the caller has cancelled the call, which may then be skipped. */
  readonly wanted: (id: number) => boolean;
  readonly skip: (id: number) => void;
  readonly reply: (id: number, output: unknown, transfer?: readonly Transferable[]) => void;
  readonly refuse: (id: number, refusal: C['refusal']) => void;
  /** Sends the current answers immediately instead of at the end of the turn. */
  readonly flush: () => void;
  readonly emit: (event: C['event']) => void;
};

export type ServedThread<C extends ThreadContract> = {
  readonly opened: C['opened'];
  /** Handles calls that arrived together. Each must be answered, now or later, by `reply`, `refuse` or `skip`. */
  readonly take: (calls: readonly ThreadCall<C>[]) => void;
  /** Frees memory that can be loaded again, when the thread is idle. */
  readonly release?: () => void;
  /** Called after the last answer when the caller closes the thread. */
  readonly close?: () => void | Promise<void>;
};

/**
 * Serves calls in the thread. If `open` throws, the caller gets the reason and the thread ends.
 * @param refusalOf converts an error for the caller
 */
export function serveThread<C extends ThreadContract>(
  port: MessagePort,
  refusalOf: (error: unknown) => C['refusal'],
  open: (channel: ThreadChannel<C>) => ServedThread<C> | Promise<ServedThread<C>>,
): void {
  /** Received, but not answered. */
  const held = new Set<number>([openingId]);
  const unwanted = new Set<number>();
  const inbox: ThreadCall<C>[] = [];
  let closing = false;
  let work: ServedThread<C> | null = null;

  const post = posterTo(port);
  port.postMessage(['loaded'] satisfies FromThread[]);
  const accept = (messages: readonly ToThread[]): void => {
    for (const message of messages) {
      if (message === 'close') closing = true;
      else if ('id' in message) {
        held.add(message.id);
        inbox.push(message as ThreadCall<C>);
      } else if ('cancel' in message) {
        if (held.has(message.cancel)) unwanted.add(message.cancel);
      } else post.add({ held: message.audit.filter((id) => held.has(id)), of: message.audit });
    }
  };
  const lost = (): void => post.add('lost');
  const poll = (): void => {
    for (;;) {
      try {
        const next = receiveMessageOnPort(port);
        if (next === undefined) return;
        accept(next.message);
      } catch {
        lost();
      }
    }
  };
  const takeInbox = (): readonly ThreadCall<C>[] => inbox.splice(0);
  const endWhenDone = (): void => {
    if (!closing || held.size > 0 || work === null) return;
    const { close } = work;
    work = null;
    Promise.resolve(close?.()).finally(() => {
      post.flush();
      port.close();
    });
  };
  const answer = (message: FromThread & { id: number }, transfer?: readonly Transferable[]): void => {
    if (!held.delete(message.id)) return;
    if (unwanted.size > 0) unwanted.delete(message.id);
    post.add(message, transfer);
    if (closing) endWhenDone();
  };
  const channel: ThreadChannel<C> = {
    arrived() {
      poll();
      return takeInbox();
    },
    wanted: (id) => !unwanted.has(id),
    skip: (id) => answer({ id, cancelled: true }),
    reply: (id, output, transfer) => answer({ id, output }, transfer),
    refuse: (id, refusal) => answer({ id, refusal }),
    flush: post.flush,
    emit: (event) => post.add({ event }),
  };
  const serve = (served: ServedThread<C>): void => {
    work = served;
    const worked = returnIdleMemory(served.release);
    port.on('message', (messages: readonly ToThread[]) => {
      worked();
      accept(messages);
      const calls = takeInbox();
      if (calls.length > 0) served.take(calls);
      endWhenDone();
    });
    port.on('messageerror', lost);
    channel.reply(openingId, served.opened);
  };
  const fail = (error: unknown): void => {
    channel.refuse(openingId, refusalOf(error));
    post.flush();
    port.close();
  };
  try {
    const served = open(channel);
    if (served instanceof Promise) served.then(serve, fail);
    else serve(served);
  } catch (error) {
    fail(error);
  }
}

const movedParts = Symbol('moved');
type Moved<T> = { readonly [movedParts]: readonly Transferable[]; readonly output: T };

/** An output whose memory is transferred to the caller instead of being copied. */
export function moving<T>(output: T, transfer: readonly Transferable[]): Moved<T> {
  return { [movedParts]: transfer, output };
}

export type Handlers<C extends ThreadContract> = {
  readonly [N in CallName<C>]: (
    input: CallInput<C, N>,
    /** Whether the caller has cancelled. Long operations should check it from time to time. */
    isCancelled: () => boolean,
  ) => CallOutput<C, N> | Moved<CallOutput<C, N>> | Promise<CallOutput<C, N> | Moved<CallOutput<C, N>>>;
};

/** Maximum delay of the first of several quick answers that are sent together, in milliseconds. */
const maxHoldMs = 20;

/** Executes calls in order. An asynchronous call does not delay the next one. */
export function answerInOrder<C extends ThreadContract>(
  channel: ThreadChannel<C>,
  refusalOf: (error: unknown, name: CallName<C>) => C['refusal'],
  handlers: Handlers<C>,
): ServedThread<C>['take'] {
  const table = new Map<string, Handler>(Object.entries(handlers) as [string, Handler][]);
  const reply = (id: number, output: unknown): void => {
    if (typeof output === 'object' && output !== null && movedParts in output) {
      const { output: value, [movedParts]: parts } = output as Moved<unknown>;
      channel.reply(id, value, parts);
    } else channel.reply(id, output);
  };
  const run = ({ id, name, input }: ThreadCall<C>, stash: ThreadCall<C>[]): void => {
    const handler = table.get(name);
    const isCancelled = (): boolean => {
      stash.push(...channel.arrived());
      return !channel.wanted(id);
    };
    try {
      if (handler === undefined) throw new Error(`The thread has no operation "${name}".`);
      const output = handler(input, isCancelled);
      if (output instanceof Promise)
        output.then(
          (value) => reply(id, value),
          (error: unknown) => channel.refuse(id, refusalOf(error, name)),
        );
      else reply(id, output);
    } catch (error) {
      channel.refuse(id, refusalOf(error, name));
    }
  };
  return (first) => {
    let heldSince = performance.now();
    for (let calls = first; calls.length > 0; ) {
      const stash: ThreadCall<C>[] = [];
      for (const call of calls) {
        if (channel.wanted(call.id)) run(call, stash);
        else channel.skip(call.id);
        if (performance.now() - heldSince < maxHoldMs) continue;
        channel.flush();
        heldSince = performance.now();
      }
      calls = [...stash, ...channel.arrived()];
    }
  };
}

type Handler = (input: unknown, isCancelled: () => boolean) => unknown;

function posterTo(port: MessagePort) {
  return createPoster<FromThread>(
    (messages, transfer) => port.postMessage(messages, transfer),
    (message, error) => {
      if (typeof message === 'object' && 'id' in message)
        port.postMessage([{ id: message.id, unreadable: reasonOf(error) }] satisfies FromThread[]);
    },
  );
}
