import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { serveThread } from '#platform/threads/serveThread.ts';
import { removeAbandonedCopies } from '../projectFiles/incomingCopy.ts';
import { classifyFailure } from '../store/failures.ts';
import { openDatabase } from '../store/openDatabase.ts';
import { createRowIdCache } from '../store/operations/rowIdCache.ts';
import { createOperations } from '../store/operations/table.ts';
import { createSessionLocks } from '../store/sessionLocks.ts';
import type { HistoryContract, HistoryWorkerData } from './protocol.ts';
import { createOperationRunner } from './runOperation.ts';
import { createWorkQueue } from './workQueue.ts';

/** Opens the history and does what it is asked, in order, until it is told to close. */
export function serveHistory(port: MessagePort, { file, busyTimeoutMs, slowMs }: HistoryWorkerData): void {
  const refusalOf = (error: unknown) => classifyFailure(error, file);
  serveThread<HistoryContract>(port, refusalOf, (channel) => {
    const { db, fromVersion, version, backupFile } = openDatabase(file, { busyTimeoutMs });
    removeAbandonedCopies(file);
    const locks = createSessionLocks(join(file, '..', 'sessions'));
    const rowIds = createRowIdCache(db);
    const operations = createOperations(db, { file, locks, rowIds });
    const runner = createOperationRunner({ db, operations, slowMs, emit: channel.emit });
    const threads = Object.fromEntries(
      Object.entries(operations).flatMap(([name, { thread }]) => (thread === null ? [] : [[name, thread]])),
    );
    return {
      opened: { fromVersion, version, backupFile, threads },
      take: createWorkQueue({ db, runner, rowIds, file, channel }),
      close() {
        try {
          db.pragma('wal_checkpoint(TRUNCATE)');
        } catch (error) {
          const fields = { reason: refusalOf(error).message };
          channel.emit({
            level: 'warn',
            message: 'The history could not be compacted while closing.',
            fields,
          });
        }
        db.close();
        locks.close();
      },
    };
  });
}
