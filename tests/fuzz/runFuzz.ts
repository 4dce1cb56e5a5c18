import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { FuzzInput } from './target.ts';
import type { Order, Report } from './worker.ts';

export type FuzzFailure = {
  readonly target: string;
  /** Of the round that shows it: `--target NAME --seed SEED`. */
  readonly seed: number;
  readonly message: string;
  readonly input: FuzzInput;
};

export type TargetCount = { readonly target: string; readonly attempts: number };

export type FuzzOptions = {
  /** Module that exports `targets`. */
  readonly module: string;
  readonly names: readonly string[];
  readonly seed: number;
  /** For each target. */
  readonly milliseconds: number;
  /** For each target, whatever time is left. */
  readonly mostAttempts: number;
  readonly threads: number;
  /** A thread that gives no sign for so long stands still: it is ended, and its input is a failure. */
  readonly silentMs: number;
  /** What a thread may keep in memory. */
  readonly memoryMb: number;
  /** Told of every target as it is through. */
  readonly onTarget: (count: TargetCount, failure: FuzzFailure | null) => void;
};

/** Works on every target for the same time, several at once, each in a thread that may be lost. */
export async function runFuzz(options: FuzzOptions): Promise<void> {
  const waiting = [...options.names];
  const lane = async (): Promise<void> => {
    const seat: Seat = { worker: null };
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { count, failure } = await fuzzTarget(name, seat, options);
      options.onTarget(count, failure);
    }
    await seat.worker?.terminate();
  };
  await Promise.all(Array.from({ length: options.threads }, lane));
}

async function fuzzTarget(
  name: string,
  seat: Seat,
  options: FuzzOptions,
): Promise<{ readonly count: TargetCount; readonly failure: FuzzFailure | null }> {
  const { seed, milliseconds, mostAttempts } = options;
  const outcome = await inThread(seat, { name, seed, milliseconds, mostAttempts, trace: false }, options);
  const count = { target: name, attempts: outcome.attempts };
  if (outcome.lost === null) return { count, failure: outcome.failure };
  const again = await inThread(
    seat,
    { name, seed: outcome.seed, milliseconds: 1, mostAttempts: 1, trace: true },
    options,
  );
  // The same inputs went through: the machine stood still, and not the target.
  if (again.lost === null) return { count, failure: again.failure };
  const message = `${again.lost} The input is not made smaller.`;
  return { count, failure: { target: name, seed: outcome.seed, message, input: again.trying } };
}

/** A thread for one target after another, and a new one when it was lost. */
type Seat = { worker: Worker | null };

/** What a busy machine may take to load every parser there is. */
const longestStartMs = 900_000;

async function startedThread({ module, memoryMb }: FuzzOptions): Promise<Worker> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { module },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
    // What a target logs is not what is looked for.
    stdout: true,
    stderr: true,
  });
  // Rejects when the thread ends with an error.
  await once(worker, 'message', { signal: AbortSignal.timeout(longestStartMs) });
  return worker;
}

type ThreadOutcome = {
  readonly attempts: number;
  readonly failure: FuzzFailure | null;
  /** Why the thread had to be ended or ended by itself; null when it came through. */
  readonly lost: string | null;
  readonly seed: number;
  readonly trying: FuzzInput;
};

async function inThread(seat: Seat, order: Order, options: FuzzOptions): Promise<ThreadOutcome> {
  const { silentMs } = options;
  const worker = seat.worker ?? (await startedThread(options));
  seat.worker = worker;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  let heard = performance.now();
  let seed = order.seed;
  let attempts = 0;
  let failure: FuzzFailure | null = null;
  let trying: FuzzInput;
  const watch = setInterval(() => {
    if (performance.now() - heard > silentMs) resolve(`It did not end within ${silentMs / 1_000} s.`);
  }, 200);
  const hear = (report: Report): void => {
    heard = performance.now();
    if (report.kind === 'alive') ({ seed, attempts } = report);
    else if (report.kind === 'trying') trying = report.input;
    else if (report.kind === 'failed') failure = { target: order.name, ...report };
    else if (report.kind === 'done') {
      attempts = report.attempts;
      resolve(null);
    }
  };
  const fail = (error: Error): void => resolve(`Its thread was lost: ${error.message}.`);
  worker.on('message', hear);
  worker.on('error', fail);
  worker.postMessage(order);
  const lost = await promise;
  clearInterval(watch);
  worker.off('message', hear);
  if (lost === null) worker.off('error', fail);
  else {
    seat.worker = null;
    await worker.terminate();
  }
  return { attempts, failure, lost, seed, trying };
}
