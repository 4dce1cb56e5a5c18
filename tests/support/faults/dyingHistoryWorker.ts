import { parentPort } from 'node:worker_threads';
import type { HistoryMessage } from '#main/history/threads/protocol.ts';

/** A history worker that opens well and dies in the middle of its first call. */
parentPort?.on('message', () => process.exit(9));
parentPort?.postMessage({
  type: 'ready',
  fromVersion: 10,
  version: 10,
  backupFile: null,
} satisfies HistoryMessage);
