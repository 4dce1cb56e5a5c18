import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import SQLite from 'better-sqlite3';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { unpackedRows } from '#main/history/store/operations/trashRows.ts';
import { embeddedConnectionId } from '#shared/model/connection.ts';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { nextEvent, startCore } from '#tests/support/core/testCore.ts';
import { openArchive } from '#tests/support/exports/openArchive.ts';
import { listStoryBrands, storeStory } from '#tests/support/history/overviewStories.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { storeRun } from '#tests/support/history/storedRun.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { startAssistant } from '#tests/support/mcp/assistant.ts';
import { historyEntry, serviceEntry } from '#tests/support/programs.ts';

/** What a run may have beside its answers, one row for each answer or one that refers to the run. */
const besides = `
INSERT INTO translations SELECT id, 'en', 'de', x'01', 'translator', 'model', '1', '1', 1, 10, NULL, 0.5, 'USD', x'02' FROM observations;
INSERT INTO answer_claims SELECT id, 'rater', 1, '[{"tone":"positive"}]', 0 FROM observations;
INSERT INTO labels SELECT 'read', id FROM observations;
INSERT INTO model_requests VALUES (1, 1, 'claims', 'd', 'm', 'p', 1, 1, 1, 0.1, 'USD', 'stated', 5);
INSERT INTO model_answers SELECT 'key ' || id, 1, x'03' FROM observations;
INSERT INTO model_answer_subjects SELECT id, 'key ' || id FROM observations;
INSERT INTO model_verdicts SELECT 'key ' || id, 'answers', 'rater', 1, '{}' FROM observations;
INSERT INTO model_verdict_subjects SELECT id, 'key ' || id FROM observations;
INSERT INTO plans VALUES (1, 'plan', 'Locks', 1, NULL, 1);
INSERT INTO monitors VALUES (1, 'monitor', 'Daily', 1, 1, '{}', 'live', NULL, 1, 1, 1, NULL, NULL);
INSERT INTO monitor_times SELECT 1, id, 'run', id, NULL, 1, NULL, NULL FROM runs;
INSERT INTO charges SELECT connection_id, 1, id, project_id, 'assistant-a', 12, 60 FROM runs;
INSERT INTO alerts SELECT id, 'alert', 'alert', NULL, 1, id, NULL, 'drop', '{}', 1, NULL FROM runs;`;

/** Its question, its texts, a site that it cites, and how often it names Acme. */
const ofThisRun = /Which bicycle lock|People trust|cadeados\.example|9 of 12/;

const tables = [
  ...['runs', 'cells', 'observations', 'payloads', 'sources', 'labels', 'translations', 'answer_claims'],
  ...[
    'model_verdicts',
    'model_verdict_subjects',
    'model_answers',
    'model_answer_subjects',
    'brand_searches',
    'brand_mentions',
    'replays',
  ],
  ...['monitor_times', 'charges', 'alerts', 'removed_costs', 'view_costs'],
];

function rowsOfTables(data: string): Readonly<Record<string, readonly unknown[]>> {
  const db = new SQLite(join(data, 'history.db'), { readonly: true });
  const rows = tables.map((table) => {
    const texts = db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => JSON.stringify(row));
    return [table, texts.sort()] as const;
  });
  db.close();
  return Object.fromEntries(rows);
}

it('a restored run has its translations, ratings, brand facts, monitor, alert and costs', async () => {
  const data = temporaryFolder();
  const runId = await storeStory(data, 'missingInBrazil');
  await listStoryBrands(data);
  const db = new SQLite(join(data, 'history.db'));
  db.exec(besides);
  db.close();
  const before = rowsOfTables(data);
  for (const table of tables.filter((each) => each !== 'removed_costs'))
    expect(before[table]?.length, table).toBeGreaterThan(0);

  await runParallax(['trash', 'add', runId], { dataFolder: data });
  const without = rowsOfTables(data);
  for (const table of [
    'translations',
    'answer_claims',
    'model_answers',
    'model_verdicts',
    'brand_searches',
    'brand_mentions',
  ])
    expect(without[table], table).toEqual([]);
  expect(without.monitor_times?.join()).toContain('"run_id":null');
  expect(without.view_costs).toEqual(before.view_costs);

  // Columns of an earlier version: one that is gone is left out, one that is new has its default.
  const changed = new SQLite(join(data, 'history.db'));
  const kept = changed
    .prepare<[], { ordinal: number; rows: Buffer }>(
      `SELECT ordinal, row_list AS rows FROM trash_rows WHERE table_name = 'cells'`,
    )
    .all();
  for (const { ordinal, rows } of kept)
    changed.prepare('UPDATE trash_rows SET row_list = @rows WHERE ordinal = @ordinal').run({
      ordinal,
      rows: serialize(
        unpackedRows(rows).map(({ attempts, ...row }) => ({ ...row, formerly: attempts ?? null })),
      ),
    });
  changed.close();
  expect((await runParallax(['trash', 'restore', runId], { dataFolder: data })).code).toBe(0);
  await runParallax(['recompute'], { dataFolder: data });
  expect(before.cells?.join()).toContain('"attempts":1');
  const cells = before.cells?.map((row) => String(row).replace('"attempts":1', '"attempts":0'));
  expect(rowsOfTables(data)).toEqual({ ...before, cells });
});

it('a run in the trash is in no export, tool for assistants, comparison or overview', async () => {
  const data = temporaryFolder();
  // An export without any answer is refused.
  const { result } = JSON.parse(sampleBody('DE')) as { result: Record<string, unknown> };
  await storeRun(data, {
    question: 'Another question',
    engine: 'assistant-a',
    options: {},
    samples: 1,
    cells: [{ country: 'DE', sample: 1, result }],
  });
  const runId = await storeStory(data, 'missingInBrazil', Date.now());
  await runParallax(['brands', 'add', 'Acme', '--as', 'own'], { dataFolder: data });
  await runParallax(['recompute'], { dataFolder: data });
  const parallax = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await runParallax(args, { dataFolder: data });
    return stdout + stderr;
  };
  // Completes the search index.
  await parallax('history', '--search', 'trust');
  const file = (name: string): string => join(data, name);
  const { ask } = await startAssistant(data);
  const tool = async (name: string, input: Record<string, unknown> = {}): Promise<string> =>
    JSON.stringify(await ask(name, input).catch(String));
  const places: Readonly<Record<string, (at: string) => Promise<string>>> = {
    csv: () => parallax('export', '--format', 'csv'),
    xlsx: async (at) => {
      await parallax('export', '--format', 'xlsx', '--out', file(`${at}.xlsx`));
      return [...openArchive(readFileSync(file(`${at}.xlsx`))).values()].join();
    },
    parquet: async (at) => {
      await parallax('export', '--format', 'parquet', '--out', file(at));
      const answers = await asyncBufferFromFile(join(file(at), 'answers.parquet'));
      return (await parquetReadObjects({ file: answers })).map(({ question }) => question).join();
    },
    comparison: () => parallax('compare', runId, '--format', 'json'),
    overview: () => parallax('overview', runId, '--format', 'json'),
    'project overview': () => parallax('overview'),
    search_answers: () => tool('search_answers', { query: 'trust' }),
    list_sources: () => tool('list_sources'),
    run_status: () => tool('run_status'),
    compare_run: () => tool('compare_run', { runId }),
  };
  const found = async (at: string) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(places).map(async ([name, read]) => [name, ofThisRun.test(await read(at))] as const),
      ),
    );
  const all = (value: boolean) => Object.fromEntries(Object.keys(places).map((name) => [name, value]));
  expect(await found('before')).toEqual(all(true));
  await parallax('trash', 'add', runId);
  expect(await found('after')).toEqual(all(false));
});

it('a run in progress is cancelled before it is moved to the trash, with the answers it has', async () => {
  const core = await startCore({
    workers: { history: historyEntry, service: serviceEntry, analysis: historyEntry },
  });
  await core.router.invoke('plans.save', {
    name: 'Slow',
    plan: {
      questions: [60, 1500].map((latency) => ({ text: `Which lock? [[sandbox latency=${latency}]]` })),
      engines: [{ engine: 'assistant-a' }],
      markets: ['US', 'DE', 'FR', 'JP'].map((country) => ({ country })),
      samples: 1,
    },
  });
  const started = { plan: 'Slow', connectionId: embeddedConnectionId, mode: 'live', ceiling: 1000 } as const;
  const { runId } = await core.router.invoke('plans.run', started);
  await nextEvent(core, 'run.changed', ({ run }) => run.counts.completed > 0);
  const spent = nextEvent(core, 'run.changed', ({ run }) => run.state === 'cancelled');
  expect(await core.router.invoke('runs.remove', { runId })).toEqual({ removed: true });
  const { counts } = (await spent).run;
  await core.router.invoke('trash.restore', { runId });
  expect(await core.router.invoke('runs.status', { runId })).toMatchObject({
    state: 'cancelled',
    counts: { running: 0, completed: expect.toSatisfy((completed: number) => completed >= counts.completed) },
  });
});

it('a run whose answers take long is moved to the trash all the same', async () => {
  const core = await startCore({
    workers: { history: historyEntry, service: serviceEntry, analysis: historyEntry },
  });
  await core.router.invoke('plans.save', {
    name: 'Hanging',
    plan: {
      questions: [{ text: 'Which lock? [[sandbox latency=1]]' }, { text: 'Where? [[sandbox outcome=hang]]' }],
      engines: [{ engine: 'assistant-a' }],
      markets: ['US', 'DE', 'FR', 'JP'].map((country) => ({ country })),
      samples: 1,
    },
  });
  const started = {
    plan: 'Hanging',
    connectionId: embeddedConnectionId,
    mode: 'live',
    ceiling: 1000,
  } as const;
  const { runId } = await core.router.invoke('plans.run', started);
  await nextEvent(core, 'run.changed', ({ run }) => run.counts.completed === 4);
  expect(await core.router.invoke('runs.remove', { runId })).toEqual({ removed: true });
  await core.router.invoke('trash.restore', { runId });
  expect(await core.router.invoke('runs.status', { runId })).toMatchObject({
    state: 'cancelled',
    counts: { running: 0, completed: 4, unknown: 4 },
    creditsCharged: 20,
  });
});
