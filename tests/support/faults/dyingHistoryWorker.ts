import { parentPort } from 'node:worker_threads';
import type { HistoryContract } from '#main/history/threads/protocol.ts';
import { serveThread } from '#platform/threads/serveThread.ts';

/** A history worker that opens well and dies in the middle of its first call. */
if (!parentPort) throw new Error('Started as a worker only.');
serveThread<HistoryContract>(
  parentPort,
  (error) => ({ code: 'INTERNAL', message: String(error) }),
  () => ({
    opened: { fromVersion: 10, version: 10, backupFile: null, threads: {} },
    take: () => process.exit(9),
  }),
);
