import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/model/appError.ts';
import type {
  DerivationAnswer,
  DerivationData,
  DerivationRequest,
  DerivationResults,
  DerivationTask,
} from './protocol.ts';

type Result<K extends DerivationTask['kind']> = DerivationResults[K];

export type DerivationPool = {
  /** How many tasks are worked on at once. */
  readonly size: number;
  /**
   * Computes on the stored file, off every other thread.
   * @throws AppError HISTORY_*, or SHUTTING_DOWN once it is closed
   */
  readonly run: <K extends DerivationTask['kind']>(
    task: Extract<DerivationTask, { kind: K }>,
  ) => Promise<Result<K>>;
  /** Lets go of idle threads; the next task starts them again. */
  readonly rest: () => Promise<void>;
  /** Does work on the file without any of the threads on it; what they are at is ended first, and the rest waits. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Ends the threads; what they were at is refused. */
  readonly close: () => Promise<void>;
};

type Job = {
  readonly task: DerivationTask;
  readonly resolve: (result: Result<DerivationTask['kind']>) => void;
  readonly reject: (error: AppError) => void;
};
type Seat = { worker: Worker; job: Job | null; readonly exited: Promise<void> };

/** @param entry of the history worker */
export function createDerivationPool(options: {
  readonly entry: URL;
  readonly file: string;
  readonly size?: number;
}): DerivationPool {
  const size = options.size ?? Math.max(2, Math.min(4, availableParallelism()));
  const seats = new Set<Seat>();
  const queue: Job[] = [];
  let closed = false;
  let asides = 0;
  let nextId = 1;

  const start = (): Seat => {
    const workerData: DerivationData = { derive: { file: options.file } };
    const worker = new Worker(options.entry, { workerData, name: 'derivation' });
    const seat: Seat = {
      worker,
      job: null,
      exited: new Promise((resolve) => worker.once('exit', () => resolve())),
    };
    worker.on('message', (answer: DerivationAnswer) => {
      const { job } = seat;
      seat.job = null;
      if (answer.ok) job?.resolve(answer.result);
      else job?.reject(new AppError(answer.failure.code, answer.failure.message));
      pump();
    });
    worker.on('error', () => {});
    worker.once('exit', () => {
      seats.delete(seat);
      seat.job?.reject(gone(closed));
      seat.job = null;
      pump();
    });
    seats.add(seat);
    return seat;
  };

  const pump = (): void => {
    while (queue.length > 0 && !closed && asides === 0) {
      const idle = [...seats].find((seat) => seat.job === null);
      const seat = idle ?? (seats.size < size ? start() : null);
      const job = queue[0];
      if (seat === null || job === undefined) return;
      queue.shift();
      seat.job = job;
      seat.worker.postMessage({ id: nextId++, task: job.task } satisfies DerivationRequest);
    }
  };

  const end = async (ending: readonly Seat[]): Promise<void> => {
    for (const { worker } of ending) worker.postMessage('close');
    await Promise.all(ending.map((seat) => seat.exited));
  };

  return {
    size,
    run: (task) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(gone(closed));
          return;
        }
        // The worker answers a task with the result of its kind; over the port everything is unknown.
        queue.push({ task, resolve: resolve as Job['resolve'], reject });
        pump();
      }),
    rest: async () => {
      const idle = [...seats].filter((seat) => seat.job === null);
      for (const seat of idle) seats.delete(seat);
      await end(idle);
    },
    async aside(work) {
      asides += 1;
      try {
        await end([...seats]);
        return await work();
      } finally {
        asides -= 1;
        pump();
      }
    },
    close: async () => {
      closed = true;
      for (const job of queue.splice(0)) job.reject(gone(true));
      await end([...seats]);
    },
  };
}

function gone(closed: boolean): AppError {
  return closed
    ? new AppError('SHUTTING_DOWN', 'Parallax is closing; what was computed so far is kept.')
    : new AppError('HISTORY_UNAVAILABLE', 'A thread that reads the history broke off: it is tried again.', {
        retryable: true,
      });
}
