// One thread of the fuzzer: works on one target after another until it is told that there is none left.

import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { attempt, type FuzzInput, type FuzzTarget } from './target.ts';

/** What a thread is asked: attempts on a target for some time, or the one round in which it was lost before. */
export type Order = {
  readonly name: string;
  /** Of the first round; each following round has the next number. */
  readonly seed: number;
  readonly milliseconds: number;
  /** No further round begins once so many are made. */
  readonly mostAttempts: number;
  /** Tells each input before it is tried, so that the one on which the thread is lost is known. */
  readonly trace: boolean;
};

export type Report =
  | { readonly kind: 'ready' }
  /** Now and then: the thread is alive, and which round it is at. */
  | { readonly kind: 'alive'; readonly seed: number; readonly attempts: number }
  | { readonly kind: 'trying'; readonly input: FuzzInput }
  | { readonly kind: 'failed'; readonly seed: number; readonly message: string; readonly input: FuzzInput }
  | { readonly kind: 'done'; readonly attempts: number };

const port = parentPort;
if (port === null) throw new Error('worker.ts is started by runFuzz.ts as a thread.');
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
const { targets }: { targets: readonly FuzzTarget[] } = await import(workerData.module);

const tell = (report: Report): void => port.postMessage(report);
/** Of one round: few enough that a failure is found again within seconds. */
const attemptsInRound = 200;
const betweenSignsMs = 250;

async function work({ name, seed: first, milliseconds, mostAttempts, trace }: Order): Promise<void> {
  const target = targets.find((each) => each.name === name);
  if (target === undefined) throw new Error(`There is no target "${name}".`);
  const end = performance.now() + milliseconds;
  let attempts = 0;
  let told = 0;
  for (let seed = first; performance.now() < end && attempts < mostAttempts; seed += 1) {
    const property = fc.asyncProperty(target.input, async (input) => {
      attempts += 1;
      if (trace) tell({ kind: 'trying', input });
      else if (performance.now() - told > betweenSignsMs) {
        told = performance.now();
        tell({ kind: 'alive', seed, attempts });
      }
      await attempt(target, input);
    });
    const result = await fc.check(property, {
      seed,
      numRuns: attemptsInRound,
      // A slow target's round is cut short; a failure is made smaller in any case.
      interruptAfterTimeLimit: Math.max(1_000, end - performance.now()) + 5_000,
    });
    if (!result.failed) {
      if (trace) break;
      continue;
    }
    const error = result.errorInstance;
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tell({ kind: 'failed', seed, message, input: result.counterexample?.[0] });
    break;
  }
  tell({ kind: 'done', attempts });
}

port.on('message', (order: Order) => void work(order));
tell({ kind: 'ready' });
