import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { heapLimit } from '#platform/threads/heapShares.ts';
import { createThreadPool } from '#platform/threads/pool.ts';
import { AppError } from '#shared/model/appError.ts';
import type { History } from './historyClient.ts';
import { historyError } from './historyError.ts';
import type { ReadingContract, ReadingWorkerData } from './protocol.ts';
import type { ReopeningHistory } from './reopeningHistory.ts';

/**
 * Idle time in milliseconds after which the file is closed, because restore and compact need exclusive access.
 */
const idleMs = 20_000;

/**
 * A history for a program that only reads: one thread with a read-only connection, opened by the first call,
 * and again by the next one after it was closed. It does not register a session, and SQLite itself rejects
 * writes.
 */
export function createReadingHistory(options: {
  readonly entry: URL;
  readonly file: string;
  readonly log: Logger;
  readonly clock: Clock;
}): ReopeningHistory {
  const { entry, file, log, clock } = options;
  const workerData: ReadingWorkerData = { read: { file, slowMs: 1000, alone: true } };
  const pool = createThreadPool<ReadingContract>({
    entry,
    name: 'history reader',
    workerData,
    size: 1,
    timeoutMs: 10 * 60_000,
    idleMs,
    resourceLimits: heapLimit('reading'),
    clock,
    errorOf: historyError,
    onEvent: ({ level, message, fields }) => log(level, message, fields),
  });
  const unregistered = () =>
    new AppError('HISTORY_READ_ONLY', 'The history is open read-only. Nothing was changed.');

  return {
    // The operation table types both ends.
    call: ((operation, input) => pool.run(operation, input)) as History['call'],
    sessionId() {
      throw unregistered();
    },
    problem: () => null,
    open: async () => true,
    aside: () => Promise.reject(unregistered()),
    close: () => pool.close(),
  };
}
