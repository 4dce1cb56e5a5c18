// Starts the service's thread in a process of its own, for what `parallax serve` has no flag for (engines
// without a driver). Speaks like `parallax serve`: one JSON line on stdout when ready, SIGTERM to stop.
// The options are the first argument, as JSON.
import { startThread } from '#platform/threads/startThread.ts';
import type { ServiceContract } from '#shared/interface/operator/control.ts';
import { serviceEntry } from '#tests/support/programs.ts';

const thread = startThread<ServiceContract>({
  entry: serviceEntry,
  name: 'service',
  workerData: JSON.parse(process.argv[2] ?? '{}') as unknown,
  errorOf: (failure) => new Error(JSON.stringify(failure)),
});
const stop = async (): Promise<void> => {
  await thread.call('stop', { budgetMs: 2_000 }).catch(() => undefined);
  await thread.close();
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
try {
  process.stdout.write(`${JSON.stringify(await thread.opened)}\n`);
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
}
const { code, message } = await thread.ended;
if (code === 'ENDED' || code === 'OUT_OF_MEMORY') {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
process.exit();
