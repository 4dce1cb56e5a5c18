import { expect, it } from 'vitest';
import { searchHandlers } from '#main/search/search.routes.ts';
import { systemClock } from '#platform/clock.ts';
import { sampleAnswer } from '#tests/support/history/sampleAnswers.ts';
import { storeAnswers } from '#tests/support/history/storedAnswers.ts';
import { createRun, openSession, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;

it('a search finds a few pending answers and new notes, but does not index a running run', async () => {
  const history = await temporaryHistory();
  const { 'history.search': search } = searchHandlers({ history, clock: systemClock });
  const found = (text: string) => search({ text, limit: 1, after: null, projectId: undefined });
  const [first = ''] = await storeAnswers(history, [
    { country: 'DE', atMs: now },
    { country: 'FR', atMs: now },
  ]);
  const runId = await createRun(
    history,
    await openSession(history),
    Array.from({ length: 30 }, () => 'JP'),
    { nowMs: now },
  );
  const store = async (count: number): Promise<void> => {
    for (const { id } of await history.call('cells.take', { runId, limit: count, nowMs: now }))
      await history.call('cells.settle', {
        cellId: id,
        outcome: { kind: 'completed', answer: sampleAnswer('JP') },
        nowMs: now,
      });
  };
  await store(2);
  expect(await found('')).toMatchObject({ total: 4, pending: 0, stored: 4 });
  await store(25);
  expect(await found('')).toMatchObject({ total: 4, pending: 25, stored: 29 });
  await history.call('notes.add', { observationId: first, text: 'zanzibar', nowMs: now });
  expect(await history.call('search.run', { text: 'zanzibar', limit: 1, after: null })).toMatchObject({
    total: 0,
    pending: 26,
    stored: 29,
  });
  expect(await found('zanzibar')).toMatchObject({ total: 1, pending: 2, stored: 29 });
  await history.call('history.index', { limit: 50 });
  expect(await found('')).toMatchObject({ total: 29, pending: 0, stored: 29 });
});
