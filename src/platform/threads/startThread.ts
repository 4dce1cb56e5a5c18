import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
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
  unreadable,
} from './protocol.ts';

export type ThreadFailure<R> =
  /** The thread's own refusal: the operation failed, or it could not open. */
  | { readonly code: 'REFUSED'; readonly refusal: R }
  | {
      /**
       * CLOSED: closed by its owner. ENDED: ended by itself. OUT_OF_MEMORY: exceeded its limit. UNREADABLE: input or
       * output that cannot be cloned, such as very deep nesting. TIMED_OUT: aborted by a pool.
       */
      readonly code: 'CANCELLED' | 'CLOSED' | 'ENDED' | 'OUT_OF_MEMORY' | 'UNREADABLE' | 'TIMED_OUT';
      readonly message: string;
    };

export type CallOptions = {
  /** Memory that is transferred to the thread instead of being copied. */
  readonly transfer?: readonly Transferable[];
  /** Aborting rejects immediately. A call that has not started is never started. */
  readonly signal?: AbortSignal;
  /** Aborting only tells the thread, whose answer says whether it stopped in time. */
  readonly awaitsThread?: boolean;
  /** Called before the caller when the thread has finished the call, which is later if it was cancelled. */
  readonly onSettled?: () => void;
};

export type ThreadEnd = {
  readonly code: 'CLOSED' | 'ENDED' | 'OUT_OF_MEMORY' | 'REFUSED';
  readonly message: string;
};

export type Thread<C extends ThreadContract> = {
  /** Result of opening. Earlier calls wait for it. */
  readonly opened: Promise<C['opened']>;
  readonly call: <N extends CallName<C>>(
    name: N,
    input: CallInput<C, N>,
    options?: CallOptions,
  ) => Promise<CallOutput<C, N>>;
  /** Number of calls without an answer. */
  readonly pending: () => number;
  /** Lets the thread finish its calls and end by itself. */
  readonly close: () => Promise<void>;
  /** Ends the thread in the middle of what it does, once its modules are loaded. */
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
  /** Called when the thread has ended, before its calls are rejected. */
  readonly onEnd?: (end: ThreadEnd) => void;
  /** The thread keeps the program running only while it has pending calls. */
  readonly unrefWhenIdle?: boolean;
};

/**
 * Starts a thread that runs `serveThread`. Calls of one event loop turn are sent as one message. Every call is
 * settled: a thread that ends, runs out of memory or sends an unreadable message rejects the affected calls.
 */
export function startThread<C extends ThreadContract>(options: ThreadOptions<C>): Thread<C> {
  const { entry, name, workerData, resourceLimits } = options;
  const worker = new Worker(entry, {
    name,
    workerData,
    resourceLimits,
  });
  const waiting = new Map<number, Waiting>();
  const end = Promise.withResolvers<ThreadEnd>();
  const loaded = Promise.withResolvers<void>();
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
  /** After a lost message, the thread is asked which calls it has; the others were in that message. */
  const audit = (): void => post.add({ audit: [...waiting.keys()] });

  const accept = (message: FromThread): void => {
    if (message === 'lost') audit();
    else if (message === 'loaded') loaded.resolve();
    else if ('output' in message) settle(message.id)?.resolve(message.output);
    else if ('refusal' in message) {
      const failure = { code: 'REFUSED' as const, refusal: message.refusal };
      if (message.id === openingId) refused = failure;
      reject(message.id, failure);
    } else if ('unreadable' in message) {
      reject(message.id, { code: 'UNREADABLE', message: `${unreadable} ${message.unreadable}` });
    } else if ('cancelled' in message) reject(message.id, cancelled);
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
    loaded.resolve();
    options.onEnd?.(told);
    for (const id of [...waiting.keys()]) reject(id, gone);
    end.resolve(told);
  });

  const ask = (id: number, { signal, awaitsThread, onSettled }: CallOptions = {}): Promise<unknown> =>
    new Promise((resolve, rejectCall) => {
      if (options.unrefWhenIdle === true && waiting.size === 0) worker.ref();
      const caller = { resolve, reject: rejectCall, unlisten: undefined, onSettled };
      if (signal === undefined) waiting.set(id, caller);
      else {
        const onAbort = (): void => {
          if (awaitsThread !== true) rejectCall(options.errorOf(cancelled));
          post.add({ cancel: id });
        };
        const unlisten = (): void => signal.removeEventListener('abort', onAbort);
        waiting.set(id, { ...caller, unlisten });
        signal.addEventListener('abort', onAbort, { once: true });
      }
    });
  const opened = ask(openingId);
  // Callers that await it see the rejection; without one, it must not end the program.
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
    // The contract types both ends; messages themselves are untyped.
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
      // A thread that is ended while it loads modules can abort the whole program (electron/electron#49090).
      worker.ref();
      await loaded.promise;
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
