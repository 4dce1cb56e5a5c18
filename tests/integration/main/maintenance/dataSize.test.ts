import { expect, it } from 'vitest';
import { nextEvent, startCore } from '#tests/support/core/testCore.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { fillHistory } from '#tests/support/maintenance/filledHistory.ts';

it('returns the last count immediately, and notifies of a newer one', async () => {
  const dataFolder = temporaryFolder();
  fillHistory(dataFolder, { runs: 3, answersPerRun: 20, atMs: (run) => Date.UTC(2026, run, 1) });
  const core = await startCore({ paths: { data: dataFolder } });
  const size = () => core.router.invoke('data.size', {});
  const answers = async () =>
    (await size()).counted?.kinds.find(({ kind }) => kind === 'answers')?.rows ?? null;
  const unused = async () => (await size()).counted?.freeBytes ?? null;
  const first = nextEvent(core, 'data.counted');
  expect(await size()).toEqual({ counted: null });
  await first;
  expect(await answers()).toBe(60);
  const rule = { pagesDays: null, runsMonths: 1, keepMarked: false, keepMonitors: false, automatic: false };
  await core.router.invoke('retention.set', { rule });
  const deleted = nextEvent(core, 'retention.changed', ({ retention }) => !retention.running);
  await core.router.invoke('retention.apply', {});
  await deleted;
  const again = nextEvent(core, 'data.counted');
  expect(await answers()).toBe(60);
  await again;
  expect(await answers()).toBe(0);
  expect(await unused()).toBeGreaterThan(0);
  await core.router.invoke('data.compact', {});
  const compacted = nextEvent(core, 'data.counted');
  expect(await unused()).toBeGreaterThan(0);
  await compacted;
  expect(await unused()).toBe(0);
});
