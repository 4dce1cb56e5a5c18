import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type History, openHistory } from '#main/history/threads/historyClient.ts';
import { createTrends } from '#main/trends/trends.ts';
import { trendRoutes } from '#shared/bridge/routes/trends.ts';
import { rateOf } from '#shared/figures/statistics/wilson.ts';
import { matrixQuerySchema } from '#shared/model/rollup.ts';
import type { TrendQueryInput } from '#shared/model/trend.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { storeRun } from '#tests/support/history/storedRun.ts';
import { silent } from '#tests/support/history/temporaryHistory.ts';
import { storeTrendBrands, storeTrendHistory, trendDay } from '#tests/support/history/trendHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';

const dayMs = 86_400_000;
const signal = new AbortController().signal;
let folder: string;
let history: History;
let trends: ReturnType<typeof createTrends>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parallax-trends-'));
  await storeTrendHistory(folder);
  storeTrendBrands(folder);
  history = await openHistory({ entry: historyEntry, log: silent, file: join(folder, 'history.db') });
  trends = createTrends({ history });
});
afterAll(async () => {
  await history.close();
  rmSync(folder, { recursive: true, force: true });
});

const query = (input: TrendQueryInput) => trendRoutes['trends.get'].input().parse(input);
const read = (input: TrendQueryInput) => trends.get(query(input), { signal });
const day = (at: number) => ({ fromMs: trendDay + at * dayMs, beforeMs: trendDay + (at + 1) * dayMs });

it('draws the share of answers that name a brand by day, pooled and by market, with failures as gaps', async () => {
  const { trend, subject, answers, unsearched, textless } = await read({
    metric: 'visibility',
    by: 'market',
  });
  expect(subject).toEqual({ id: 'own', name: 'Foldmaster' });
  // 8 days x 2 samples of DE, 7 of FR, 4 of JP.
  expect([answers, unsearched, textless]).toEqual([38, 0, 0]);
  const values = Object.fromEntries(
    trend.series.map((line) => [line.key, line.points.map(({ value }) => value)]),
  );
  expect(values).toEqual({
    '': [0.5, 0.5, 0.5, 0, 1, 1, 1, 1],
    DE: [0, 0, 0, 0, 1, 1, 1, 1],
    FR: [1, 1, 1, null, 1, 1, 1, 1],
    JP: [null, null, null, null, 1, 1, 1, 1],
  });
  const { low, high } = rateOf(2, 4);
  expect(trend.series[0]?.points[0]).toMatchObject({ numerator: 2, denominator: 4, low, high, rules: 2 });
  // Common cells are DE and FR: none of 8 and all of 6 before, all after.
  expect(trend.series[0]?.delta).toMatchObject({ before: 0.4286, now: 1, delta: 0.5714, commonCells: 2 });
  expect(trend.markers.map(({ bucket, kind }) => [bucket, kind])).toEqual([
    // FR failed and came back, and JP was added.
    [3, 'segments'],
    [4, 'rules'],
    [4, 'segments'],
    [6, 'driver'],
    [6, 'surface'],
  ]);
});

it('draws each listed brand like its own trend, and selects the interval by the frequency of the questions', async () => {
  const together = await read({ metric: 'visibility', by: 'brand', every: 'auto' });
  expect(together.every).toBe('day');
  expect(together.trend.series.map(({ label }) => label)).toEqual(['Foldmaster', 'CycleGuard']);
  for (const { key, points, delta } of together.trend.series) {
    const alone = await read({ metric: 'visibility', brand: key, branded: 'without' });
    expect(alone.trend.series[0]).toMatchObject({ points, delta });
  }
});

it('is limited to one surface or draws one line for each, with the number of pooled answers', async () => {
  const bySurface = await read({ metric: 'visibility', by: 'surface' });
  expect(bySurface.trend.series.map(({ key, label }) => [key, label])).toEqual([
    ['', 'All'],
    ['search-page', 'Search page'],
    ['model-api', 'Model API'],
  ]);
  expect(bySurface.trend.surfaces).toEqual([
    { surface: 'search-page', answers: 26 },
    { surface: 'model-api', answers: 12 },
  ]);
  const behind = await trends.answers(
    {
      query: query({ metric: 'visibility', by: 'surface' }),
      line: 'model-api',
      period: day(6),
      named: false,
    },
    { signal },
  );
  expect(behind.total).toBe(6);
  const one = await read({ metric: 'visibility', surfaces: ['model-api'] });
  expect([one.answers, one.trend.surfaces.length]).toEqual([12, 1]);
  const { surfaces } = await trends.choices({ domains: false, engines: [], markets: [] }, { signal });
  expect(surfaces.map(({ label, count }) => [label, count])).toEqual([
    ['Search page', 26],
    ['Model API', 12],
  ]);
  const file = await runParallax(
    ['trend', 'visibility', '--by', 'surface', '--surface', 'model-api', '--format', 'csv'],
    { dataFolder: folder },
  );
  expect(file.stdout).toMatch(/^surface,from,.*\r\nModel API,2026-09-07,1,6,6,/);
  expect(file.stderr).toBe('');
});

it('distinguishes answers not yet searched for brands from results with nothing to search', async () => {
  const own = mkdtempSync(join(tmpdir(), 'parallax-trends-'));
  await storeTrendHistory(own);
  storeTrendBrands(own);
  const links = { organicResults: [{ position: 1, title: 'Locks tested', link: 'https://tests.example/' }] };
  await storeRun(own, {
    question: 'Which folding bike locks do people trust?',
    engine: 'search',
    options: {},
    samples: 2,
    atMs: trendDay,
    cells: [1, 2].map((sample) => ({ country: 'DE', sample, result: links })),
  });
  const file = join(own, 'history.db');
  const read = async (through: number) => {
    const missing = new Database(file);
    missing.exec(`DELETE FROM brand_searches WHERE rules_version = 2 AND observation_id > ${through};
      UPDATE replays SET through_id = ${through} WHERE rules_version = 2;`);
    missing.close();
    const opened = await openHistory({ entry: historyEntry, log: silent, file });
    const answer = await createTrends({ history: opened }).get(
      query({ metric: 'visibility', every: 'month' }),
      {
        signal,
      },
    );
    await opened.close();
    return answer;
  };
  // Two lists of links after 38 answers: they are no answers, whether or not the search has reached them.
  const all = await read(40);
  expect(all).toMatchObject({ answers: 38, unsearched: 0, textless: 2 });
  expect(all.trend.series[0]?.points).toMatchObject([{ denominator: 38 }]);
  const some = await read(37);
  expect(some).toMatchObject({ answers: 38, unsearched: 1, textless: 2 });
  expect(some.trend.series[0]?.points).toMatchObject([{ denominator: 37 }]);
  const said = await runParallax(['trend', 'visibility', '--format', 'csv'], { dataFolder: own });
  expect(said.stderr).toContain('2 results without answer text, such as lists of links.');
  rmSync(own, { recursive: true, force: true });
});

it('calculates share of voice, sources, types and reach of the same answers', async () => {
  const last = async (input: TrendQueryInput) =>
    (await read({ ...input, every: 'month' })).trend.series.map((line) => [line.key, line.points[0]?.value]);
  // DE 8 of 16 mentions, FR 14 of 14, JP 8 of 8: 30 of 38.
  expect(await last({ metric: 'share-of-voice' })).toEqual([['', 0.7895]]);
  // Cited from the fifth day on: DE 8 of 16, FR 8 of 14, JP 8 of 8: 24 of 38.
  expect(await last({ metric: 'source-presence', domain: 'www.foldmaster.com' })).toEqual([['', 0.6316]]);
  expect(await last({ metric: 'country-reach', brand: 'foldmaster' })).toEqual([['', 1]]);
  const types = await last({ metric: 'type-mix' });
  expect(types.map(([key]) => key).toSorted()).toEqual(['own', 'reference']);
  expect(types.reduce((sum, [, value]) => sum + Number(value), 0)).toBeCloseTo(1, 3);
  expect((await read({ metric: 'stability', every: 'month' })).trend.series[0]?.points[0]?.denominator).toBe(
    35,
  );
});

it('summarizes each of many runs with the figures of its day, in any order of requests', async () => {
  const { trend } = await read({ metric: 'visibility', by: 'market', branded: 'with' });
  const { runs } = await history.call('runs.list', { limit: 20 });
  expect(runs).toHaveLength(8);
  for (const run of [...runs, ...runs]) {
    const bucket = trend.buckets.findIndex(
      ({ fromMs, beforeMs }) => run.createdAtMs >= fromMs && run.createdAtMs < beforeMs,
    );
    const matrix = await history.call(
      'rollups.matrix',
      matrixQuerySchema.parse({ runId: run.id, rows: 'brand' }),
    );
    for (const [at, { id }] of matrix.columns.entries()) {
      const { value, numerator, denominator } =
        trend.series.find(({ key }) => key === id)?.points[bucket] ?? {};
      expect(matrix.cells[0]?.[at]).toMatchObject({ value, numerator, denominator });
    }
    const [sources] = (
      await history.call(
        'rollups.matrix',
        matrixQuerySchema.parse({ runId: run.id, metric: 'source-presence', domain: 'foldmaster.com' }),
      )
    ).rows;
    const cited = await read({ metric: 'source-presence', domain: 'foldmaster.com', branded: 'with' });
    expect(sources?.total.numerator).toBe(cited.trend.series[0]?.points[bucket]?.numerator);
  }
});

it('shows the same change of every line as the trend', async () => {
  for (const by of ['brand', 'market', 'engine', 'question'] as const) {
    const { trend, answers } = await read({ metric: 'visibility', by });
    const lines = trend.series.map(({ key, label, delta }) => ({ key, label, delta }));
    expect(await trends.changes(query({ metric: 'visibility', by }), { signal })).toEqual({ answers, lines });
  }
});

it('lists the brands with the figures of their trends, and their change between two periods', async () => {
  const compare = { fromMs: day(0).fromMs, beforeMs: day(4).fromMs };
  const period = { fromMs: day(4).fromMs, beforeMs: day(8).fromMs };
  const filter = { ...period, markets: ['DE'] };
  const asked = trendRoutes['trends.brands'].input().parse({ ...filter, compare });
  const { brands } = await trends.brands(asked, { signal });
  expect(brands.length).toBeGreaterThan(1);
  for (const { id, visibility, shareOfVoice, position, change } of brands) {
    const pooled = (metric: string) => trends.pooled(query({ ...filter, metric, brand: id }), { signal });
    expect([visibility, shareOfVoice, position]).toEqual([
      await pooled('visibility'),
      await pooled('share-of-voice'),
      await pooled('mean-rank'),
    ]);
    expect(change?.now).toBe(visibility.value);
  }
  const { lines } = await trends.changes(query({ ...filter, compare, metric: 'visibility', by: 'brand' }), {
    signal,
  });
  for (const { key, delta } of lines) expect(brands.find(({ id }) => id === key)?.change).toEqual(delta);
});

it('explains a change with the answers of each part, and the parts add up', async () => {
  const asThen = query({ metric: 'visibility', rules: 'as-then' });
  const why = await trends.why({ query: asThen, line: '', from: day(2), to: day(6) }, { signal });
  // By the first rules nothing named the brand on the third day: 0. By the later ones FR did, half of DE and FR.
  expect([why.from.value, why.to.value, why.change, why.fromRules, why.toRules]).toEqual([0, 1, 1, 1, 2]);
  const by = Object.fromEntries(why.parts.map((part) => [part.part, part]));
  expect(by.rules).toMatchObject({ change: 0.5, cells: 1, beforeCount: 2 });
  expect(by.circumstances).toMatchObject({ change: 0.5, cells: 2, beforeCount: 4, nowCount: 4 });
  expect(by.new).toMatchObject({ change: 0, cells: 1, nowCount: 2 });
  expect(why.parts.reduce((sum, part) => sum + part.change, 0)).toBeCloseTo(1, 12);
  const { observations } = await history.call('observations.getMany', { ids: [...(by.new?.now ?? [])] });
  expect(observations.map(({ marketKey }) => marketKey)).toEqual(['JP', 'JP']);
});

it('opens the answers behind a point with its filters', async () => {
  const byMarket = query({ metric: 'visibility', by: 'market' });
  const { ids, total } = await trends.answers(
    { query: byMarket, line: 'FR', period: day(0), named: false },
    { signal },
  );
  expect([ids.length, total]).toEqual([2, 2]);
  expect((await read({ metric: 'visibility', markets: ['JP'] })).answers).toBe(8);
  expect((await read({ metric: 'visibility', series: 'ad-hoc' })).answers).toBe(38);
  await expect(read({ metric: 'visibility', series: 'weekly' })).rejects.toThrow('No monitor “weekly”');
  await expect(read({ metric: 'visibility', brand: 'Nobody' })).rejects.toThrow('Foldmaster, CycleGuard');
  await expect(read({ metric: 'nonsense' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(
    (await trends.choices({ domains: true, engines: [], markets: [] }, { signal })).domains.map(
      ({ value }) => value,
    ),
  ).toEqual(['tests.example', 'foldmaster.com']);
});

it('prints a trend by market as CSV, with its definition as JSON, and what drove the change', async () => {
  const run = (...args: readonly string[]) => runParallax(['trend', ...args], { dataFolder: folder });
  const csv = await run('visibility', '--by', 'market', '--format', 'csv');
  expect(csv.code).toBe(0);
  expect(csv.stdout.split('\r\n').slice(0, 3)).toEqual([
    'market,from,value,numerator,denominator,low,high,cells,brand rules,annotations',
    'DE,2026-09-01,0,0,2,0,0.6576,1,2,',
    'DE,2026-09-02,0,0,2,0,0.6576,1,2,',
  ]);
  expect(csv.stdout).toContain('FR,2026-09-04,,0,0,,,0,2,\r\n');
  const [json] = jsonLines((await run('average position', '--every', 'week', '--format', 'json')).stdout);
  expect(json).toMatchObject({
    metric: { id: 'mean-rank', numerator: 'sum of positions', ruleVersion: expect.any(String) },
    subject: { name: 'Foldmaster' },
    brandRulesVersion: 2,
  });
  const why = await run('visibility', '--why', '2026-09-03', '2026-09-07', '--format', 'csv');
  expect(why.stdout).toMatch(/^part,change,cells/);
  expect(why.stdout).toContain('Total,0.5,');
  // One period has no change, and is not called one that cannot be compared.
  expect(await run('visibility', '--why', '2026-09-03', '2026-09-03')).toMatchObject({ code: 2 });
  const oneDay = await run('visibility', '--from', '2026-09-03', '--to', '2026-09-03');
  expect(oneDay.stdout).toContain('2026-09-03');
  expect(oneDay.stdout).not.toMatch(/not comparable|→/);
  const unknown = await run('nonsense');
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.stderr).toMatch(/Metrics: visibility, .*\bprompt-coverage\b/);
});

it('shows annotations on every trend of their project, and in its files', async () => {
  const run = (...args: readonly string[]) => runParallax(args, { dataFolder: folder });
  const annotate = (...args: readonly string[]) => run('annotation', ...args);
  const [added] = jsonLines((await annotate('add', '2026-09-03', 'Relaunch', '--json')).stdout);
  expect(added).toMatchObject({ day: '2026-09-03', text: 'Relaunch' });
  await annotate('edit', String(added?.id), '--text', 'Site relaunch');
  await annotate('add', '2025-01-01', 'Long before');
  await run('project', 'create', 'Other');
  await run('--project', 'Other', 'annotation', 'add', '2026-09-04', 'Of another client');
  const noted = async (every: 'day' | 'week' | 'run') =>
    (await read({ metric: 'visibility', every })).trend.markers
      .filter(({ kind }) => kind === 'annotation')
      .map(({ bucket, words }) => [bucket, words]);
  expect(await noted('day')).toEqual([[2, 'Site relaunch']]);
  expect(await noted('week')).toEqual([[0, 'Site relaunch (2026-09-03)']]);
  expect(await noted('run')).toEqual([[2, 'Site relaunch (2026-09-03)']]);
  const table = await run('trend', 'visibility');
  expect(table.stdout).toContain('2026-09-03: Site relaunch\n');
  const csv = await run('trend', 'visibility', '--format', 'csv');
  expect(csv.stdout).toContain('All,2026-09-03,0.5,2,4,0.15,0.85,2,2,Site relaunch\r\n');
  const [json] = jsonLines((await run('trend', 'visibility', '--json')).stdout);
  expect(json?.markers).toContainEqual({ bucket: 2, kind: 'annotation', words: 'Site relaunch' });
  const list = await annotate('list', '--format', 'csv');
  expect(list.stdout).toMatch(/^annotation,date,text\r\n\w+,2025-01-01,Long before\r\n\w+,2026-09-03,Site/);
  expect((await annotate('add', '2026-02-30', 'x')).stderr).toContain('"2026-02-30" is not a day');
  expect((await annotate('delete', String(added?.id))).code).toBe(0);
  expect(await noted('day')).toEqual([]);
  expect((await annotate('edit', String(added?.id), '--text', 'x')).stderr).toContain('no longer exists');
});

it('refuses a flag that does not apply to the metric, and accepts country names', async () => {
  const run = (...args: readonly string[]) => runParallax(['trend', ...args], { dataFolder: folder });
  const refused = await run('visibility', '--domain', 'a.example');
  expect(refused).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('does not use --domain'),
  });
  const found = await run('visibility', '--country', 'germany', '--format', 'csv');
  expect(found.stdout).toContain('2026-09-01,0,0,2,');
});

it('pools all answers of a query into one figure, equal to one interval with all of them', async () => {
  const { trend } = await read({ metric: 'visibility', every: 'month', markets: ['DE', 'FR'] });
  const [point] = trend.series[0]?.points ?? [];
  const figure = await trends.pooled(query({ metric: 'visibility', markets: ['DE', 'FR'] }), { signal });
  expect(point).toMatchObject(figure);
  expect([figure.numerator, figure.denominator, figure.cells]).toEqual([22, 30, 2]);
});

it('follows answers that are searched for brands later, and runs that move to another project', async () => {
  const own = mkdtempSync(join(tmpdir(), 'parallax-trends-'));
  await storeTrendHistory(own);
  storeTrendBrands(own);
  const file = join(own, 'history.db');
  const other = new Database(file);
  const moreThan = (id: number) =>
    ['brand_searches', 'brand_mentions'].map(
      (table) => `${table} WHERE rules_version = 2 AND observation_id > ${id}`,
    );
  const [searches, mentions] = moreThan(20);
  other.exec(`CREATE TEMP TABLE later_searches AS SELECT * FROM ${searches};
    CREATE TEMP TABLE later_mentions AS SELECT * FROM ${mentions};
    DELETE FROM ${searches}; DELETE FROM ${mentions};
    UPDATE replays SET through_id = 20 WHERE rules_version = 2;`);
  const read = await openHistory({ entry: historyEntry, log: silent, file });
  const { pooled } = createTrends({ history: read });
  const figures = async (pool = pooled) => {
    const of = async (metric: string) => {
      const { numerator, denominator } = await pool(query({ metric }), { signal });
      return [numerator, denominator];
    };
    return [await of('visibility'), await of('share-of-voice')];
  };
  // DE 8 of 16, FR 14 of 14 and JP 8 of 8 answers name the brand, each answer one of the two brands.
  const all = [30, 38];
  const first = await figures();
  expect(first[0]?.[1]).toBe(20);
  expect(first[0]).toEqual(first[1]);
  for (const through of [21, 30, 38]) {
    other.exec(`INSERT OR IGNORE INTO brand_searches SELECT * FROM later_searches WHERE observation_id <= ${through};
      INSERT OR IGNORE INTO brand_mentions SELECT * FROM later_mentions WHERE observation_id <= ${through};
      UPDATE replays SET through_id = ${through} WHERE rules_version = 2;`);
    expect((await figures()).map(([, searched]) => searched)).toEqual([through, through]);
  }
  expect(await figures()).toEqual([all, all]);
  const { id } = await read.call('projects.create', { name: 'Elsewhere', nowMs: trendDay });
  const ofFirst =
    'WHERE rules_version = 2 AND observation_id IN (SELECT id FROM observations WHERE run_id = 1)';
  other.exec(`CREATE TEMP TABLE first_searches AS SELECT * FROM brand_searches ${ofFirst};
    CREATE TEMP TABLE first_mentions AS SELECT * FROM brand_mentions ${ofFirst};`);
  other.prepare('UPDATE runs SET project_id = (SELECT id FROM projects WHERE uid = ?) WHERE id = 1').run(id);
  // The first day: two answers of DE without the brand, two of FR with it.
  const without = [28, 34];
  expect(await figures()).toEqual([without, without]);
  const loadedWithout = await openHistory({ entry: historyEntry, log: silent, file });
  const later = createTrends({ history: loadedWithout });
  expect(await figures(later.pooled)).toEqual([without, without]);
  // Back again, and searched again before anything reads.
  other.exec(`UPDATE runs SET project_id = 1 WHERE id = 1;
    INSERT INTO brand_searches SELECT * FROM first_searches;
    INSERT INTO brand_mentions SELECT * FROM first_mentions;
    UPDATE replays SET through_id = 38 WHERE rules_version = 2;`);
  expect(await figures()).toEqual([all, all]);
  expect(await figures(later.pooled)).toEqual([all, all]);
  other.close();
  await loadedWithout.close();
  await read.close();
  rmSync(own, { recursive: true, force: true });
});

it('counts days in the time zone of the project, and says which', async () => {
  const [project] = await history.call('projects.list', {});
  const labels = async () => {
    const { timeZone, trend } = await read({ metric: 'visibility', every: 'day' });
    return { timeZone, first: trend.buckets[0] };
  };
  const before = await labels();
  expect(before).toMatchObject({ timeZone: 'UTC', first: { fromMs: trendDay } });
  const set = (timeZone?: string) =>
    history.call('projects.setDefaults', { project: project?.id ?? '', defaults: { timeZone } });
  await set('Asia/Tokyo');
  const tokyo = await labels();
  expect(tokyo.timeZone).toBe('Asia/Tokyo');
  // Midnight in Tokyo is 15:00 of UTC.
  expect(((tokyo.first?.fromMs ?? 0) - trendDay) / 3_600_000).toBe(-9);
  await set();
  expect(await labels()).toEqual(before);
});
