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
  /** Started only if nothing else waits. */
  readonly background?: boolean;
  /** Aborting drops the job only if it has not started. */
  readonly finishBegun?: boolean;
};

export type ThreadPool<C extends ThreadContract> = {
  /** Maximum number of concurrent jobs. */
  readonly size: number;
  /** Whether a thread is running and has no job: the next one waits for nothing. */
  readonly isIdle: () => boolean;
  /**
   * Runs one operation on a thread. Aborting rejects immediately and drops a job that has not started. A job is
   * rejected if its thread dies or it exceeds the memory or time limit; other jobs continue.
   */
  readonly run: <N extends CallName<C>>(
    name: N,
    input: CallInput<C, N>,
    options?: JobOptions,
  ) => Promise<CallOutput<C, N>>;
  /** Runs work while none of the threads is alive. Running jobs are finished first; the others wait. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Rejects waiting jobs and ends the threads, after their current job or immediately. */
  readonly close: (how?: 'terminate') => Promise<void>;
};

export type ThreadPoolOptions<C extends ThreadContract> = Omit<ThreadOptions<C>, 'onEnd'> & {
  /** Maximum number of threads. They are started on demand. */
  readonly size: number;
  /** Time limit of a job in milliseconds. Afterwards it is rejected and its thread replaced. */
  readonly timeoutMs?: number;
  /** Idle time after which a thread ends, in milliseconds; null keeps threads for the data they cache. */
  readonly idleMs?: number | null;
  readonly clock: Clock;
  /** Called for every thread that ended. */
  readonly onEnd?: (end: ThreadEnd) => void;
};

type Job<C extends ThreadContract> = {
  readonly send: (thread: Thread<C>, onSettled: () => void) => void;
  readonly refuse: (error: Error) => void;
};

/** Threads of one kind with a common queue. `stepPool` assigns the jobs. */
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
    isIdle: () => [...state.seats.values()].some(({ phase }) => phase === 'idle'),
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
