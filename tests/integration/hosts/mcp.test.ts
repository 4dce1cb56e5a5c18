import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createReadingHistory } from '#main/history/threads/readingHistory.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { openArchive } from '#tests/support/exports/openArchive.ts';
import { handClock } from '#tests/support/faults/clocks.ts';
import { comparedQuestion, storeComparedRun } from '#tests/support/history/comparedRun.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';
import { silent, temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { storeTrendBrands, storeTrendHistory } from '#tests/support/history/trendHistory.ts';
import { rowsOf, startAssistant } from '#tests/support/mcp/assistant.ts';
import { historyEntry } from '#tests/support/programs.ts';

const stored = preparedFolder(async (folder) => {
  await storeTrendHistory(folder);
  const runId = await storeComparedRun(folder);
  storeTrendBrands(folder);
  return runId;
});

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

it('answers who leads in a country within four calls, with the figures of the command line', async () => {
  const { dataFolder } = await stored();
  const { ask, calls } = await startAssistant(dataFolder);

  const { markets } = await ask('list_projects');
  expect(rowsOf(markets).map(({ market }) => market)).toContain('DE');
  const scope = { countries: ['Germany'], to: '2026-09' };
  const { brands, answers, failures, note } = await ask('list_brands', { ...scope, kind: 'competitor' });
  const [leader] = rowsOf(brands);
  expect(calls.length).toBeLessThanOrEqual(4);
  expect([leader?.brand, answers, failures]).toEqual(['CycleGuard', 19, 0]);
  const pooled = /surfaces: Search page \(12\), Model API \(4\), not stated \(3\)/;
  expect(note).toMatch(pooled);
  expect((await ask('list_sources', scope)).note).toMatch(pooled);

  const trend = await runParallax(
    [
      'trend',
      'visibility',
      '--brand',
      'CycleGuard',
      '--country',
      'DE',
      '--to',
      '2026-09',
      '--every',
      'month',
    ].concat(['--format', 'json']),
    { dataFolder },
  );
  const [{ series }] = jsonLines(trend.stdout) as [{ series: { points: Record<string, number>[] }[] }];
  const point = series[0]?.points[0];
  const near = (value: number | undefined) => expect.closeTo(value ?? Number.NaN, 3);
  expect(leader).toMatchObject({
    visibility: near(point?.value),
    low: near(point?.low),
    high: near(point?.high),
    hits: point?.numerator,
    n: point?.denominator,
    segments: point?.cells,
  });
});

it('returns a comparison as the command line does, with the failures of its markets', async () => {
  const { dataFolder, facts: runId } = await stored();
  const { ask } = await startAssistant(dataFolder, { older: true });

  const { failures, markets, tables, notice } = await ask('compare_run', { runId, maxRows: 500 });
  expect(notice).toMatch(/untrusted/i);
  // All three repeats of Brazil and one of France.
  expect(failures).toBe(4);
  expect(rowsOf(markets)).toContainEqual(expect.objectContaining({ market: 'BR', n: 0, failed: 3 }));
  const printed = await runParallax(['compare', runId, '--tab', 'brands', '--format', 'jsonl'], {
    dataFolder,
  });
  const lines = jsonLines(printed.stdout).map((row) => Object.values(row));
  const given = (tables as { rows: unknown[][] }[]).flatMap(({ rows }) => rows);
  expect(given.length).toBeGreaterThan(3);
  expect(given).toEqual(lines);
});

it('changes nothing in a history, and closes it without registering a session', async () => {
  const { dataFolder, facts: runId } = await stored();
  const file = join(dataFolder, 'history.db');
  const before = hashOf(file);
  const { ask, tools, client } = await startAssistant(dataFolder);
  expect(tools.map(({ name }) => name)).not.toContain('ask');
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);

  const { requests, runs } = await ask('run_status', { runId });
  expect(rowsOf(runs)[0]).toMatchObject({ question: comparedQuestion, state: 'finished', failed: 4 });
  const answerId = rowsOf(requests).find(({ answer }) => answer !== null)?.answer;
  const { untrusted, notice } = await ask('get_answer', { answerId, maxCharacters: 200 });
  expect(notice).toMatch(/untrusted/i);
  expect((untrusted as { text: string }).text.length).toBeLessThanOrEqual(200);
  const { total } = await ask('search_answers', { status: 'failed', countries: ['Brazil'] });
  expect(total).toBe(3);
  await ask('get_trend', { metric: 'visibility', by: 'market' });
  await ask('list_sources', { countries: ['DE'] });
  await expect(ask('list_brands', { countries: ['Germny'] })).rejects.toThrow(
    'countries: unknown market "Germny": did you mean Germany?',
  );
  await client.close();

  expect(hashOf(file)).toBe(before);
  expect(readdirSync(join(dataFolder, 'sessions'))).toEqual([]);
});

it('cannot write, because SQLite refuses it, and does not block the file while idle', async () => {
  const { dataFolder } = await stored();
  const file = join(dataFolder, 'history.db');
  const clock = handClock();
  const history = createReadingHistory({ entry: historyEntry, file, log: silent, clock });
  const nowMs = 1_790_000_000_000;
  await expect(history.call('projects.create', { name: 'New', nowMs })).rejects.toMatchObject({
    code: 'HISTORY_READ_ONLY',
  });
  const compact = () => runParallax(['data', 'compact'], { dataFolder });
  expect((await compact()).stderr).toMatch(/Another program is using/);
  expect(clock.finish(20_000)).toBe(true);
  await expect.poll(async () => (await compact()).code, { timeout: 10_000 }).toBe(0);
  expect(await history.call('projects.list', {})).toHaveLength(1);
  await history.close();
});

it('states what is missing until there is a readable history', async () => {
  const dataFolder = temporaryFolder();
  const { ask } = await startAssistant(dataFolder);
  await expect(ask('list_projects')).rejects.toThrow('No history yet.');
  await stored(dataFolder);
  expect(rowsOf((await ask('list_projects')).projects)).toHaveLength(1);
});

it('asks for an older history to be updated by a program that can write', async () => {
  const { dataFolder } = await stored();
  const db = new Database(join(dataFolder, 'history.db'));
  db.pragma('user_version = 100');
  db.close();
  const { ask } = await startAssistant(dataFolder);
  await expect(ask('list_projects')).rejects.toThrow(/Open Parallax once to update it/);
});

it('writes a bundle that starts this installation with this data', async () => {
  const { dataFolder } = await stored();
  const folder = temporaryFolder();
  const file = join(folder, 'parallax.mcpb');
  const write = () => runParallax(['mcp', '--bundle', file, '--allow-spending', '50'], { dataFolder });
  expect((await write()).code).toBe(0);
  expect((await write()).stderr).toMatch(/already exists/);

  const files = openArchive(readFileSync(file));
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { server } = JSON.parse(files.get('manifest.json') ?? '') as {
    server: { type: string; entry_point: string; mcp_config: { args: string[] } };
  };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what the installing program fills in
  const [script = ''] = server.mcp_config.args.map((part) => part.replace('${__dirname}', folder));
  expect([server.type, join(folder, server.entry_point)]).toEqual(['node', script]);
  const { ask, tools } = await startAssistant(dataFolder, { started: [process.execPath, script] });
  expect(tools.map(({ name }) => name)).toContain('ask');
  expect(rowsOf((await ask('list_projects')).projects)).toHaveLength(1);
});

it('every tool says of a wrong parameter which one it is and what it takes', async () => {
  const { ask, tools } = await startAssistant(temporaryFolder());
  const said = (name: string, input: Record<string, unknown>): Promise<string> =>
    ask(name, input).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  for (const { name, inputSchema } of tools) {
    const parameters = Object.keys(inputSchema.properties ?? {});
    const unknown = await said(name, { surprise: 1 });
    expect(unknown).toContain('has no field surprise.');
    expect(unknown).toContain(`${name} takes ${parameters.join(', ')}. Nothing was done.`);
    for (const parameter of parameters) {
      const wrong = await said(name, { [parameter]: { a: 1 } });
      // Wordings have the markets as their names.
      expect(wrong).toMatch(new RegExp(`"${parameter}(\\.a)?" must be `));
      expect(wrong).not.toMatch(/Invalid|expected|received|Too (big|small)|error/);
    }
  }
  expect(await said('search_answers', { query: 'x'.repeat(9000) })).toMatch(
    /^"query" is longer than \d+ characters\. search_answers takes query, /,
  );
  expect(await said('get_answer', {})).toContain('"answerId" is missing.');
  expect(await said('search_answers', { query: 'x', limit: 0.5 })).toMatch(/^"limit" must be a whole number/);
});
