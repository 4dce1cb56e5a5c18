import { subscribe } from 'node:diagnostics_channel';
import type { Worker } from 'node:worker_threads';
import { tell } from './channel.ts';
import { heapCageMb, mainHeapMb } from './machine.ts';

const alive = new Set<Worker>();

/**
 * Follows the program's threads as Electron suffers them: their heaps share one cage with the main thread's, and over it
 * the program dies; so limits that could get there together are told before anything is full.
 */
export function followThreads(): void {
  subscribe('worker_threads', (message) => {
    const { worker } = message as { readonly worker: Worker };
    alive.add(worker);
    worker.once('exit', () => alive.delete(worker));
    const limits = [...alive].map(
      ({ resourceLimits }) => resourceLimits?.maxOldGenerationSizeMb ?? Number.POSITIVE_INFINITY,
    );
    const together = limits.reduce((sum, each) => sum + each, mainHeapMb);
    if (together > heapCageMb) tell({ type: 'heap', limitsMb: limits.map((each) => Math.min(each, 1e6)) });
  });
}

/** A thread in native code while the process goes down crashes it. */
export const threadsAlive = (): number => alive.size;
