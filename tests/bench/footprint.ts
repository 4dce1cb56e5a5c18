/**
 * `npm run bench:footprint`: what `parallax web` takes of the machine over a stored history: resident memory after its
 * start, after work and at rest, threads, and processor time while nothing happens. `-- --folder=PATH` copies that
 * history.db (`bench:history -- --folder=PATH` makes one); `--idle=SECONDS` of the measured rest; `--root=PATH` of
 * another checkout, for a figure from before. Then how long a thread that ended takes to come back, beside an empty one.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { openWindow, processorMs, residentBytes, tasks } from '#tests/support/longDay/dayProgram.ts';
import { byForm } from './form.ts';
import { startWeb } from './webProgram.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    idle: { type: 'string', default: String(byForm({ full: 120, quick: 10, smoke: 0.2 })) },
    quick: { type: 'boolean' },
    smoke: { type: 'boolean' },
    root: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
  },
});
const { pid, link, end } = await startWeb(values.root, values.folder);
const rows: Record<string, string | number>[] = [];

function note(when: string, more: Record<string, string | number> = {}): void {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const ofKind = (kind: string) => Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  rows.push({
    when,
    'resident MB': Math.round(residentBytes(status) / 1024 / 1024),
    'of it own MB': Math.round(ofKind('RssAnon')),
    threads: tasks(pid),
    ...more,
  });
}
async function idle(seconds: number): Promise<string> {
  const before = processorMs(pid);
  await delay(seconds * 1000);
  return `${((processorMs(pid) - before) / (seconds * 10)).toFixed(2)} %`;
}

/** Milliseconds from the start of a thread to its first message: fastest and median of 30. */
async function startingMs(entry: URL, workerData: unknown): Promise<{ minimum: string; median: string }> {
  const took: number[] = [];
  for (let times = 0; times < 32; times++) {
    const started = performance.now();
    const thread = new Worker(entry, { workerData });
    await once(thread, 'message');
    took.push(performance.now() - started);
    await thread.terminate();
  }
  // The first two fill the cache of compiled code.
  const sorted = took.slice(2).sort((a, b) => a - b);
  return { minimum: (sorted[0] ?? 0).toFixed(1), median: (sorted[sorted.length >> 1] ?? 0).toFixed(1) };
}

try {
  note('listening');
  const window = await openWindow(link, () => undefined);
  await window.call('runs.list', {});
  const restSeconds = byForm({ full: 30, quick: 5, smoke: 0.2 });
  await delay(restSeconds * 1000);
  note(`${restSeconds} s after its start`, { 'processor at rest': await idle(restSeconds) });
  for (let times = 0; times < 20; times++) {
    const { hits } = await window.call('history.search', { text: times % 2 === 0 ? 'best' : 'country:DE' });
    const id = hits[times]?.observationId;
    if (id != null) await window.call('observations.get', { id });
  }
  await window.call('trends.choices', { domains: true });
  const { runs } = await window.call('runs.list', { limit: 50 });
  for (const { id } of runs.slice(0, 5)) {
    await window.call('comparisons.parts', { runId: id, parts: ['answer'] });
    const { fileId } = await window.call('exports.make', {
      selection: { filter: { ids: [id] } },
      format: 'xlsx',
    });
    for (let from: number | null = 0; from !== null; )
      from = (await window.call('exports.read', { fileId, from })).next;
  }
  const { runId } = await window.call('runs.start', {
    question: 'Which lock is best? [[sandbox latency=50]]',
    engine: 'assistant-a',
    markets: ['DE', 'US', 'JP', 'FR', 'BR'].map((country) => ({ country })),
    samples: 10,
    connectionId: 'embedded',
  });
  while ((await window.call('runs.status', { runId })).state === 'running') await delay(100);
  note('after work');
  const afterSeconds = byForm({ full: 75, quick: 10, smoke: 0.2 });
  await delay(afterSeconds * 1000);
  note(`${afterSeconds} s after it`, { 'processor at rest': await idle(Number(values.idle)) });
  window.close();
  console.table(rows);
} finally {
  await end();
}
if (values.folder !== undefined) {
  // As `bin/parallax.js` does; threads read the variable.
  process.env.NODE_COMPILE_CACHE = join(values.root, 'out/.compiled');
  const file = join(values.folder, 'history.db');
  const empty = 'import { parentPort } from "node:worker_threads"; parentPort.postMessage(0);';
  console.table({
    'a thread of the history comes back, ms': await startingMs(
      pathToFileURL(join(values.root, 'out/main/historyWorker.js')),
      { read: { file, slowMs: 1000 } },
    ),
    'an empty thread, ms': await startingMs(new URL(`data:text/javascript,${empty}`), null),
  });
}
