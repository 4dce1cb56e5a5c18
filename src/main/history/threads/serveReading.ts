import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { connectReader } from '#platform/sqlite/open.ts';
import { serveThread } from '#platform/threads/serveThread.ts';
import { classifyFailure } from '../store/failures.ts';
import { openReader } from '../store/openDatabase.ts';
import { createOperations } from '../store/operations/table.ts';
import { createSessionLocks } from '../store/sessionLocks.ts';
import type { ReadingContract, ReadingWorkerData } from './protocol.ts';
import { createOperationRunner } from './runOperation.ts';

/**
 * Answers reads beside the writer thread. Each sees everything committed before it was sent, by any program:
 * SQLite's write-ahead log shows a new transaction the newest commit (https://www.sqlite.org/isolation.html).
 */
export function serveReading(
  port: MessagePort,
  { read: { file, slowMs, alone, pageCacheMb = 64 } }: ReadingWorkerData,
): void {
  const refusalOf = (error: unknown) => classifyFailure(error, file);
  serveThread<ReadingContract>(port, refusalOf, (channel) => {
    const db = alone ? openReader(file) : connectReader(file);
    // In KiB.
    db.pragma(`cache_size = ${-1024 * pageCacheMb}`);
    const operations = createOperations(db, {
      file,
      locks: createSessionLocks(join(file, '..', 'sessions')),
    });
    const runner = createOperationRunner({ db, operations, slowMs, emit: channel.emit });
    return {
      opened: null,
      take(calls) {
        for (const { id, name, input } of calls) {
          try {
            channel.reply(id, runner.runApart(name, input));
          } catch (error) {
            channel.refuse(id, refusalOf(error));
          }
          channel.flush();
        }
      },
      release: () => void db.pragma('shrink_memory'),
      close: () => void db.close(),
    };
  });
}
