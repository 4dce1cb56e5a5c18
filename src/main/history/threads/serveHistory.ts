import { join } from 'node:path';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { removeAbandonedCopies } from '../projectFiles/incomingCopy.ts';
import { classifyFailure } from '../store/failures.ts';
import { openDatabase } from '../store/openDatabase.ts';
import { createRowIdCache } from '../store/operations/rowIdCache.ts';
import { createOperations } from '../store/operations/table.ts';
import { createSessionLocks } from '../store/sessionLocks.ts';
import type { HistoryMessage, HistoryRequest, HistoryWorkerData } from './protocol.ts';
import { createWorkQueue } from './workQueue.ts';

/** Opens the history and does what it is asked, in order, until it is told to close. */
export function serveHistory(port: MessagePort, data: HistoryWorkerData): void {
  const send = (message: HistoryMessage): void => port.postMessage(message);
  try {
    const opened = openDatabase(data.file, { busyTimeoutMs: data.busyTimeoutMs });
    removeAbandonedCopies(data.file);
    const locks = createSessionLocks(join(data.file, '..', 'sessions'));
    const rowIds = createRowIdCache(opened.db);
    const operations = createOperations(opened.db, { file: data.file, locks, rowIds });
    /** Everything that waits is taken at once: writes that stand next to each other share one commit. */
    const arrived = (): readonly HistoryRequest[] => {
      const requests: HistoryRequest[] = [];
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
        requests.push(...(next.message as readonly HistoryRequest[]));
      return requests;
    };
    const { file, slowMs } = data;
    const queue = createWorkQueue({ db: opened.db, operations, rowIds, file, slowMs, send, arrived });

    const close = (): void => {
      port.close();
      try {
        opened.db.pragma('wal_checkpoint(TRUNCATE)');
      } catch (error) {
        send({
          type: 'log',
          level: 'warn',
          message: 'The history could not be compacted while closing.',
          fields: { reason: classifyFailure(error, data.file).message },
        });
      }
      opened.db.close();
      locks.close();
    };

    port.on('message', (first: readonly HistoryRequest[]) => {
      if (queue.run(first)) close();
    });
    const { fromVersion, version, backupFile } = opened;
    send({ type: 'ready', fromVersion, version, backupFile });
  } catch (error) {
    send({ type: 'failed', failure: classifyFailure(error, data.file) });
    port.close();
  }
}
