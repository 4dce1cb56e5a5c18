import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExportSelection } from '#shared/model/export.ts';
import { parquetTables, usualParquetTables } from '#shared/tables/parquetTables.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { archivedFiles } from '#tests/support/exports/openArchive.ts';
import { storeRuns } from '#tests/support/history/storedRun.ts';
import { storeTrendBrands, storeTrendHistory, trendDay } from '#tests/support/history/trendHistory.ts';

const guide = readFileSync('docs/guide/export-and-backup.md', 'utf8');
const storedAnswer = {
  text: 'The Foldmaster is light.',
  markdown: '',
  model: null,
  sources: [{ position: 1, url: 'https://tests.example/light', label: 'Light locks' }],
  searchQueries: [],
  entities: [],
  map: [],
  provenance: { driver: 'sandbox', servedShape: 'default' },
};
let dataFolder: string;
let out: string;

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'parallax-parquet-'));
  out = join(dataFolder, 'tables');
  await storeTrendHistory(dataFolder);
  storeTrendBrands(dataFolder);
  const { code, stderr } = await runParallax(['export', '--format', 'parquet', '--out', out], { dataFolder });
  expect([code, stderr]).toEqual([0, expect.stringContaining('answers.parquet: 38 rows')]);
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

it('gives the figures of a trend in DuckDB, by the query of the guide', async () => {
  const sql = guide.match(/```sql\n(SELECT strftime[\s\S]*?)```/)?.[1] ?? '';
  // The prepared rules name their brands by id only.
  const inFolder = sql.replace(/'(\w+)\.parquet'/g, `'${out}/$1.parquet'`).replace("'Foldmaster'", "'own'");
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const found = (await connection.runAndReadAll(inFolder)).getRowObjects();
  connection.closeSync();
  const { stdout } = await runParallax(['trend', 'visibility', '--every', 'day', '--format', 'json'], {
    dataFolder,
  });
  const [line] = jsonLines(stdout) as [{ series: [{ points: { value: number }[] }] }];
  expect(found.map(({ visibility }) => visibility)).toEqual(line.series[0].points.map(({ value }) => value));
  expect(found).toHaveLength(8);
});

it('gives the columns of the guide in hyparquet, and the cited sources', async () => {
  for (const table of usualParquetTables) {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(join(out, `${table}.parquet`)) });
    const columns = Object.entries(parquetTables[table]);
    if (rows[0]) expect(Object.keys(rows[0])).toEqual(columns.map(([name]) => name));
    expect(guide).toContain(`| \`${table}\` | \`${columns.map((column) => column.join(' ')).join(', ')}\` |`);
    if (table === 'citations')
      expect(rows[0]).toMatchObject({ ordinal: 0, url: 'https://tests.example/DE', domain: 'tests.example' });
  }
});

it('continues an earlier export with newer answers, and refuses an existing folder', async () => {
  const [next, last] = [join(dataFolder, 'next'), join(dataFolder, 'last')];
  const args = ['export', '--format', 'parquet', '--since'];
  const { code, stderr } = await runParallax([...args, out, '--out', next], { dataFolder });
  expect([code, stderr]).toEqual([0, expect.stringContaining('answers.parquet: 0 rows')]);
  await storeRuns(dataFolder, [
    {
      question: 'Which folding bike locks are light?',
      engine: 'assistant-a',
      options: {},
      samples: 3,
      atMs: trendDay + 864_000_000,
      cells: [1, 2, 3].map((sample) => ({ country: 'DE', sample, result: storedAnswer })),
    },
  ]);
  expect((await runParallax([...args, next, '--out', last], { dataFolder })).code).toBe(0);
  const read = async (folder: string, table: string) =>
    parquetReadObjects({ file: await asyncBufferFromFile(join(folder, `${table}.parquet`)) });
  const [before, added] = [await read(out, 'answers'), await read(last, 'answers')];
  expect([before.length, added.length]).toEqual([38, 3]);
  // The embedded service has no other names.
  expect(added.map((row) => row.engine_name)).toEqual(Array(3).fill('assistant-a'));
  const ids = new Set([...before, ...added].map(({ answer_id: id }) => id));
  expect(ids.size).toBe(41);
  expect((await read(last, 'citations')).map(({ answer_id: id }) => id)).toEqual(
    added.map(({ answer_id: id }) => id),
  );
  const again = await runParallax([...args, out, '--out', next], { dataFolder });
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already exists')]);
});

it('exports the same tables from a window in one archive: of all answers, a run or a search', async () => {
  const { router } = await startCore({ paths: { data: dataFolder } });
  const taken = async (selection: ExportSelection) => {
    const made = await router.invoke('exports.make', { selection, format: 'parquet' });
    const chunks: Buffer[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const chunk: { base64: string; next: number | null } = await router.invoke('exports.read', {
        fileId: made.fileId,
        from,
      });
      chunks.push(Buffer.from(chunk.base64, 'base64'));
      from = chunk.next;
    }
    const files = archivedFiles(Buffer.concat(chunks));
    const rows = async (table: string) => {
      const bytes = files.get(`${table}.parquet`) ?? Buffer.alloc(0);
      return parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    };
    return {
      made,
      names: [...files.keys()],
      answers: await rows('answers'),
      citations: await rows('citations'),
    };
  };
  const file = (name: string) => asyncBufferFromFile(join(dataFolder, 'whole', `${name}.parquet`));
  const whole = ['export', '--format', 'parquet', '--out', join(dataFolder, 'whole')];
  expect((await runParallax(whole, { dataFolder })).code).toBe(0);
  const [answers, citations] = [
    await parquetReadObjects({ file: await file('answers') }),
    await parquetReadObjects({ file: await file('citations') }),
  ];

  const all = await taken({ search: '' });
  expect(all.made).toMatchObject({ answers: 41, unreadable: [] });
  expect(all.made.name).toMatch(/^answers-[-0-9]{10}\.parquet\.zip$/);
  expect(all.names).toEqual(
    ['manifest.json', ...usualParquetTables.map((name) => `${name}.parquet`).sort()].sort(),
  );
  expect([all.answers, all.citations]).toEqual([answers, citations]);

  const runId = String(answers[0]?.run_id);
  const ofRun = answers.filter(({ run_id }) => run_id === runId);
  const ids = ofRun.map(({ answer_id }) => String(answer_id));
  expect((await taken({ filter: { ids: [runId] } })).answers).toEqual(ofRun);
  // Far apart, named in another order.
  const [first, last] = [String(answers[0]?.answer_id), String(answers.at(-1)?.answer_id)];
  const ends = await taken({ filter: { ids: [last, first] } });
  expect(ends.answers.map(({ answer_id }) => answer_id)).toEqual([first, last]);
  expect(ends.citations).toEqual(
    citations.filter(({ answer_id }) => answer_id === first || answer_id === last),
  );
  // What was stored by another program just now is in the index after a while.
  expect(await router.invoke('history.index', { limit: 64 })).toMatchObject({ pending: 0 });
  const found = await taken({ search: `run:${runId}` });
  expect(found.answers.map(({ answer_id }) => answer_id)).toEqual(ids);

  const cancelled = new AbortController();
  cancelled.abort();
  await expect(
    router.invoke(
      'exports.make',
      { selection: { search: '' }, format: 'parquet' },
      { signal: cancelled.signal },
    ),
  ).rejects.toMatchObject({ code: 'CANCELLED' });
});
