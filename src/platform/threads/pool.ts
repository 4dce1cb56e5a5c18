import type { Clock } from '../clock.ts';
import { emptyPool, type PoolEffect, type PoolEvent, stepPool } from './poolState.ts';
import type { CallInput, CallName, CallOutput, ThreadContract } from './protocol.ts';
import {
  type CallOptions,
  startThread,
  type Thread,
  type ThreadEnd,
  type ThreadOptions,
} from './startThread.ts';

export type JobOptions = Omit<CallOptions, 'onSettled'> & {
  /** Begun when nothing else waits. */
  readonly background?: boolean;
  /** Aborting drops the job only as long as it has not begun. */
  readonly finishBegun?: boolean;
};

export type ThreadPool<C extends ThreadContract> = {
  /** How many jobs are worked on at once. */
  readonly size: number;
  /**
   * Has one thread carry out one operation. Aborting rejects at once and drops what has not begun. A job whose thread is lost, runs out of memory or time is refused; the others go on.
   */
  readonly run: <N extends CallName<C>>(
    name: N,
    input: CallInput<C, N>,
    options?: JobOptions,
  ) => Promise<CallOutput<C, N>>;
  /** Does work while none of the threads is alive; jobs under way are finished first, the others wait. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Refuses what waits and ends the threads, after the job they are at, or at once. */
  readonly close: (how?: 'terminate') => Promise<void>;
};

export type ThreadPoolOptions<C extends ThreadContract> = Omit<ThreadOptions<C>, 'onEnd'> & {
  /** Threads at most; they start when jobs need them. */
  readonly size: number;
  /** A job that takes longer is refused and its thread replaced, milliseconds. */
  readonly timeoutMs?: number;
  /** Threads without a job end after this long, milliseconds; null keeps them, for what they hold in memory. */
  readonly idleMs?: number | null;
  readonly clock: Clock;
  /** Told of every thread that is gone. */
  readonly onEnd?: (end: ThreadEnd) => void;
};

type Job<C extends ThreadContract> = {
  readonly send: (thread: Thread<C>, onSettled: () => void) => void;
  readonly refuse: (error: Error) => void;
};

/** Threads of one kind that share a queue; who works on what is decided in `stepPool`. */
export function createThreadPool<C extends ThreadContract>(options: ThreadPoolOptions<C>): ThreadPool<C> {
  const { errorOf, clock, timeoutMs, idleMs = 60_000 } = options;
  const threads = new Map<number, Thread<C>>();
  const jobs = new Map<number, Job<C>>();
  let state = emptyPool(options.size);
  let nextJob = 1;
  let idle = new AbortController();

  const restLater = (): void => {
    idle.abort();
    if (idleMs === null || state.closed) return;
    idle = new AbortController();
    clock.wait(idleMs, idle.signal).then(
      () => happen({ kind: 'rested' }),
      () => undefined,
    );
  };

  const happen = (event: PoolEvent): void => {
    const step = stepPool(state, event);
    state = step.state;
    for (const effect of step.effects) apply(effect);
  };

  const apply = (effect: PoolEffect): void => {
    switch (effect.kind) {
      case 'start':
        threads.set(effect.seat, start(effect.seat));
        return;
      case 'send':
        send(effect.seat, effect.job);
        return;
      case 'end':
        void threads.get(effect.seat)?.close();
        return;
      case 'terminate':
        void threads.get(effect.seat)?.terminate();
        return;
      case 'refuse':
        jobs
          .get(effect.job)
          ?.refuse(
            errorOf(
              effect.code === 'CLOSED'
                ? { code: 'CLOSED', message: 'The threads were closed.' }
                : { code: 'TIMED_OUT', message: `It took longer than ${timeoutMs} ms.` },
            ),
          );
    }
  };

  const start = (seat: number): Thread<C> =>
    startThread<C>({
      ...options,
      onEnd(end) {
        threads.delete(seat);
        options.onEnd?.(end);
        happen({ kind: 'ended', seat });
      },
    });

  const send = (seat: number, job: number): void => {
    const thread = threads.get(seat);
    const settled = new AbortController();
    if (timeoutMs !== undefined)
      clock.wait(timeoutMs, settled.signal).then(
        () => happen({ kind: 'timedOut', seat, job }),
        () => undefined,
      );
    if (thread !== undefined)
      jobs.get(job)?.send(thread, () => {
        settled.abort();
        happen({ kind: 'answered', seat, job });
        if (![...state.seats.values()].some(({ phase }) => phase === 'working')) restLater();
      });
  };

  const allEnded = async (): Promise<void> => {
    await Promise.all([...threads.values()].map((thread) => thread.ended));
  };

  return {
    size: options.size,
    run: (name, input, { background = false, finishBegun = false, signal, transfer } = {}) =>
      new Promise((resolve, reject) => {
        const cancelled = () => errorOf({ code: 'CANCELLED', message: 'The job was cancelled.' });
        if (signal?.aborted === true) {
          reject(cancelled());
          return;
        }
        const job = nextJob++;
        const forget = (): void => {
          signal?.removeEventListener('abort', onAbort);
          jobs.delete(job);
        };
        const onAbort = (): void => {
          forget();
          reject(cancelled());
          happen({ kind: 'cancelled', job });
        };
        signal?.addEventListener('abort', onAbort);
        jobs.set(job, {
          send(thread, onSettled) {
            signal?.removeEventListener('abort', onAbort);
            const options = { transfer, signal: finishBegun ? undefined : signal, onSettled };
            thread.call(name, input, options).then(resolve, reject).finally(forget);
          },
          refuse(error) {
            forget();
            reject(error);
          },
        });
        happen({ kind: 'submitted', job, background });
      }),
    async exclusive(work) {
      happen({ kind: 'held' });
      try {
        await allEnded();
        return await work();
      } finally {
        happen({ kind: 'released' });
      }
    },
    async close(how) {
      happen({ kind: 'closed' });
      idle.abort();
      if (how === 'terminate') await Promise.all([...threads.values()].map((thread) => thread.terminate()));
      await allEnded();
    },
  };
}
