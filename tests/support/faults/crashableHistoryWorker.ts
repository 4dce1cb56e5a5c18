import { parentPort } from 'node:worker_threads';
import type { HistoryRequest } from '#main/history/threads/protocol.ts';

/** The history worker itself, with a hook only tests know: a call whose input says so ends the thread at once. */
parentPort?.on('message', (message: unknown) => {
  // Stands for the analysis worker as well, which is sent other things.
  const requests: readonly HistoryRequest[] = Array.isArray(message) ? message : [];
  for (const request of requests)
    if (request.type === 'call' && JSON.stringify(request.input).includes('"crashTheThread":true'))
      process.exit(9);
});
await import('#main/history/threads/worker.ts');
