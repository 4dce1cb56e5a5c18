import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { keptTables, referringTables } from '#main/history/store/operations/trashRows.ts';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { storeRuns } from '#tests/support/history/storedRun.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const { result: german } = JSON.parse(sampleBody('DE')) as { result: Record<string, unknown> };
const cost = { amount: 0.004, currency: 'USD', source: 'stated' };

const runOf = (question: string, countries: readonly string[]) => ({
  question,
  engine: 'assistant-a' as const,
  options: {},
  samples: 1,
  cells: countries.map((country) => ({
    country,
    sample: 1,
    result: { ...german, provenance: { driver: 'openai', cost } },
  })),
});

/** Every row of every table but the trash and the search index, which is made again; text for comparing. */
function contents(data: string): Readonly<Record<string, readonly string[]>> {
  const db = new SQLite(join(data, 'history.db'), { readonly: true });
  try {
    const left = /^(trash|trash_rows|sqlite_.*|search_.*|sessions|payload_dictionaries)$/;
    const tables = db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .pluck()
      .all()
      .filter((name) => !left.test(name));
    return Object.fromEntries(
      tables.map((table) => [
        table,
        db
          .prepare(`SELECT * FROM ${table}`)
          .all()
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
    );
  } finally {
    db.close();
  }
}

async function open(data: string) {
  return startCore({ paths: { data } });
}

it('a deleted run is in no table that anything reads, and comes back as it was', async () => {
  const data = temporaryFolder();
  const [kept = '', gone = ''] = await storeRuns(data, [
    runOf('Which lock is kept?', ['DE', 'FR']),
    runOf('Which lock is deleted?', ['DE', 'FR', 'JP']),
  ]);
  let core = await open(data);
  const { cells } = await core.router.invoke('runs.get', { runId: gone });
  await core.router.invoke('notes.add', {
    observationId: cells[0]?.observationId ?? '',
    text: 'Read this one again',
  });
  await core.stop();
  const before = contents(data);

  core = await open(data);
  expect(await core.router.invoke('runs.remove', { runId: gone })).toEqual({ removed: true });
  const { runs } = await core.router.invoke('trash.list', {});
  expect(runs).toMatchObject([{ runId: gone, question: 'Which lock is deleted?', answers: 3 }]);
  await core.stop();
  const without = contents(data);
  expect(without.runs?.join()).not.toContain(gone);
  for (const { table } of keptTables) {
    const shared = ['payloads', 'requests', 'domains', 'urls'].includes(table);
    if (!shared && (before[table]?.length ?? 0) > 0)
      expect(without[table]?.length, table).toBeLessThan(before[table]?.length ?? 0);
  }
  // What lists, searches, figures and exports say.
  for (const args of [
    ['history'],
    ['history', '--search', 'deleted'],
    ['history', '--search', 'again'],
    ['gaps', '--list', 'all'],
    ['project', 'overview'],
    ['sql', 'SELECT * FROM view_runs'],
    ['sql', 'SELECT * FROM view_answers'],
    ['sql', 'SELECT * FROM view_sources'],
    ['sql', 'SELECT * FROM view_notes'],
  ]) {
    const { stdout } = await runParallax(args, { dataFolder: data });
    expect(stdout, args.join(' ')).not.toContain(gone);
    expect(stdout, args.join(' ')).not.toContain('Which lock is deleted?');
  }
  expect((await runParallax(['history'], { dataFolder: data })).stdout).toContain(kept);
  expect((await runParallax(['trash', 'list'], { dataFolder: data })).stdout).toContain(gone);

  expect((await runParallax(['trash', 'restore', gone], { dataFolder: data })).code).toBe(0);
  expect(contents(data)).toEqual(before);
  const found = await runParallax(['history', '--search', 'again'], { dataFolder: data });
  expect(found.stdout).toContain(cells[0]?.observationId ?? 'no answer');
});

it('comes back whole although its row numbers were given to another run meanwhile', async () => {
  const data = temporaryFolder();
  const [gone = ''] = await storeRuns(data, [runOf('Which lock is deleted?', ['DE', 'FR'])]);
  const core = await open(data);
  const ids = async (runId: string): Promise<readonly unknown[]> => {
    const { cells } = await core.router.invoke('runs.get', { runId });
    return Promise.all(
      cells.map(({ observationId }) => core.router.invoke('observations.get', { id: observationId ?? '' })),
    );
  };
  const before = await ids(gone);
  await core.router.invoke('runs.remove', { runId: gone });
  await core.stop();
  const [other = ''] = await storeRuns(data, [runOf('Another one', ['DE', 'FR', 'JP'])]);
  const again = await open(data);
  await again.router.invoke('trash.restore', { runId: gone });
  const { cells } = await again.router.invoke('runs.get', { runId: gone });
  const after = await Promise.all(
    cells.map(({ observationId }) => again.router.invoke('observations.get', { id: observationId ?? '' })),
  );
  expect(after).toEqual(before);
  expect((await again.router.invoke('runs.get', { runId: other })).cells).toHaveLength(3);
  expect((await again.router.invoke('trash.list', {})).runs).toEqual([]);
  await expect(again.router.invoke('trash.restore', { runId: gone })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await again.stop();
});

it('is emptied one by one, wholly, or by age', async () => {
  const data = temporaryFolder();
  const [first = '', second = '', third = ''] = await storeRuns(
    data,
    ['One', 'Two', 'Three'].map((question) => runOf(question, ['DE'])),
  );
  const core = await open(data);
  for (const runId of [first, second, third]) await core.router.invoke('runs.remove', { runId });
  expect(await core.router.invoke('trash.empty', { runId: first })).toEqual({ deleted: 1 });
  expect((await core.router.invoke('trash.list', {})).runs).toHaveLength(2);
  expect(await core.router.invoke('trash.empty', {})).toEqual({ deleted: 2 });
  await core.stop();
  expect(contents(data).observations).toEqual([]);
});

it('is emptied of what is older than 30 days while a window is open', async () => {
  const data = temporaryFolder();
  const ids = await storeRuns(data, [runOf('Old', ['DE']), runOf('New', ['DE'])]);
  const core = await open(data);
  for (const runId of ids) await core.router.invoke('runs.remove', { runId });
  await core.stop();
  const db = new SQLite(join(data, 'history.db'));
  db.prepare('UPDATE trash SET trashed_at_ms = trashed_at_ms - 30 * 86400000 WHERE uid = ?').run(ids[0]);
  db.close();
  const window = await startCore({ paths: { data }, host: 'browser' });
  await expect
    .poll(async () => (await window.router.invoke('trash.list', {})).runs.map(({ question }) => question))
    .toEqual(['New']);
  await window.stop();
});

it('keeps every table whose rows belong to a run', async () => {
  const data = temporaryFolder();
  await storeRuns(data, [runOf('One', ['DE'])]);
  const db = new SQLite(join(data, 'history.db'), { readonly: true });
  const references = db
    .prepare<[], { table: string; parent: string; column: string; rule: string }>(
      `SELECT m.name AS "table", f."table" AS parent, f."from" AS "column", f.on_delete AS rule
       FROM sqlite_schema m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
    )
    .all();
  db.close();
  const kept = new Set(keptTables.map(({ table }) => table));
  const ofRuns = new Set(['runs', 'cells', 'observations']);
  // Made again for each restored answer.
  const derived = new Set(['search_facets', 'search_pending']);
  for (const { table, parent, column, rule } of references) {
    if (!ofRuns.has(parent) || derived.has(table)) continue;
    if (rule === 'SET NULL')
      expect(referringTables, `${table}.${column}`).toContainEqual(
        expect.objectContaining({ table, column }),
      );
    else expect(kept, table).toContain(table);
  }
});
