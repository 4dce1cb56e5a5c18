import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sampleAnswer } from '#tests/support/history/sampleAnswers.ts';
import { openSession, temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;
type History = Awaited<ReturnType<typeof temporaryHistory>>;

/** One answer in German, and one question from Brazil that got none. */
async function store(history: History, question: string, projectId?: string): Promise<string> {
  const { runId } = await history.call('runs.create', {
    sessionId: await openSession(history),
    projectId,
    question,
    engine: 'assistant-a',
    connectionId: 'embedded',
    options: {},
    samples: 1,
    cells: ['DE', 'BR'].map((country) => ({ market: { country }, sample: 1 })),
    nowMs: now,
  });
  for (const cell of await history.call('cells.take', { runId, limit: 2, nowMs: now })) {
    const failure = { code: 'TIMEOUT', message: 'No answer.', status: null, body: null, requestId: null };
    await history.call('cells.settle', {
      cellId: cell.id,
      nowMs: now,
      outcome:
        cell.ordinal === 0
          ? { kind: 'completed', answer: sampleAnswer('DE', { requestId: `${runId}` }) }
          : { kind: 'failed', failure },
    });
  }
  await history.call('history.index', { limit: 10 });
  return runId;
}

it('a search is limited to its project unless it names others; facets count projects and tags live', async () => {
  const history = await temporaryHistory();
  const acme = await history.call('projects.create', { name: 'Acme GmbH', nowMs: now });
  const first = (await history.call('projects.list', {})).find((each) => each.first);
  await store(history, 'Which lock?');
  const moving = await store(history, 'Which pump?');
  await store(history, 'Which lock?', acme.id);
  const tag = (projectId: string, question: string) =>
    history.call('questions.tag', { projectId, question, tags: ['Locks'], branded: null });
  await tag(acme.id, 'Which lock?');
  const search = async (text: string, projectId?: string) => {
    const { hits, total, facets } = await history.call('search.run', {
      text,
      projectId,
      limit: 10,
      after: null,
    });
    const counts = (name: string) =>
      facets.find((each) => each.name === name)?.values.map(({ value, count }) => [value, count]);
    return { total, hits: hits.length, projects: counts('project'), tags: counts('tag') };
  };
  const both = [
    ['First project', 2],
    ['Acme GmbH', 1],
  ];
  expect(await search('trust', acme.id)).toMatchObject({ total: 1, projects: both, tags: [['Locks', 1]] });
  expect(await search('trust')).toMatchObject({ total: 3, projects: both, tags: [['Locks', 1]] });
  expect(await search('trust project:"acme gmbh"', first?.id)).toMatchObject({ total: 1, hits: 1 });
  expect(await search('trust -project:"Acme GmbH"')).toMatchObject({ total: 2 });
  expect(await search('tag:locks')).toMatchObject({ total: 1, tags: [['Locks', 1]] });
  // The same question in another project has its own tags.
  expect(await search('tag:locks', first?.id)).toMatchObject({ total: 0 });
  expect(await search('status:failed', acme.id)).toMatchObject({ total: 1 });
  expect(await search('status:failed tag:locks')).toMatchObject({ total: 1 });
  expect(await search('status:failed -project:"Acme GmbH"')).toMatchObject({ total: 2 });

  const write = { brands: [], decisions: [], after: 0, nowMs: now };
  const { version } = await history.call('brands.write', { ...write, projectId: acme.id });
  await history.call('projects.moveRuns', { runIds: [moving], into: 'acme gmbh', nowMs: now });
  expect(await search('trust', acme.id)).toMatchObject({ total: 2 });
  // What was computed by the project's rules did not count the answers that came.
  expect((await history.call('brands.read', { projectId: acme.id })).version).toBe(version + 1);
  // Where nothing moves, nothing is computed again.
  const again = { runIds: [moving], into: acme.id, nowMs: now };
  expect(await history.call('projects.moveRuns', again)).toEqual({ moved: 0 });
  expect((await history.call('brands.read', { projectId: acme.id })).version).toBe(version + 1);
});

it('a run in the series of a monitor cannot be moved, nor can runs selected with it', async () => {
  const file = join(temporaryFolder(), 'history.db');
  const history = await temporaryHistory({ file });
  const acme = await history.call('projects.create', { name: 'Acme', nowMs: now });
  const [free, asked] = [await store(history, 'Which pump?'), await store(history, 'Which lock?')];
  const db = new Database(file);
  db.exec(`
    INSERT INTO plans (id, uid, name, created_at_ms, project_id) VALUES (90, 'plan00000000', 'Weekly', ${now}, 1);
    INSERT INTO monitors (id, uid, name, plan_id, connection_id, schedule, mode, handled_until_ms, created_at_ms)
      SELECT 92, 'monitor00000', 'Mondays', 90, connection_id, '{}', 'live', ${now}, ${now} FROM runs WHERE uid = '${asked}';
    INSERT INTO monitor_times (monitor_id, scheduled_at_ms, outcome, run_id)
      SELECT 92, ${now}, 'run', id FROM runs WHERE uid = '${asked}';`);
  db.close();
  const move = (...runIds: readonly string[]) =>
    history.call('projects.moveRuns', { runIds, into: 'Acme', nowMs: now });
  await expect(move(free, asked)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/belongs to the monitor "Mondays".*Nothing was moved/),
  });
  const inAcme = { text: 'trust', limit: 5, after: null, projectId: acme.id };
  expect((await history.call('search.run', inAcme)).total).toBe(0);
  expect(await move(free)).toEqual({ moved: 1 });
  expect((await history.call('search.run', inAcme)).total).toBe(1);
});
