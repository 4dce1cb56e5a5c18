// Starts the service's thread in a process of its own, for what `parallax serve` has no flag for (engines
// without a driver). Speaks like `parallax serve`: one JSON line on stdout when ready, SIGTERM to stop.
// The options are the first argument, as JSON.
import { Worker } from 'node:worker_threads';

type FromWorker = { readonly type: string; readonly baseUrl?: string; readonly apiKey?: string };

const worker = new Worker(new URL('../../../src/service/worker.ts', import.meta.url), {
  workerData: JSON.parse(process.argv[2] ?? '{}') as unknown,
});

worker.on('message', (message: FromWorker) => {
  if (message.type === 'ready') {
    process.stdout.write(`${JSON.stringify({ baseUrl: message.baseUrl, apiKey: message.apiKey })}\n`);
  } else if (message.type === 'failed') {
    process.stderr.write(`${JSON.stringify(message)}\n`);
    process.exitCode = 1;
  }
});
worker.on('error', (error) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
worker.on('exit', () => process.exit());

const stop = (): void => worker.postMessage({ type: 'stop', budgetMs: 2_000 });
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
