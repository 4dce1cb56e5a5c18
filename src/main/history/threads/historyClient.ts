import { systemClock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { heapLimit } from '#platform/threads/heapShares.ts';
import { createThreadPool, type ThreadPool } from '#platform/threads/pool.ts';
import { startThread } from '#platform/threads/startThread.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { ReadingThread } from '../store/operations/operation.ts';
import type { OperationInput, OperationName, OperationOutput } from '../store/operations/table.ts';
import type { ReceivedAnswer } from './encode/encodeAnswer.ts';
import { createEncodeWorker } from './encode/encodeWorker.ts';
import { historyError } from './historyError.ts';
import type { HistoryContract, HistoryWorkerData, ReadingContract, ReadingWorkerData } from './protocol.ts';

export type History = {
  readonly file: string;
  readonly opened: HistoryContract['opened'];
  /** @throws AppError with a HISTORY_*, DISK_FULL, NOT_FOUND or CONFLICT code */
  readonly call: <N extends OperationName>(
    operation: N,
    input: OperationInput<N>,
  ) => Promise<OperationOutput<N>>;
  /** Finishes earlier calls, checkpoints the file and ends the worker. */
  readonly close: () => Promise<void>;
  /** Resolves when the worker ended unexpectedly, and never otherwise. */
  readonly died: Promise<void>;
};

export type OpenHistoryOptions = {
  readonly entry: URL;
  readonly file: string;
  readonly log: Logger;
  /** How long to wait for another writing program, in milliseconds. */
  readonly busyTimeoutMs?: number;
  readonly slowMs?: number;
  /** Called when another program has written to the file. */
  readonly onForeignChange?: () => void;
};

/**
 * With this many waiting calls the history thread counts as busy: the next answers are encoded, and views are read,
 * on other threads.
 */
const workAhead = 16;
/** The history thread also counts as busy after this time, in milliseconds. */
const busyMs = 30;

type Settling = {
  readonly input: OperationInput<'cells.settle'>;
  readonly engine: Engine;
  readonly answer: ReceivedAnswer;
};

/** The received answer to store, or null for every other call. */
function settlingOf(operation: OperationName, given: unknown): Settling | null {
  if (operation !== 'cells.settle') return null;
  const input = given as OperationInput<'cells.settle'>;
  const { engine, outcome } = input;
  if (engine === undefined || outcome.kind !== 'completed' || 'sealed' in outcome.answer) return null;
  return { input, engine, answer: outcome.answer };
}

/**
 * Starts the history worker and opens (creates, migrates) the file.
 * @throws AppError HISTORY_LOCKED, HISTORY_CORRUPT, HISTORY_NEWER, HISTORY_READ_ONLY, DISK_FULL, HISTORY_UNAVAILABLE
 */
export async function openHistory(options: OpenHistoryOptions): Promise<History> {
  const { entry, file, log } = options;
  const workerData: HistoryWorkerData = {
    file,
    busyTimeoutMs: options.busyTimeoutMs ?? 5000,
    slowMs: options.slowMs ?? 40,
    watches: options.onForeignChange !== undefined,
  };
  const encoder = createEncodeWorker(entry);
  const reading = createReadingThreads({ entry, file, log, slowMs: workerData.slowMs });
  let threads: HistoryContract['opened']['threads'] = {};
  const death = Promise.withResolvers<void>();
  let closing = false;
  const thread = startThread<HistoryContract>({
    entry,
    name: 'history',
    workerData,
    resourceLimits: heapLimit('history'),
    errorOf: historyError,
    onEvent(event) {
      if (event === 'changed by another program') options.onForeignChange?.();
      else log(event.level, event.message, event.fields);
    },
    onEnd({ code, message }) {
      void encoder.close();
      // From now on, calls fail like all calls to the dead thread.
      threads = {};
      void reading.close();
      if (code === 'CLOSED' || code === 'REFUSED') return;
      log('error', 'The history worker failed', { code, reason: message });
      death.resolve();
    },
  });
  /**
   * Answers that are encoded and will be sent. None may follow the close request, or a later "cells.take": however the
   * program dies, no more answers are lost than there are slots.
   */
  const ahead = new Set<Promise<unknown>>();
  /** Number of pending calls that only the history thread can answer, and since when there are any. */
  let writing = 0;
  let writingSince = 0;
  const busy = (): boolean =>
    writing >= workAhead || (writing > 0 && performance.now() - writingSince > busyMs);

  const sendEncoded = async ({ input, engine, answer }: Settling): Promise<unknown> => {
    const encoding = encoder.encode(engine, answer);
    // Wrapped in an object, so that await waits for the sending only, not for the result.
    const sending = encoding.then((encoded) => {
      if (encoded === null) return { answered: thread.call('cells.settle', input) };
      const outcome = { kind: 'completed' as const, answer: encoded };
      const transfer = [encoded.sealed.buffer];
      return { answered: thread.call('cells.settle', { ...input, outcome }, { transfer }) };
    });
    ahead.add(sending);
    const { answered } = await sending.finally(() => ahead.delete(sending));
    return await answered;
  };
  const write = (operation: OperationName, input: unknown): Promise<unknown> => {
    const send = () => thread.call(operation, input as OperationInput<typeof operation>);
    const settling = settlingOf(operation, input);
    // While the history thread has little to do, it encodes answers itself, because that stores them sooner.
    if (settling !== null && thread.pending() >= workAhead && encoder.ready()) return sendEncoded(settling);
    if (operation === 'cells.take' && ahead.size > 0) return Promise.all(ahead).then(send);
    return send();
  };
  const call = (operation: OperationName, input: unknown): Promise<unknown> => {
    if (closing) return Promise.reject(historyError({ code: 'CLOSED', message: '' }));
    const own = threads[operation];
    if (own === undefined) {
      if (writing === 0) writingSince = performance.now();
      writing += 1;
      return write(operation, input).finally(() => {
        writing -= 1;
      });
    }
    const given = input as OperationInput<typeof operation>;
    // An idle history thread answers views itself, which saves a thread. Once that thread runs, no view waits for a write.
    const itself = own === 'views' && !busy() && (writing === 0 || !reading.isIdle('views'));
    return itself ? thread.call(operation, given) : reading.run(own, operation, given);
  };
  try {
    const opened = await thread.opened;
    threads = opened.threads;
    return {
      file,
      opened,
      // The operation table types both ends.
      call: call as History['call'],
      async close() {
        closing = true;
        await Promise.all([...ahead, reading.close()]);
        await Promise.all([thread.close(), encoder.close()]);
      },
      died: death.promise,
    };
  } catch (error) {
    await Promise.all([thread.ended, encoder.close()]);
    throw error;
  }
}

/** Small: what is read again comes from the system's cache, and searches are not faster with four times as much. */
const pageCacheMb = { search: 16, analysis: 8, views: 16 } as const;
const heaps = { search: 'searching', analysis: 'reading', views: 'viewing' } as const;

/**
 * Read-only threads, each with its operations: a search never delays the storing of an answer, nor a trend a
 * search. A thread starts with its first call, and restarts after it died.
 */
function createReadingThreads(options: {
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
