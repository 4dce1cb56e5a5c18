import { availableParallelism } from 'node:os';
import { type Clock, systemClock } from '#platform/clock.ts';
import { heapLimit } from '#platform/threads/heapShares.ts';
import { createThreadPool, type ThreadPool } from '#platform/threads/pool.ts';
import { historyError } from '../historyError.ts';
import type { DerivationContract, DerivationData } from './protocol.ts';

/**
 * Computes from the stored file on separate threads. Its calls throw AppError HISTORY_*, or SHUTTING_DOWN once
 * it is closed.
 */
export type DerivationPool = ThreadPool<DerivationContract>;

/** @param entry of the history worker */
export function createDerivationPool(options: {
  readonly entry: URL;
  readonly file: string;
  readonly size?: number;
  /** Time limit of a job in milliseconds; the longest goes through a whole history. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}): DerivationPool {
  const size = options.size ?? Math.max(2, Math.min(4, availableParallelism()));
  const workerData: DerivationData = { derive: { file: options.file } };
  return createThreadPool<DerivationContract>({
    entry: options.entry,
    name: 'derivation',
    workerData,
    size,
    timeoutMs: options.timeoutMs ?? 30 * 60_000,
    resourceLimits: heapLimit('derivation', size),
    clock: options.clock ?? systemClock,
    errorOf: historyError,
  });
}
