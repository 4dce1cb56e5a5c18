import { systemClock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { heapLimit } from '#platform/threads/heapShares.ts';
import { createThreadPool, type ThreadPool } from '#platform/threads/pool.ts';
import type { ReadingThread } from '../store/operations/operation.ts';
import { historyError } from './historyError.ts';
import type { ReadingContract, ReadingWorkerData } from './protocol.ts';

/** Small: what is read again comes from the system's cache, and searches are not faster with four times as much. */
const pageCacheMb = { search: 16, analysis: 8, views: 16 } as const;
const heaps = { search: 'searching', analysis: 'reading', views: 'viewing' } as const;

/**
 * Read-only threads, each with its operations: a search never delays the storing of an answer, nor a trend a
 * search. A thread starts with its first call, and restarts after it died.
 */
export function createReadingThreads(options: {
  readonly entry: URL;
  readonly file: string;
  readonly slowMs: number;
  readonly log: Logger;
  /** Time limit of a read, in milliseconds. */
  readonly timeoutMs?: number;
}) {
  const { entry, file, slowMs, log, timeoutMs = 10 * 60_000 } = options;
  const threads = new Map<ReadingThread, ThreadPool<ReadingContract>>();
  const start = (name: ReadingThread): ThreadPool<ReadingContract> => {
    const workerData: ReadingWorkerData = { read: { file, slowMs, pageCacheMb: pageCacheMb[name] } };
    const pool = createThreadPool<ReadingContract>({
      entry,
      name: `history ${name}`,
      workerData,
      size: 1,
      timeoutMs,
      // Reading their columns of all answers again takes seconds; views keep nothing.
      ...(name === 'views' ? {} : { idleMs: null }),
      resourceLimits: heapLimit(heaps[name]),
      clock: systemClock,
      errorOf: historyError,
      onEvent: ({ level, message, fields }) => log(level, message, fields),
      onEnd({ code, message }) {
        if (code !== 'CLOSED')
          log('error', 'A reading thread of the history failed', { name, code, reason: message });
      },
    });
    threads.set(name, pool);
    return pool;
  };
  const asked = new Set<Promise<unknown>>();
  return {
    isIdle: (thread: ReadingThread): boolean => threads.get(thread)?.isIdle() === true,
    run(thread: ReadingThread, ...call: Parameters<ThreadPool<ReadingContract>['run']>): Promise<unknown> {
      const answer = (threads.get(thread) ?? start(thread)).run(...call);
      const settled = answer.then(forget, forget);
      asked.add(settled);
      void settled.then(() => asked.delete(settled));
      return answer;
    },
    /** Finishes earlier calls. */
    async close(): Promise<void> {
      await Promise.all(asked);
      await Promise.all([...threads.values()].map((pool) => pool.close()));
    },
  };
}

const forget = (): void => undefined;
