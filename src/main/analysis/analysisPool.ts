/**
 * Comparisons off the main thread: a few workers, one comparison at a time each, results kept by content
 * hash so that window, exports and command line show the same numbers and reopening costs nothing.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Logger } from '#main/ports.ts';
import { keyOfContents } from '#shared/analysis/compare.ts';
import type { Comparison } from '#shared/analysis/comparison.ts';
import { type ComparisonTexts, charactersOf, readTexts } from '#shared/analysis/comparisonParts.ts';
import { longHash } from '#shared/analysis/contentHash.ts';
import { type CompareColumn, type CompareOptions, DEFAULT_OPTIONS } from '#shared/analysis/model.ts';
import { AppError } from '#shared/model/appError.ts';
import type { AnalysisAnswer, AnalysisRequest } from './protocol.ts';
import { createResultCache } from './resultCache.ts';
import { warmUpColumns } from './warmUp.ts';

export type AnalysisPool = {
  /**
   * Compares columns. The same question asked twice at once is computed once. Aborting stops the waiting; a
   * comparison that already runs is finished and kept.
   * @throws AppError CANCELLED, SHUTTING_DOWN, or INTERNAL (retryable when a worker was lost)
   */
  readonly compare: (
    columns: readonly CompareColumn[],
    options: CompareOptions,
    signal?: AbortSignal,
  ) => Promise<Comparison>;
  /**
   * The same as JSON texts, for a caller that only passes them on. Under `label` they are found again by `recall`
   * without the columns.
   */
  readonly compareTexts: (
    columns: readonly CompareColumn[],
    options: CompareOptions,
    signal?: AbortSignal,
    label?: string,
  ) => Promise<ComparisonTexts>;
  /** A finished comparison that is still kept, by the label it was asked for with. */
  readonly recall: (label: string) => ComparisonTexts | undefined;
  /** Texts as an object; of the last few the one that was read before. */
  readonly read: (texts: ComparisonTexts) => Comparison;
  /** Starts a worker and lets it run once, so that the first real comparison does not wait for that. */
  readonly warmUp: () => void;
  /** Ends the workers; whoever waits is told that the program is shutting down. */
  readonly close: () => Promise<void>;
};

export type AnalysisPoolOptions = {
  /** Address of the worker entry. */
  readonly entry: URL;
  readonly log: Logger;
  /** Workers at most; they start when needed. */
  readonly size?: number;
  /** Memory for finished comparisons. */
  readonly cacheBytes?: number;
  /** A comparison that takes longer is given up and its worker replaced, milliseconds. */
  readonly timeoutMs?: number;
};

const KEPT_OBJECTS = 4;

type Waiter = {
  readonly resolve: (texts: ComparisonTexts) => void;
  readonly reject: (error: AppError) => void;
};
type Job = {
  readonly key: string;
  readonly hash: string;
  readonly columnsJson: string;
  readonly optionsJson: string;
  readonly waiters: Set<Waiter>;
};
type Seat = {
  worker: Worker | null;
  job: Job | null;
  id: number;
  timer: NodeJS.Timeout | null;
  exited: Promise<void>;
};

export function createAnalysisPool(options: AnalysisPoolOptions): AnalysisPool {
  const { entry, log } = options;
  const size = options.size ?? Math.max(1, Math.min(2, availableParallelism() - 1));
  const timeoutMs = options.timeoutMs ?? 120_000;
  const cache = createResultCache(options.cacheBytes ?? 128 * 1024 * 1024);
  const seats: Seat[] = Array.from({ length: size }, () => ({
    worker: null,
    job: null,
    id: 0,
    timer: null,
    exited: Promise.resolve(),
  }));
  const queue: Job[] = [];
  const jobs = new Map<string, Job>();
  let closed = false;
  let nextId = 1;

  /** The last few comparisons as objects: the one on the screen is asked for again and again. */
  const objects = new Map<ComparisonTexts, Comparison>();
  const read = (texts: ComparisonTexts): Comparison => {
    const comparison = objects.get(texts) ?? readTexts(texts);
    objects.delete(texts);
    objects.set(texts, comparison);
    for (const oldest of objects.keys()) {
      if (objects.size <= KEPT_OBJECTS) break;
      objects.delete(oldest);
    }
    return comparison;
  };

  const settle = (seat: Seat): Job | null => {
    const { job } = seat;
    seat.job = null;
    if (seat.timer !== null) clearTimeout(seat.timer);
    seat.timer = null;
    if (job !== null) jobs.delete(job.key);
    return job;
  };

  const fail = (job: Job | null, error: AppError): void => {
    for (const waiter of job?.waiters ?? []) waiter.reject(error);
  };

  const onAnswer = (seat: Seat, answer: AnalysisAnswer): void => {
    if (seat.job === null || answer.id !== seat.id) return;
    const job = settle(seat);
    if (answer.ok) {
      if (job !== null) cache.set(job.key, answer.texts);
      log('debug', 'Comparison finished', {
        elapsedMs: Math.round(answer.elapsedMs),
        characters: charactersOf(answer.texts),
      });
      for (const waiter of job?.waiters ?? []) waiter.resolve(answer.texts);
    } else {
      log('error', 'A comparison failed', { reason: answer.message, stack: answer.stack });
      fail(
        job,
        new AppError('INTERNAL', 'The comparison could not be computed. The stored answers are untouched.'),
      );
    }
    pump();
  };

  /** A worker that is gone leaves an empty seat; the next job that needs it starts another. */
  const onGone = (seat: Seat, worker: Worker, reason: string): void => {
    if (seat.worker !== worker) return;
    seat.worker = null;
    const job = settle(seat);
    if (job !== null) {
      log('error', 'An analysis worker was lost', { reason });
      fail(
        job,
        new AppError('INTERNAL', 'The comparison broke off. The stored answers are untouched; try again.', {
          retryable: true,
        }),
      );
    }
    pump();
  };

  const start = (seat: Seat): Worker => {
    const worker = new Worker(entry, { name: 'analysis' });
    let reason = 'it ended';
    seat.worker = worker;
    seat.exited = new Promise((resolve) => worker.once('exit', () => resolve()));
    worker.on('message', (answer: AnalysisAnswer) => onAnswer(seat, answer));
    worker.on('error', (error) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    worker.once('exit', () => onGone(seat, worker, reason));
    worker.unref();
    return worker;
  };

  const run = (seat: Seat, job: Job): void => {
    const worker = seat.worker ?? start(seat);
    seat.job = job;
    seat.id = nextId++;
    seat.timer = setTimeout(() => {
      log('error', 'A comparison took too long and was given up', { timeoutMs });
      void worker.terminate();
    }, timeoutMs);
    const request: AnalysisRequest = {
      id: seat.id,
      hash: job.hash,
      columnsJson: job.columnsJson,
      optionsJson: job.optionsJson,
    };
    // Only a worker that works may keep the program alive.
    worker.ref();
    worker.postMessage(request);
  };

  const pump = (): void => {
    for (const seat of seats) if (seat.job === null) seat.worker?.unref();
    while (queue.length > 0 && !closed) {
      const free =
        seats.find((seat) => seat.job === null && seat.worker !== null) ??
        seats.find((seat) => seat.job === null);
      const job = queue[0];
      if (free === undefined || job === undefined) return;
      queue.shift();
      run(free, job);
    }
  };

  const compareTexts = (
    columns: readonly CompareColumn[],
    compareOptions: CompareOptions,
    signal?: AbortSignal,
    label?: string,
  ): Promise<ComparisonTexts> => {
    if (closed) return Promise.reject(shuttingDown());
    if (signal?.aborted === true) return Promise.reject(cancelled());
    const columnsJson = JSON.stringify(columns);
    const hash = longHash(columnsJson);
    const key = keyOfContents(hash, compareOptions);
    if (label !== undefined) cache.label(label, key);
    const known = cache.get(key);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const running = jobs.get(key);
      const job = running ?? {
        key,
        hash,
        columnsJson,
        optionsJson: JSON.stringify(compareOptions),
        waiters: new Set<Waiter>(),
      };
      const done = (): void => {
        signal?.removeEventListener('abort', onAbort);
        job.waiters.delete(waiter);
      };
      const waiter: Waiter = {
        resolve: (texts) => {
          done();
          resolve(texts);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      };
      const onAbort = (): void => {
        waiter.reject(cancelled());
        const at = queue.indexOf(job);
        if (job.waiters.size > 0 || at === -1) return;
        queue.splice(at, 1);
        jobs.delete(key);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      job.waiters.add(waiter);
      if (running !== undefined) return;
      jobs.set(key, job);
      queue.push(job);
      pump();
    });
  };

  return {
    compareTexts,
    recall: cache.labelled,
    read,
    compare: async (columns, compareOptions, signal) =>
      read(await compareTexts(columns, compareOptions, signal)),
    warmUp: () => {
      compareTexts(warmUpColumns(), DEFAULT_OPTIONS).catch((error: unknown) => {
        log('debug', 'The analysis pool was not warmed up', {
          reason: error instanceof Error ? error.message : String(error),
        });
      });
    },
    close: async () => {
      closed = true;
      for (const job of queue.splice(0)) fail(job, shuttingDown());
      for (const seat of seats) fail(settle(seat), shuttingDown());
      jobs.clear();
      cache.clear();
      objects.clear();
      await Promise.all(
        seats.map(async (seat) => {
          await seat.worker?.terminate();
          await seat.exited;
        }),
      );
    },
  };
}

function cancelled(): AppError {
  return new AppError('CANCELLED', 'The comparison was cancelled.');
}

function shuttingDown(): AppError {
  return new AppError('SHUTTING_DOWN', 'The program is closing. The stored answers are untouched.', {
    retryable: true,
  });
}
