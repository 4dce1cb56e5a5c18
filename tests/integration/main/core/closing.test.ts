import { expect, it } from 'vitest';
import { nextEvent, startCore } from '#tests/support/core/testCore.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry, serviceEntry } from '#tests/support/programs.ts';

it('closes within seconds although answers take longer, charges none of them and marks them as unknown', async () => {
  const workers = { history: historyEntry, service: serviceEntry, analysis: historyEntry };
  const paths = { data: temporaryFolder() };
  const core = await startCore({ workers, paths });
  const underWay = nextEvent(core, 'run.changed', ({ run }) => run.counts.running === 2);
  const { runId } = await core.router.invoke('runs.start', {
    question: 'Which locks? [[sandbox outcome=hang]]',
    engine: 'assistant-a',
    markets: [{ country: 'US' }, { country: 'DE' }],
    options: {},
    connectionId: 'embedded',
  });
  await underWay;
  const beganMs = performance.now();
  await core.stop();
  // Three seconds for the answers and five for the service, one after the other, were eight.
  expect(performance.now() - beganMs).toBeLessThan(7500);

  const next = await startCore({ workers, paths });
  expect(await next.router.invoke('runs.status', { runId })).toMatchObject({
    creditsCharged: 0,
    counts: { total: 2, running: 0, unknown: 2 },
  });
});
