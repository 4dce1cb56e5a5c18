/**
 * Runs comparisons off the main thread: a few workers, one comparison at a time each. Results are cached by
 * content hash, so that window, exports and command line show the same numbers and reopening costs nothing.
 */
import { availableParallelism } from 'node:os';
import { systemClock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { heapLimit } from '#platform/threads/heapShares.ts';
import { createThreadPool } from '#platform/threads/pool.ts';
import type { ThreadFailure } from '#platform/threads/startThread.ts';
import { keyOfContents } from '#shared/figures/comparison/compare.ts';
import type { NamedCounts } from '#shared/figures/comparison/detectedNames.ts';
import { AppError } from '#shared/model/appError.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import { type ComparisonTexts, charactersOf, readTexts } from '#shared/model/comparison/comparisonParts.ts';
import {
  type BrandRule,
  type CompareColumn,
  type CompareOptions,
  defaultOptions,
} from '#shared/model/comparison/samples.ts';
import { longHash } from '#shared/text/contentHash.ts';
import { keepLatest } from '../latest.ts';
import type { AnalysisContract } from './protocol.ts';
import { createResultCache } from './resultCache.ts';
import { warmUpColumns } from './warmUp.ts';

export type AnalysisPool = {
  /**
   * Compares columns. Concurrent identical requests are computed once. Aborting stops waiting; a running
   * comparison is finished and cached.
   * @throws AppError CANCELLED, SHUTTING_DOWN, or INTERNAL (retryable if a worker was lost)
   */
  readonly compare: (
    columns: readonly CompareColumn[],
    options: CompareOptions,
    signal?: AbortSignal,
  ) => Promise<Comparison>;
  /**
   * The same as JSON texts, for a caller that only forwards them. With a `label`, `recall` finds them again
   * without the columns.
   */
  readonly compareTexts: (
    columns: readonly CompareColumn[],
    options: CompareOptions,
    signal?: AbortSignal,
    label?: string,
  ) => Promise<ComparisonTexts>;
  /** Brands that are not listed, which is a fraction of the work; whole comparisons come first. */
  readonly detect: (
    columns: readonly CompareColumn[],
    options: CompareOptions,
  ) => Promise<readonly BrandRule[]>;
  /** How many answers name each of these brands. */
  readonly count: (
    columns: readonly CompareColumn[],
    options: CompareOptions,
    names: readonly BrandRule[],
  ) => Promise<NamedCounts>;
  /** A cached comparison by its label. */
  readonly recall: (label: string) => ComparisonTexts | undefined;
  /** JSON texts as an object; cached for the last few. */
  readonly read: (texts: ComparisonTexts) => Comparison;
  /** Starts a worker and runs it once, so that the first real comparison does not wait for that. */
  readonly warmUp: () => void;
  /** Ends the workers; pending calls fail with SHUTTING_DOWN. */
  readonly close: () => Promise<void>;
};

export type AnalysisPoolOptions = {
  /** Address of the worker entry. */
  readonly entry: URL;
  readonly log: Logger;
  /** Maximum number of workers; they start on demand. */
  readonly size?: number;
  /** Memory limit of one comparison, in megabytes. */
  readonly memoryMb?: number;
  /** Cache size for finished comparisons. */
  readonly cacheBytes?: number;
  /** Time limit of a comparison in milliseconds; then its worker is replaced. */
  readonly timeoutMs?: number;
};

const keptObjects = 4;

/** A comparison in progress, and the number of waiting callers. */
type Computing = {
  readonly texts: Promise<ComparisonTexts>;
  readonly nobodyWaits: AbortController;
  waiting: number;
};

export function createAnalysisPool(options: AnalysisPoolOptions): AnalysisPool {
  const { entry, log } = options;
  const timeoutMs = options.timeoutMs ?? 120_000;
  const size = options.size ?? Math.max(1, Math.min(2, availableParallelism() - 1));
  const pool = createThreadPool<AnalysisContract>({
    entry,
    name: 'analysis',
    size,
    timeoutMs,
    resourceLimits:
      options.memoryMb === undefined
        ? heapLimit('comparison', size)
        : { maxOldGenerationSizeMb: options.memoryMb },
    clock: systemClock,
    unrefWhenIdle: true,
    errorOf: (failure) => errorOf(failure, log),
  });
  const cache = createResultCache(options.cacheBytes ?? 32 * 1024 * 1024);
  const computing = new Map<string, Computing>();

  /** The last few comparisons as objects, because the one on screen is requested repeatedly. */
  const objects = new Map<ComparisonTexts, Comparison>();
  const read = (texts: ComparisonTexts): Comparison => {
    const comparison = objects.get(texts) ?? readTexts(texts);
    keepLatest(objects, texts, comparison, keptObjects);
    return comparison;
  };

  const compute = async (
    key: string,
    input: Parameters<AnalysisContract['calls']['compare']>[0],
    { signal }: AbortController,
    background: boolean,
  ): Promise<ComparisonTexts> => {
    try {
      const { texts, elapsedMs } = await pool.run('compare', input, {
        signal,
        background,
        finishBegun: true,
      });
      cache.set(key, texts);
      log('debug', 'Comparison finished', {
        elapsedMs: Math.round(elapsedMs),
        characters: charactersOf(texts),
      });
      return texts;
    } finally {
      computing.delete(key);
    }
  };

  const ask = async (
    columns: readonly CompareColumn[],
    compareOptions: CompareOptions,
    { signal, label, background = false }: Asking,
  ): Promise<ComparisonTexts> => {
    if (signal?.aborted === true) throw cancelled();
    const columnsJson = JSON.stringify(columns);
    const hash = longHash(columnsJson);
    const key = keyOfContents(hash, compareOptions);
    if (label !== undefined) cache.label(label, key);
    const known = cache.get(key);
    if (known !== undefined) return known;
    let shared = computing.get(key);
    if (shared === undefined) {
      const nobodyWaits = new AbortController();
      const input = { hash, columnsJson, optionsJson: JSON.stringify(compareOptions) };
      shared = { texts: compute(key, input, nobodyWaits, background), nobodyWaits, waiting: 0 };
      computing.set(key, shared);
    }
    return await waitFor(shared, signal);
  };

  return {
    compareTexts: (columns, compareOptions, signal, label) => ask(columns, compareOptions, { signal, label }),
    detect: (columns, compareOptions) =>
      pool.run('detect', jsonOf(columns, compareOptions), { background: true }),
    count: (columns, compareOptions, names) =>
      pool.run('count', { ...jsonOf(columns, compareOptions), names }, { background: true }),
    recall: cache.labelled,
    read,
    compare: async (columns, compareOptions, signal) => read(await ask(columns, compareOptions, { signal })),
    warmUp: () => {
      ask(warmUpColumns(), defaultOptions, { background: true }).catch((error: unknown) => {
        log('debug', 'The analysis pool was not warmed up', {
          reason: error instanceof Error ? error.message : String(error),
        });
      });
    },
    close: async () => {
      await pool.close('terminate');
      cache.clear();
      objects.clear();
    },
  };
}

const jsonOf = (columns: readonly CompareColumn[], options: CompareOptions) => ({
  columnsJson: JSON.stringify(columns),
  optionsJson: JSON.stringify(options),
});

type Asking = {
  readonly signal?: AbortSignal;
  readonly label?: string;
  readonly background?: boolean;
};

/** Aborting ends the waiting; the last caller to leave cancels a comparison that has not started. */
function waitFor(shared: Computing, signal: AbortSignal | undefined): Promise<ComparisonTexts> {
  shared.waiting += 1;
  if (signal === undefined) return shared.texts;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(cancelled());
      shared.waiting -= 1;
      if (shared.waiting === 0) shared.nobodyWaits.abort();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    shared.texts.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function errorOf(failure: ThreadFailure<AnalysisContract['refusal']>, log: Logger): AppError {
  switch (failure.code) {
    case 'CANCELLED':
      return cancelled();
    case 'CLOSED':
      return new AppError('SHUTTING_DOWN', 'Parallax is closing. Stored answers are unchanged.', {
        retryable: true,
      });
    case 'REFUSED': {
      const { message, stack } = failure.refusal;
      log('error', 'A comparison failed', { reason: message, stack });
      return new AppError(
        'INTERNAL',
        'The comparison could not be computed. Stored answers are unchanged. Try again, or compare fewer answers.',
      );
    }
    case 'OUT_OF_MEMORY':
    case 'TIMED_OUT':
    case 'UNREADABLE':
      log('error', 'A comparison was too large', { code: failure.code, reason: failure.message });
      return new AppError(
        'INTERNAL',
        'The comparison is too large. Stored answers are unchanged. Compare fewer answers.',
      );
    case 'ENDED':
      log('error', 'An analysis worker was lost', { reason: failure.message });
      return new AppError(
        'INTERNAL',
        'The comparison stopped unexpectedly. Stored answers are unchanged. Try again.',
        { retryable: true },
      );
  }
}

function cancelled(): AppError {
  return new AppError('CANCELLED', 'The comparison was cancelled.');
}
