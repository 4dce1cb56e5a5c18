/**
 * The browser host in a process of its own whose clock runs faster, for a day that a test watches from outside: all
 * else is what `parallax web` is made of. Its parent asks over the channel between processes.
 */
import { readFileSync } from 'node:fs';
import { queryObjects } from 'node:v8';
import { createCore } from '#main/core.ts';
import { windowFolder } from '#main/hosts/common/workerEntries.ts';
import { nodePorts } from '#main/hosts/node/nodePorts.ts';
import { startWindowServer } from '#main/hosts/node/windowServer.ts';
import { createMemorySecretStore } from '#main/secrets/secretStore.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { analysisEntry, historyEntry, serviceEntry } from '#tests/support/programs.ts';
import type { Asked, Held } from './protocol.ts';

const [dataFolder = '', speed = '1', keptComparisonBytes = ''] = process.argv.slice(2);
const beganMs = Date.now();
const clock: Clock = {
  now: () => Math.round(beganMs + performance.now() * Number(speed)),
  wait: (ms, signal) => systemClock.wait(ms / Number(speed), signal),
};
const warnings: string[] = [];
// Of its own measuring; the others are about listeners and promises.
process.on('warning', ({ name, message }) => {
  if (name !== 'ExperimentalWarning') warnings.push(`${name}: ${message}`);
});

const program = new URL('../../../src/main/hosts/cli/index.ts', import.meta.url).href;
const core = await createCore({
  ...(await nodePorts({
    host: 'browser',
    dataFolder,
    readOnlyFile: null,
    program,
    log: (level, message, fields) => {
      if (level === 'error') warnings.push(`${message} ${JSON.stringify(fields)}`);
    },
    secrets: createMemorySecretStore('This is the day of a test.'),
  })),
  clock,
  ...(keptComparisonBytes === '' ? {} : { keptComparisonBytes: Number(keptComparisonBytes) }),
  workers: { history: historyEntry, service: serviceEntry, analysis: analysisEntry },
});
await core.start();
const server = await startWindowServer({
  target: core,
  folder: windowFolder(program),
  port: 0,
  log: () => undefined,
  nowMs: () => performance.now(),
});

/** What the main thread holds once everything nobody holds is collected. */
function held(): Held {
  for (let times = 0; times < 3; times++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  const alive = (of: new (...args: never[]) => object): number =>
    Number(queryObjects(of as never, { format: 'count' }));
  return {
    heapBytes: heapUsed + external,
    listeners,
    signals: alive(AbortSignal),
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
    statusText: readFileSync('/proc/self/status', 'utf8'),
    warnings,
  };
}

process.on('message', (asked: Asked) => {
  if (asked === 'link') process.send?.(server.newLink());
  if (asked === 'held') process.send?.(held());
  if (asked === 'wake') core.wake();
  if (asked === 'end')
    void server
      .close(1000)
      .then(() => core.stop())
      .then(() => process.disconnect());
});
process.send?.('ready');
