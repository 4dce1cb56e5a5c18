// What the judging of one scheduled time costs, over a stored history of two runs of a monitor:
//   npm run bench:evaluating [-- --cells 20000]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTestCore } from '#tests/support/core/testCore.ts';
import { storeSeries } from '#tests/support/history/storedSeries.ts';
import { analysisEntry, historyEntry } from '#tests/support/programs.ts';
import { byForm } from './form.ts';

const { values } = parseArgs({
  options: {
    cells: { type: 'string', default: String(byForm({ full: 2000, quick: 2000, smoke: 200 })) },
    quick: { type: 'boolean' },
    smoke: { type: 'boolean' },
  },
});
const cells = Number(values.cells);
if (!Number.isInteger(cells) || cells < 200 || cells % 200 !== 0)
  throw new Error('--cells is a multiple of 200');

const countries = [
  ...['AR', 'AT', 'AU', 'BE', 'BG', 'BR', 'CA', 'CH', 'CL', 'CO', 'CZ', 'DE', 'DK', 'EE', 'EG', 'ES', 'FI'],
  ...['FR', 'GB', 'GR', 'HR', 'HU', 'ID', 'IE', 'IL', 'IN', 'IT', 'JP', 'KE', 'KR', 'LT', 'LU', 'LV', 'MX'],
  ...['MY', 'NG', 'NL', 'NO', 'NZ', 'PE', 'PH', 'PL', 'PT', 'RO', 'SE', 'SG', 'SI', 'SK', 'TH', 'US'],
];
const samples = 4;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

const data = mkdtempSync(join(tmpdir(), 'parallax-judging-'));
try {
  const lastMs = Date.now();
  await storeSeries(data, {
    questions: cells / (countries.length * samples),
    countries,
    samples,
    rules: [{ kind: 'brand', brands: 'any' }, { kind: 'source' }, { kind: 'outlier' }, { kind: 'failures' }],
    lastMs,
  });
  const stored = Date.now() - lastMs;
  const { core } = await createTestCore({
    paths: { data },
    workers: {
      history: historyEntry,
      analysis: analysisEntry,
      service: new URL('../support/faults/serviceWorkerDouble.ts', import.meta.url),
    },
  });
  await core.start();
  // What anybody else waits for the history's thread meanwhile, and how long the host's own thread stands still.
  const { history } = core.use;
  let judging = true;
  let maxWait = 0;
  const others = (async () => {
    while (judging) {
      const asked = performance.now();
      await history.call('monitors.list', {});
      maxWait = Math.max(maxWait, performance.now() - asked);
      await pause(10);
    }
  })();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const [whole, host] = [process.cpuUsage(), process.threadCpuUsage()];
  const started = performance.now();
  const { alerts } = await core.router.invoke('alerts.settle', {});
  const elapsed = performance.now() - started;
  const spent = process.cpuUsage(whole);
  const here = process.threadCpuUsage(host);
  judging = false;
  delay.disable();
  await others;
  const first = performance.now();
  await core.router.invoke('alerts.settle', {});
  const again = performance.now() - first;
  console.log(
    [
      `${cells.toLocaleString('en')} cells, ${samples} samples, ${countries.length} markets (stored in ${seconds(stored)})`,
      `alerts raised: ${alerts.length}`,
      `elapsed: ${seconds(elapsed)}; nothing new, again: ${again.toFixed(1)} ms`,
      `processor time, all threads: ${seconds((spent.user + spent.system) / 1000)}`,
      `processor time, host's thread: ${seconds((here.user + here.system) / 1000)}`,
      `host's thread stood still for at most ${(delay.max / 1e6).toFixed(0)} ms`,
      `a short read of the history waited for at most ${maxWait.toFixed(0)} ms`,
    ].join('\n'),
  );
  await core.stop();
} finally {
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
