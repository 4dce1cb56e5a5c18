import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { compareObservations, createCompareMemory } from '#shared/figures/comparison/compare.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { comparedQuestion, storeComparedRun } from '#tests/support/history/comparedRun.ts';
import { openSession, temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';
import {
  brand,
  finishWork,
  startWork,
  storeAnswers,
  storedFacts,
  writeRules,
} from '#tests/support/recomputation/recomputing.ts';

// PARALLAX_LONG=1 kills 50 times; PARALLAX_SEED repeats the random choices.
const kills = process.env.PARALLAX_LONG === '1' ? 50 : 2;
const seed = Number(process.env.PARALLAX_SEED ?? Date.now() % 1_000_000_000);

const foldmaster = brand('b1', 'Foldmaster');
const kestrel = brand('b2', 'Kestrel Locks', 'Kestrel');
const norrland = brand('b3', 'Norrland');

it('stores for every answer what its comparison states about brands', async () => {
  const data = temporaryFolder();
  await storeComparedRun(data);
  const core = await startCore({ paths: { data } });
  const history = core.use.history;
  const { runs } = await core.router.invoke('runs.list', { limit: 1 });
  const { cells } = await core.router.invoke('runs.get', { runId: runs[0]?.id ?? '' });
  const ids = cells.flatMap((cell) => cell.observationId ?? []);
  const samples = await history.call('observations.samples', { ids });
  const columns = samples.map((sample) => ({
    ...{ id: sample.observationId, label: '', market: { country: 'US' }, engine: 'assistant-a' },
    ...{ prompt: comparedQuestion, samples: [sample] },
  }));
  const proposed = compareObservations(columns, defaultOptions, createCompareMemory()).brands.rows;
  for (const { name } of proposed.slice(0, 3))
    await core.router.invoke('brands.save', { name, kind: 'competitor', aliases: [], domains: [] });
  const status = await core.router.invoke('recomputation.finish', {});
  expect(status).toMatchObject({
    newestRules: 3,
    current: { rulesVersion: 3, answers: ids.length },
    next: null,
  });

  const { brands } = await history.call('brands.read', {});
  const options = {
    ...defaultOptions,
    proposeBrands: false,
    brands: { version: '3', brands, decisions: [] },
  };
  const { rows } = compareObservations(columns, options, createCompareMemory()).brands;
  const db = new Database(join(data, 'history.db'), { readonly: true });
  onTestFinished(() => void db.close());
  const mentions = db.prepare<[string], { readonly rank: number }>(
    `SELECT k.uid AS brand, f.rank, f.list_rank AS listRank, f.depth, f.mentions
     FROM brand_mentions f JOIN brand_keys k ON k.id = f.brand_key JOIN observations o ON o.id = f.observation_id
     WHERE f.rules_version = 3 AND o.uid = ?`,
  );
  let named = 0;
  for (const [at, id] of samples.map((sample) => sample.observationId).entries()) {
    const compared = rows.flatMap((row) => {
      const cell = row.cells[at];
      if (!cell) return [];
      const { rank, listRank, depth, mentions } = cell;
      return [{ brand: row.id, rank, listRank, depth, mentions }];
    });
    const facts = mentions.all(id);
    expect(facts.toSorted((one, two) => one.rank - two.rank)).toEqual(
      compared.toSorted((one, two) => (one.rank ?? 0) - (two.rank ?? 0)),
    );
    named += compared.length;
  }
  expect(named).toBeGreaterThan(ids.length);
});

it('a recomputation killed with SIGKILL continues and ends with the same facts as an uninterrupted one', {
  timeout: 600_000,
}, async () => {
  const random = seededRandom(seed);
  const file = join(temporaryFolder(), 'history.db');
  const history = await temporaryHistory({ file });
  await storeAnswers(history, 120);
  await writeRules(history, [foldmaster, kestrel, norrland]);
  await history.close();
  const alone = join(temporaryFolder(), 'history.db');
  copyFileSync(file, alone);
  const undisturbed = await temporaryHistory({ file: alone });
  await finishWork(startWork(undisturbed, await openSession(undisturbed)));
  const expected = storedFacts(alone, 1);
  expect(expected.length).toBeGreaterThan(200);

  const program = new URL('../../../support/recomputation/recomputingProgram.ts', import.meta.url);
  let rules = 1;
  let midway = 0;
  for (let round = 0; round < kills; round++) {
    const child = fork(program, [file], { stdio: 'ignore' });
    let stop = 1 + Math.floor(random() * 12);
    for (let seen = 0; seen < stop; seen++) {
      const [message] = await once(child, 'message');
      // It was quicker than the kill: there is nothing left to disturb but a new version of the rules.
      if (message === 'idle') stop = 0;
    }
    // Anywhere in the next range, and not only right behind a stored one.
    if (stop > 0) await wait(random() * 30);
    child.kill('SIGKILL');
    await once(child, 'exit');
    if (stop > 0) {
      midway += 1;
      continue;
    }
    const between = await temporaryHistory({ file });
    rules = await writeRules(between, [foldmaster, kestrel, norrland]);
    await between.close();
  }
  if (kills > 2)
    console.log(`seed ${seed}: killed ${kills} times, ${midway} of them in the middle of a recomputation`);
  const after = await temporaryHistory({ file });
  await finishWork(startWork(after, await openSession(after)));
  expect(storedFacts(file, rules), `seed ${seed}`).toEqual(expected);
  expect(await after.call('maintenance.integrity', {})).toEqual([]);
  const { recomputations } = await after.call('recomputation.board', {});
  expect(recomputations.filter((each) => each.state === 'current').map((each) => each.rulesVersion)).toEqual([
    rules,
  ]);
});

it('keeps the previous version in use until the new one is complete, and cancels a recomputation if the rules change', async () => {
  const history = await temporaryHistory();
  await storeAnswers(history, 48);
  const session = await openSession(history);
  await writeRules(history, [foldmaster]);
  await finishWork(startWork(history, session));

  const second = await writeRules(history, [foldmaster, kestrel]);
  const board = () => history.call('recomputation.board', {});
  const stopping = new AbortController();
  let stored = 0;
  const stopped = startWork(history, session, {
    onProgress: () => {
      stored += 1;
      if (stored === 4) stopping.abort();
    },
  });
  await stopped.turn(stopping.signal);
  await stopped.turn(stopping.signal);
  expect((await board()).recomputations).toMatchObject([
    { rulesVersion: 1, state: 'current' },
    { rulesVersion: second, state: 'running', throughId: 24 },
  ]);
  // Stopped by a person: it stays as it is, and new answers are counted by the rules in force.
  expect(await history.call('recomputation.cancel', { rulesVersion: second })).toBe(true);
  await storeAnswers(history, 10);
  await finishWork(startWork(history, session));
  expect((await board()).recomputations).toMatchObject([
    { rulesVersion: 1, state: 'current', throughId: 58 },
    { rulesVersion: second, state: 'cancelled', throughId: 24 },
  ]);

  await history.call('recomputation.resume', { rulesVersion: second });
  const third = await writeRules(history, [norrland, kestrel]);
  await finishWork(startWork(history, session));
  expect((await board()).recomputations.map(({ rulesVersion, state }) => [rulesVersion, state])).toEqual([
    [1, 'previous'],
    [third, 'current'],
  ]);
  expect(storedFacts(history.file, second)).toEqual([]);
  expect(storedFacts(history.file, third).length).toBeGreaterThan(58);
});

it('recomputes everything as a new version if the formulas changed, and reports the effect', async () => {
  const data = temporaryFolder();
  const file = join(data, 'history.db');
  const history = await temporaryHistory({ file });
  await storeAnswers(history, 30);
  await writeRules(history, [foldmaster, kestrel]);
  const session = await openSession(history);
  await finishWork(startWork(history, session, { analysisRules: 'older' }));
  await finishWork(startWork(history, session, { analysisRules: 'newer' }));
  expect((await history.call('recomputation.board', {})).recomputations).toMatchObject([
    { rulesVersion: 1, analysisRules: 'older', state: 'previous' },
    { rulesVersion: 2, analysisRules: 'newer', state: 'current' },
  ]);
  expect(storedFacts(file, 2)).toEqual(storedFacts(file, 1));
  await history.close();

  const core = await startCore({ paths: { data } });
  await core.router.invoke('recomputation.finish', {});
  await core.router.invoke('brands.save', { name: 'Norrland', kind: 'own', aliases: [], domains: [] });
  await core.router.invoke('recomputation.finish', {});
  const change = await core.router.invoke('recomputation.change', {});
  expect(change?.shifts).toEqual([
    expect.objectContaining({
      name: 'Norrland',
      market: 'FR',
      before: 0,
      beforeOf: 20,
      after: 4,
      afterOf: 20,
    }),
    expect.objectContaining({
      name: 'Norrland',
      market: 'DE',
      before: 0,
      beforeOf: 10,
      after: 2,
      afterOf: 10,
    }),
  ]);
});

it('a deleted answer leaves no facts, and one that reuses its id is searched again', async () => {
  const history = await temporaryHistory();
  const session = await openSession(history);
  await storeAnswers(history, 20);
  await writeRules(history, [foldmaster]);
  const work = startWork(history, session);
  await finishWork(work);
  const before = storedFacts(history.file, 1);
  const removed = await storeAnswers(history, 9);
  await finishWork(work);
  await history.call('runs.cancel', { runId: removed, nowMs: 1 }).catch(() => {});
  await history.call('runs.finish', { runId: removed, nowMs: 1 });
  await history.call('trash.add', { runId: removed, nowMs: 0 });
  expect(storedFacts(history.file, 1)).toEqual(before);
  await storeAnswers(history, 9);
  await finishWork(work);
  expect(storedFacts(history.file, 1).length).toBeGreaterThan(before.length + 9);
});

it('recomputes derived columns of older rows, with their sources and search, and leaves payloads unchanged', async () => {
  const file = join(temporaryFolder(), 'history.db');
  const history = await temporaryHistory({ file });
  await storeAnswers(history, 40);
  const read = (sql: string): readonly unknown[] => {
    const db = new Database(file);
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  };
  const columns =
    'SELECT o.id, language, text_chars, source_count, driver, o.rule_version, s.position, u.url, s.label FROM observations o JOIN sources s ON s.observation_id = o.id JOIN urls u ON u.id = s.url_id ORDER BY 1, 7';
  const expected = read(columns);
  const payloads = read('SELECT id, hex(sha256) FROM payloads ORDER BY id');
  const db = new Database(file);
  db.exec(
    "UPDATE observations SET rule_version = 1, language = 'xx', driver = NULL WHERE id % 3 = 0; DELETE FROM sources WHERE observation_id % 3 = 0",
  );
  db.close();
  expect(read(columns)).not.toEqual(expected);
  await finishWork(startWork(history, await openSession(history)));
  expect(read(columns)).toEqual(expected);
  expect(read('SELECT id, hex(sha256) FROM payloads ORDER BY id')).toEqual(payloads);
});

it('computes nothing in a history without rules', async () => {
  const core = await startCore();
  onTestFinished(() => core.stop());
  const status = await core.router.invoke('recomputation.finish', {});
  expect(status).toEqual({ newestRules: 0, current: null, previous: null, next: null });
  expect(await core.router.invoke('recomputation.change', {})).toBeNull();
});
