import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHistory } from '#main/history/threads/historyClient.ts';
import { sampleAnswer, sampleBody } from '#tests/support/history/sampleAnswers.ts';
import {
  createRun,
  openSession,
  silent,
  temporaryFolder,
  temporaryHistory,
} from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;
type History = Awaited<ReturnType<typeof temporaryHistory>>;

const search = (history: History, text: string) =>
  history.call('search.run', { text, limit: 40, after: null });

async function store(history: History, texts: readonly string[]): Promise<readonly string[]> {
  const runId = await createRun(
    history,
    await openSession(history),
    texts.map(() => 'DE'),
  );
  const cells = await history.call('cells.claim', { runId, limit: texts.length, nowMs: now });
  const settled = await Promise.all(
    cells.map((cell, at) =>
      history.call('cells.settle', {
        cellId: cell.id,
        outcome: {
          kind: 'completed',
          answer: sampleAnswer('DE', { body: sampleBody('DE', { text: texts[at] ?? '' }) }),
        },
        nowMs: now,
      }),
    ),
  );
  await history.call('runs.finish', { runId, nowMs: now });
  return settled.map(({ observationId }) => observationId ?? '');
}

it('does not delay writes while searches wait', async () => {
  const history = await temporaryHistory();
  await store(history, ['Folding locks', 'Steel locks']);
  await history.call('history.index', { limit: 10 });
  // The thread is there, so that it is not its start that takes the time.
  await search(history, 'locks');
  let searched = 0;
  const searches = Array.from({ length: 200 }, async (_, at) => {
    await search(history, `locks ${at}*`);
    searched += 1;
  });
  await history.call('projects.create', { name: 'Acme', nowMs: now });
  expect(searched).toBeLessThan(searches.length);
  await Promise.all(searches);
});

/** Sends writes that nobody waits for, and tells how many of them are done. */
function writeMuch(history: History) {
  let done = 0;
  const writes = Array.from({ length: 2000 }, async () => {
    await history.call('queues.noteCleared', { connectionId: 'embedded', nowMs: now });
    done += 1;
  });
  return { left: () => writes.length - done, all: Promise.all(writes) };
}

it('does not delay a read by writes that were sent before it', async () => {
  const history = await temporaryHistory();
  const [answer = ''] = await store(history, ['Folding locks']);
  const { runId } = await history.call('observations.get', { id: answer });
  const first = writeMuch(history);
  // The thread is there, so that it is not its start that takes the time.
  await history.call('runs.list', { limit: 60 });
  await first.all;
  const { left, all } = writeMuch(history);
  const { run, cells } = await history.call('runs.get', { runId });
  expect(left()).toBeGreaterThan(0);
  expect(run.counts.completed).toBe(1);
  expect(cells.map(({ observationId }) => observationId)).toEqual([answer]);
  await all;
});

it('shows a read what was stored before it was sent, while more is stored', async () => {
  const history = await temporaryHistory();
  const { id: project } = await history.call('projects.create', { name: 'Acme', nowMs: now });
  for (let round = 1; round <= 5; round += 1) {
    const renamed = history.call('projects.rename', { project, name: `Acme ${round}` });
    const { left, all } = writeMuch(history);
    await renamed;
    expect(left()).toBeGreaterThan(0);
    expect(await history.call('projects.get', { project })).toMatchObject({ name: `Acme ${round}` });
    await all;
  }
});

it('immediately shows what was stored, moved, renamed and deleted before', async () => {
  const history = await temporaryHistory();
  const ids: string[] = [];
  for (let round = 1; round <= 25; round += 1) {
    ids.push(...(await store(history, [`Folding locks ${round}`])));
    await history.call('history.index', { limit: 10 });
    const found = await search(history, 'folding');
    expect(found).toMatchObject({ total: round, pending: 0, stored: round });
    expect(found.hits).toHaveLength(round);
    const { records } = await history.call('exports.page', {
      filter: { ids: [ids.at(-1) ?? ''] },
      after: null,
      limit: 1,
      pages: false,
    });
    expect(records.map(({ id }) => id)).toEqual([ids.at(-1)]);
  }
  const { id: project } = await history.call('projects.create', { name: 'Acme', nowMs: now });
  for (let round = 1; round <= 5; round += 1) {
    const runId = (await history.call('observations.get', { id: ids[round] ?? '' })).runId;
    await history.call('projects.moveRuns', { runIds: [runId], into: project, nowMs: now });
    expect(
      await search(history, `project:"Acme${round === 1 ? '' : ` ${round - 1}`}" folding`),
    ).toMatchObject({
      total: round,
      problems: [],
    });
    await history.call('projects.rename', { project, name: `Acme ${round}` });
  }
  const first = (await history.call('observations.get', { id: ids[0] ?? '' })).runId;
  await history.call('runs.remove', { runId: first });
  expect(await search(history, 'folding')).toMatchObject({ total: 24, stored: 24 });
});

it('that dies affects nothing else and is restarted', async () => {
  const file = join(temporaryFolder(), 'history.db');
  const entry = new URL('../../../support/faults/crashableHistoryWorker.ts', import.meta.url);
  const history = await openHistory({ entry, log: silent, file });
  await store(history, ['Folding locks']);
  await history.call('history.index', { limit: 10 });
  const crash = { text: 'locks', limit: 1, after: null, crashTheThread: true };
  const [crashed, renamed] = await Promise.allSettled([
    history.call('search.run', crash),
    history.call('projects.create', { name: 'Acme', nowMs: now }),
  ]);
  expect(crashed).toMatchObject({
    status: 'rejected',
    reason: { code: 'HISTORY_UNAVAILABLE', retryable: true },
  });
  expect(renamed).toMatchObject({ status: 'fulfilled' });
  expect((await search(history, 'locks')).total).toBe(1);
  await history.close();
});

it('finishes earlier calls before the history is closed, and accepts no later ones', async () => {
  const history = await temporaryHistory();
  await store(history, ['Folding locks']);
  await history.call('history.index', { limit: 10 });
  const before = Array.from({ length: 20 }, () => search(history, 'locks'));
  const closing = history.close();
  await expect(search(history, 'locks')).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  for (const { total } of await Promise.all(before)) expect(total).toBe(1);
  await closing;
});
