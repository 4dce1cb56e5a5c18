import { expect, it } from 'vitest';
import { createRun, openSession, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

const march = Date.UTC(2027, 2, 10);
const april = Date.UTC(2027, 3, 1);

it('counts the reserved credits until a run has ended, then its cost, month by month', async () => {
  const history = await temporaryHistory();
  const spent = (nowMs = march) => history.call('assistants.spent', { nowMs });
  const reserve = (quote: string, credits: number, nowMs = march) =>
    history.call('assistants.reserve', { quote, credits, limit: 100, nowMs });
  const runId = await createRun(history, await openSession(history), ['DE'], { nowMs: march });

  await reserve('one', 60);
  await history.call('assistants.began', { quote: 'one', runId });
  expect(await spent()).toBe(60);
  await expect(reserve('two', 41)).rejects.toMatchObject({ code: 'CONFLICT', message: /40 of the 100/ });
  await reserve('three', 40);
  await expect(reserve('three', 0)).rejects.toMatchObject({ message: /was used/ });

  // It could not begin: nothing was sent.
  await history.call('assistants.release', { quote: 'three' });
  expect(await spent()).toBe(60);
  // Cancelled before anything was sent: it cost nothing.
  await history.call('runs.cancel', { runId, nowMs: march });
  expect(await spent()).toBe(0);

  await reserve('four', 100);
  expect([await spent(march), await spent(april)]).toEqual([100, 0]);
  await reserve('five', 100, april);
  expect(await spent(april)).toBe(100);
});
