import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
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
  const cells = await history.call('cells.take', { runId, limit: texts.length, nowMs: now });
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

/**
 * Writes, none of which can be done while another program holds the file's write lock.
 * @param count by default so many that no read waits for them
 */
function holdWrites(history: History, file: string, count = 100) {
  const other = new Database(file);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  let done = 0;
  const writes = Array.from({ length: count }, async () => {
    await history.call('queues.noteCleared', { connectionId: 'embedded', nowMs: now });
    done += 1;
  });
  return {
    done: () => done,
    async release() {
      other.exec('ROLLBACK');
      await Promise.all(writes);
    },
  };
}

it('does not delay a read by writes that were sent before it', async () => {
  const file = join(temporaryFolder(), 'history.db');
  const history = await temporaryHistory({ file });
  const [answer = ''] = await store(history, ['Folding locks']);
  const { runId } = await history.call('observations.get', { id: answer });
  const writes = holdWrites(history, file);
  const { run, cells } = await history.call('runs.get', { runId });
  expect(writes.done()).toBe(0);
  expect(run.counts.completed).toBe(1);
  expect(cells.map(({ observationId }) => observationId)).toEqual([answer]);
  await writes.release();
});

it('does not delay a read by a single write while there is a thread for reads', async () => {
  const file = join(temporaryFolder(), 'history.db');
  const history = await temporaryHistory({ file });
  const { id: project } = await history.call('projects.create', { name: 'Acme', nowMs: now });
  const many = holdWrites(history, file);
  await history.call('projects.get', { project });
  await many.release();
  const one = holdWrites(history, file, 1);
  expect(await history.call('projects.get', { project })).toMatchObject({ name: 'Acme' });
  expect(one.done()).toBe(0);
  await one.release();
});

it('shows a read what was stored before it was sent, while writes wait', async () => {
  const file = join(temporaryFolder(), 'history.db');
  const history = await temporaryHistory({ file });
  const { id: project } = await history.call('projects.create', { name: 'Acme', nowMs: now });
  for (let round = 1; round <= 5; round += 1) {
    await history.call('projects.rename', { project, name: `Acme ${round}` });
    const writes = holdWrites(history, file);
    expect(await history.call('projects.get', { project })).toMatchObject({ name: `Acme ${round}` });
    expect(writes.done()).toBe(0);
    await writes.release();
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
  await history.call('trash.add', { runId: first, nowMs: 0 });
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
