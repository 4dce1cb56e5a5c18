import { parentPort, workerData } from 'node:worker_threads';
import { answerInOrder, moving, serveThread } from '#platform/threads/serveThread.ts';
import type { TestContract } from './testContract.ts';

const port = parentPort;
if (!port) throw new Error('Started as a thread only.');

const refusalOf = (error: unknown) => ({
  code: 'FAILED',
  message: error instanceof Error ? error.message : String(error),
});

// Modules are read in their order, and this is the last one.
if (workerData instanceof SharedArrayBuffer) new Int32Array(workerData)[0] = 1;

serveThread<TestContract>(port, refusalOf, (channel) => {
  if (workerData === 'cannot open') throw new Error('It cannot open.');
  const seen: unknown[] = [];
  const later = Promise.withResolvers<string>();
  const take = answerInOrder<TestContract>(channel, refusalOf, {
    echo({ value }) {
      seen.push(value);
      return value;
    },
    size: ({ bytes }) => bytes.length,
    bytes({ length }) {
      const bytes = new Uint8Array(length);
      return moving(bytes, [bytes.buffer]);
    },
    nested({ depth }) {
      let value: unknown = null;
      for (let at = 0; at < depth; at++) value = [value];
      return value;
    },
    fail({ message }) {
      throw new Error(message);
    },
    break() {
      setImmediate(() => {
        throw new Error('broken on purpose');
      });
      return later.promise as never;
    },
    exit: ({ code }) => process.exit(code),
    hang() {
      for (;;);
    },
    fillMemory() {
      const kept: unknown[] = [];
      for (;;) kept.push(new Array(100_000).fill(kept.length));
    },
    tell({ text }) {
      channel.emit({ told: text });
      return null;
    },
    workUntilCancelled({ maxMs }, isCancelled) {
      const started = performance.now();
      while (!isCancelled() && performance.now() - started < maxMs);
      const lasted = performance.now() - started;
      channel.emit({ told: lasted < maxMs ? 'cancelled' : 'not cancelled' });
      return lasted;
    },
    later: () => later.promise,
    release() {
      later.resolve('released');
      return null;
    },
    seen: () => seen,
  });
  return { opened: { greeting: 'hello' }, take, close: () => channel.emit({ told: 'closing' }) };
});
