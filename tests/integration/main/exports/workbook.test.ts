import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { verifyEvidence } from '#main/evidence/verifyEvidence.ts';
import { createWorkbook } from '#main/exports/workbook.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { assertWellFormed, openArchive } from '#tests/support/exports/openArchive.ts';
import { cellsOf } from '#tests/support/exports/sheetRows.ts';
import { storeStory } from '#tests/support/history/overviewStories.ts';
import { storeAnswers } from '#tests/support/history/storedAnswers.ts';
import { temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

const at = Date.UTC(2026, 10, 1, 12);

it('a workbook is an archive of well-formed parts, and all texts stay text', async () => {
  const workbook = createWorkbook();
  const sheet = await workbook.sheet('Q&A', [
    { label: 'text', kind: 'text', width: 10 },
    { label: 'number', kind: 'number', width: 10 },
    { label: 'at', kind: 'date', width: 10 },
  ]);
  const hostile = [
    '=HYPERLINK("x")',
    '</t><f>1+1</f>',
    'a\u0000b\ud800',
    '_x000D_',
    'x'.repeat(40_000),
    '  日本 🚲',
  ];
  for (const text of hostile) await sheet.add([text, 1.5, at]);
  await sheet.add([null, null, null]);
  const files = openArchive(Buffer.concat(await Array.fromAsync(await workbook.finish())));
  for (const xml of files.values()) assertWellFormed(xml);
  const xml = files.get('xl/worksheets/sheet1.xml') ?? '';
  expect(xml).not.toContain('<f');
  expect(xml).toContain('state="frozen"');
  const cells = cellsOf(files, 1);
  expect([2, 3, 4, 5, 7].map((row) => cells[`A${row}`])).toEqual([
    '=HYPERLINK("x")',
    '</t><f>1+1</f>',
    'ab\ufffd',
    '_x005F_x000D_',
    '  日本 🚲',
  ]);
  expect(cells.A6).toHaveLength(32_767);
  // 2026-11-01 12:00 counted from 1899-12-30.
  expect([cells.B2, cells.C2]).toEqual(['1.5', '46327.5']);
});

it('the window exports a search, a series and a run: workbook, lines, and evidence that verifies', async () => {
  const data = temporaryFolder();
  const history = await temporaryHistory({ file: join(data, 'history.db') });
  const [de = '', fr = ''] = await storeAnswers(history, [
    { country: 'DE', atMs: at, result: { text: '=1+1 Faltschloss' } },
    { country: 'FR', atMs: at + 1 },
    { country: 'DE', atMs: at + 86_400_000 },
  ]);
  await history.call('labels.set', { observationId: de, labels: ['wichtig'] });
  await history.call('notes.add', { observationId: de, text: 'Ours is missing', nowMs: at });
  await history.close();

  const out = join(data, 'out.xlsx');
  expect((await runParallax(['export', '--format', 'xlsx'], { dataFolder: data })).code).toBe(2);
  expect((await runParallax(['export', '--format', 'xlsx', '--out', out], { dataFolder: data })).code).toBe(
    0,
  );
  const files = openArchive(readFileSync(out));
  for (const xml of files.values()) assertWellFormed(xml);
  // The summary: how many of the requests of each engine and market have an answer.
  const summary = cellsOf(files, 1);
  expect(['A', 'D', 'E', 'F', 'G'].map((column) => summary[`${column}2`])).toEqual([
    'answers',
    'DE',
    '2',
    '2',
    '1',
  ]);
  const answers = cellsOf(files, 2);
  expect([answers.A2, answers.A3, answers.J2]).toEqual([de, fr, '=1+1 Faltschloss']);
  expect(Object.values(answers)).toEqual(expect.arrayContaining(['wichtig', 'Ours is missing']));
  expect(cellsOf(files, 3).H2).toBe('locks-de.example');

  const core = await startCore({ paths: { data } });
  const take = async (
    selection: Parameters<typeof core.router.invoke<'exports.make'>>[1]['selection'],
    format: 'jsonl' | 'evidence',
  ) => {
    const made = await core.router.invoke('exports.make', { selection, format });
    const { base64, next } = await core.router.invoke('exports.read', { fileId: made.fileId, from: 0 });
    expect(next).toBeNull();
    await expect(core.router.invoke('exports.read', { fileId: made.fileId, from: 0 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    return { made, text: Buffer.from(base64, 'base64').toString('utf8') };
  };
  const searched = await take({ search: 'label:wichtig' }, 'jsonl');
  // Whoever watches the window or the taskbar is told how far it is, and that it has ended.
  const told = core.seen.flatMap((event) => (event.name === 'data.progress' ? [event.payload.progress] : []));
  expect(told).toEqual([{ what: 'Export', done: 1, total: 1 }, null]);
  expect(jsonLines(searched.text)).toMatchObject([
    { id: de, labels: ['wichtig'], notes: [{ text: 'Ours is missing' }] },
  ]);
  expect(jsonLines((await take({ series: de }, 'jsonl')).text).map((line) => line.country)).toEqual([
    'DE',
    'DE',
  ]);
  const sealed = await take({ filter: { ids: [de, fr] } }, 'evidence');
  expect(sealed.text).not.toContain('Ours is missing');
  const verdict = await verifyEvidence(sealed.text.trimEnd().split('\n'));
  expect(verdict).toMatchObject({ intact: true, observations: 2, seal: sealed.made.seal });
  await expect(take({ search: 'nothing-has-this' }, 'jsonl')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('names a brand that was detected and then accepted as the window does, with its kind', async () => {
  const data = temporaryFolder();
  await storeStory(data, 'missingInBrazil');
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder: data });
  await parallax('brands', 'accept', 'Rival', '--as', 'competitor');
  await parallax('recompute');
  const out = join(data, 'out.xlsx');
  expect((await parallax('export', '--format', 'xlsx', '--out', out)).code).toBe(0);
  const files = openArchive(readFileSync(out));
  const named = Object.values(cellsOf(files, 5));
  expect(named).toEqual(expect.arrayContaining(['Rival', 'competitor']));
  expect(Object.values(cellsOf(files, 1))).toContain('Rival');
  const tables = join(data, 'tables');
  expect((await parallax('export', '--format', 'parquet', '--out', tables)).code).toBe(0);
  const file = await asyncBufferFromFile(join(tables, 'mentions.parquet'));
  const rows = await parquetReadObjects({ file });
  expect(rows.length).toBe(named.filter((value) => value === 'Rival').length);
  expect(new Set(rows.map(({ brand, kind }) => `${brand} ${kind}`))).toEqual(new Set(['Rival competitor']));
});
