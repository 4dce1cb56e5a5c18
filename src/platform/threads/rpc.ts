import {
  type MessagePort,
  type ResourceLimits,
  receiveMessageOnPort,
  type Transferable,
  Worker,
} from 'node:worker_threads';

/**
 * One thread as its caller sees it: what it gives when it has opened, the operations it answers, why it refuses one,
 * and what it tells without being asked. A module of types that both sides import.
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

export type ThreadFailure<R> =
  /** The thread's own answer: the operation failed, or it could not open. */
  | { readonly code: 'REFUSED'; readonly refusal: R }
  | {
      /**
       * CLOSED: asked to end by its owner; ENDED: ended by itself; OUT_OF_MEMORY: beyond its limit; UNREADABLE: input or
       * output that cannot cross between threads, such as very deep nesting; TIMED_OUT: given up by a pool.
       */
      readonly code: 'CANCELLED' | 'CLOSED' | 'ENDED' | 'OUT_OF_MEMORY' | 'UNREADABLE' | 'TIMED_OUT';
      readonly message: string;
    };

export type CallOptions = {
  /** Memory that moves to the thread instead of being copied. */
  readonly transfer?: readonly Transferable[] | undefined;
  /** Aborting rejects at once; a call the thread has not begun is never begun. */
  readonly signal?: AbortSignal | undefined;
  /** Told before the caller when the thread is through with the call, which is later where it was cancelled. */
  readonly onSettled?: () => void;
};

export type ThreadEnd = {
  readonly code: 'CLOSED' | 'ENDED' | 'OUT_OF_MEMORY' | 'REFUSED';
  readonly message: string;
};

export type Thread<C extends ThreadContract> = {
  /** What the thread says once it can be asked. Calls made before wait for it. */
  readonly opened: Promise<C['opened']>;
  readonly call: <N extends CallName<C>>(
    name: N,
    input: CallInput<C, N>,
    options?: CallOptions,
  ) => Promise<CallOutput<C, N>>;
  /** Calls without an answer yet. */
  readonly pending: () => number;
  /** Has the thread finish what it was asked and end by itself. */
  readonly close: () => Promise<void>;
  /** Ends it in the middle of its work. */
  readonly terminate: () => Promise<void>;
  readonly ended: Promise<ThreadEnd>;
};

export type ThreadOptions<C extends ThreadContract> = {
  readonly entry: URL;
  readonly name: string;
  readonly workerData?: unknown;
  readonly resourceLimits?: ResourceLimits;
  readonly errorOf: (failure: ThreadFailure<C['refusal']>) => Error;
  readonly onEvent?: (event: C['event']) => void;
  /** Told first when the thread is gone, before its calls are rejected. */
  readonly onEnd?: (end: ThreadEnd) => void;
  /** The thread keeps the program running only while it has calls to answer. */
  readonly unrefWhenIdle?: boolean;
};

type Call = { readonly id: number; readonly name: string; readonly input: unknown };
type ToThread =
  | Call
  | { readonly cancel: number }
  /** Which of these does the thread still have to answer? Asked after a message was lost on the way. */
  | { readonly audit: readonly number[] }
  | 'close';
type FromThread =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly refusal: ThreadContract['refusal'] }
  | { readonly id: number; readonly unreadable: string }
  | { readonly id: number; readonly cancelled: true }
  | { readonly event: unknown }
  | { readonly held: readonly number[]; readonly of: readonly number[] }
  | 'lost';

/** The opening is answered like a call. */
const openingId = 0;
const unreadable = 'A value cannot be passed between threads: it is nested too deeply, or holds a function.';

/**
 * Starts a thread that `serveThread` answers in. What is asked in one turn goes over in one message. No caller waits
 * for ever: a thread that ends, runs out of memory or sends what cannot be read rejects the calls concerned.
 */
export function startThread<C extends ThreadContract>(options: ThreadOptions<C>): Thread<C> {
  const { entry, name, workerData, resourceLimits } = options;
  const worker = new Worker(entry, {
    name,
    workerData,
    ...(resourceLimits === undefined ? {} : { resourceLimits }),
  });
  const waiting = new Map<number, Waiting>();
  const end = Promise.withResolvers<ThreadEnd>();
  let nextId = openingId + 1;
  let closing = false;
  let gone: ThreadFailure<C['refusal']> | null = null;
  let fault: unknown;
  let refused: ThreadFailure<C['refusal']> | null = null;

  const settle = (id: number): Waiting | undefined => {
    const caller = waiting.get(id);
    if (caller === undefined || !waiting.delete(id)) return undefined;
    caller.unlisten?.();
    caller.onSettled?.();
    if (options.unrefWhenIdle === true && waiting.size === 0) worker.unref();
    return caller;
  };
  const reject = (id: number, failure: ThreadFailure<C['refusal']>): void => {
    settle(id)?.reject(options.errorOf(failure));
  };
  const post = createPoster<ToThread>(
    (messages, transfer) => worker.postMessage(messages, transfer),
    (message, error) => {
      if (typeof message === 'object' && 'id' in message)
        reject(message.id, { code: 'UNREADABLE', message: `${unreadable} ${reasonOf(error)}` });
    },
  );
  /** A message was lost, and nobody can tell which: what the thread no longer holds was in it. */
  const audit = (): void => post.add({ audit: [...waiting.keys()] });

  const accept = (message: FromThread): void => {
    if (message === 'lost') audit();
    else if ('output' in message) settle(message.id)?.resolve(message.output);
    else if ('refusal' in message) {
      const failure = { code: 'REFUSED' as const, refusal: message.refusal };
      if (message.id === openingId) refused = failure;
      reject(message.id, failure);
    } else if ('unreadable' in message) {
      reject(message.id, { code: 'UNREADABLE', message: `${unreadable} ${message.unreadable}` });
    } else if ('cancelled' in message) settle(message.id);
    else if ('event' in message) options.onEvent?.(message.event);
    else {
      const held = new Set(message.held);
      for (const id of message.of) if (!held.has(id)) reject(id, { code: 'UNREADABLE', message: unreadable });
    }
  };

  worker.on('message', (messages: readonly FromThread[]) => {
    for (const message of messages) accept(message);
  });
  worker.on('messageerror', audit);
  worker.on('error', (error) => {
    fault = error;
  });
  worker.once('exit', (exitCode) => {
    const ended = endOf(closing, fault, exitCode);
    gone = refused ?? ended;
    const told: ThreadEnd = refused === null ? ended : { code: 'REFUSED', message: ended.message };
    options.onEnd?.(told);
    for (const id of [...waiting.keys()]) reject(id, gone);
    end.resolve(told);
  });

  const ask = (id: number, { signal, onSettled }: CallOptions = {}): Promise<unknown> =>
    new Promise((resolve, rejectCall) => {
      if (options.unrefWhenIdle === true && waiting.size === 0) worker.ref();
      const caller = { resolve, reject: rejectCall, unlisten: undefined, onSettled };
      if (signal === undefined) waiting.set(id, caller);
      else {
        const onAbort = (): void => {
          rejectCall(options.errorOf(cancelled));
          post.add({ cancel: id });
        };
        const unlisten = (): void => signal.removeEventListener('abort', onAbort);
        waiting.set(id, { ...caller, unlisten });
        signal.addEventListener('abort', onAbort, { once: true });
      }
    });
  const opened = ask(openingId);
  // Whoever waits for it sees the rejection; nobody waiting is no reason to end the program.
  opened.catch(() => undefined);

  const call = (operation: string, input: unknown, callOptions: CallOptions = {}) => {
    const { transfer, signal } = callOptions;
    if (gone !== null) return Promise.reject(options.errorOf(gone));
    if (closing) return Promise.reject(options.errorOf(closed));
    if (signal?.aborted === true) return Promise.reject(options.errorOf(cancelled));
    const id = nextId++;
    const answer = ask(id, callOptions);
    post.add({ id, name: operation, input }, transfer);
    return answer;
  };
  return {
    opened,
    // The contract types both ends; over the thread's port everything is unknown.
    call: call as Thread<C>['call'],
    pending: () => waiting.size,
    async close() {
      if (!closing) {
        closing = true;
        worker.ref();
        post.add('close');
      }
      await end.promise;
    },
    async terminate() {
      closing = true;
      await worker.terminate();
      await end.promise;
    },
    ended: end.promise,
  };
}

type Waiting = {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly unlisten: (() => void) | undefined;
  readonly onSettled: (() => void) | undefined;
};

const closed = { code: 'CLOSED', message: 'The thread was closed.' } as const;
const cancelled = { code: 'CANCELLED', message: 'The call was cancelled.' } as const;

function endOf(closing: boolean, fault: unknown, exitCode: number) {
  if (fault instanceof Error && 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return { code: 'OUT_OF_MEMORY', message: fault.message } as const;
  if (closing) return closed;
  const message = fault === undefined ? `The thread ended with code ${exitCode}.` : reasonOf(fault);
  return { code: 'ENDED', message } as const;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Sends what is added in one turn as one message; when that cannot be, each alone, and says which one it is. */
function createPoster<M>(
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

/** A call as the thread receives it. */
export type ThreadCall<C extends ThreadContract> = {
  readonly [N in CallName<C>]: { readonly id: number; readonly name: N; readonly input: CallInput<C, N> };
}[CallName<C>];

/** The caller's end, in the thread. */
export type ThreadChannel<C extends ThreadContract> = {
  /** Calls that came in meanwhile, without waiting for the next turn. */
  readonly arrived: () => readonly ThreadCall<C>[];
  /** False once the caller has cancelled it: then it is skipped, or answered all the same. */
  readonly wanted: (id: number) => boolean;
  readonly skip: (id: number) => void;
  readonly reply: (id: number, output: unknown, transfer?: readonly Transferable[]) => void;
  readonly refuse: (id: number, refusal: C['refusal']) => void;
  /** Sends what was answered now, and not at the end of the turn. */
  readonly flush: () => void;
  readonly emit: (event: C['event']) => void;
};

export type ServedThread<C extends ThreadContract> = {
  readonly opened: C['opened'];
  /** Answers calls that arrived together, at once or later: every one, by `reply`, `refuse` or `skip`. */
  readonly take: (calls: readonly ThreadCall<C>[]) => void;
  /** After the last answer, when the caller asked the thread to end. */
  readonly close?: () => void | Promise<void>;
};

/**
 * Answers in the thread. When `open` throws, the caller is told why and the thread ends.
 * @param refusalOf what the caller is told of an error
 */
export function serveThread<C extends ThreadContract>(
  port: MessagePort,
  refusalOf: (error: unknown) => C['refusal'],
  open: (channel: ThreadChannel<C>) => ServedThread<C> | Promise<ServedThread<C>>,
): void {
  /** Received and not answered. */
  const held = new Set<number>([openingId]);
  const unwanted = new Set<number>();
  let inbox: ThreadCall<C>[] = [];
  let closing = false;
  let work: ServedThread<C> | null = null;

  const post = createPoster<FromThread>(
    (messages, transfer) => port.postMessage(messages, transfer),
    (message, error) => {
      if (typeof message === 'object' && 'id' in message)
        port.postMessage([{ id: message.id, unreadable: reasonOf(error) }] satisfies FromThread[]);
    },
  );
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
  const takeInbox = (): readonly ThreadCall<C>[] => {
    const calls = inbox;
    inbox = [];
    return calls;
  };
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
    port.on('message', (messages: readonly ToThread[]) => {
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

/** An output whose memory moves to the caller instead of being copied. */
export function moving<T>(output: T, transfer: readonly Transferable[]): Moved<T> {
  return { [movedParts]: transfer, output };
}

export type Handlers<C extends ThreadContract> = {
  readonly [N in CallName<C>]: (
    input: CallInput<C, N>,
    /** Whether the caller has cancelled meanwhile; long work asks now and then. */
    isCancelled: () => boolean,
  ) => CallOutput<C, N> | Moved<CallOutput<C, N>> | Promise<CallOutput<C, N> | Moved<CallOutput<C, N>>>;
};

/** Answers of quick calls are sent together until the first of them has waited so long, milliseconds. */
const maxHoldMs = 20;

/** Carries calls out in their order; what takes longer in the background does not hold up the next. */
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
