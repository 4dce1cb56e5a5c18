import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createWorkbook } from '#main/exports/workbook.ts';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

async function workbookOf(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const [head = [], ...body] = rows;
  const workbook = createWorkbook();
  const sheet = await workbook.sheet(
    'Liste',
    head.map((label) => ({ label, kind: 'text' as const, width: 10 })),
  );
  for (const row of body) await sheet.add(row);
  return buffer(Readable.from(await workbook.finish()));
}

it('brands and wordings are read from every kind of file, and said before anything is saved', async () => {
  const dataFolder = temporaryFolder();
  const run = (...args: string[]) => runParallax(args, { dataFolder });
  const written = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(dataFolder, name), bytes);
    return join(dataFolder, name);
  };
  const brands = written(
    'brands.xlsx',
    await workbookOf([
      ['Brand', 'Aliases', 'Domain'],
      ['Müller & Söhne', 'Mueller; MS', 'mueller.de'],
      ['Arc', '', 'arc.com'],
    ]),
  );
  const tried = await run('brands', 'import', brands, '--dry-run');
  expect(tried.stderr).toBe('2 brands, sheet "Liste".\n');
  expect(tried.stdout).toBe('Müller & Söhne\nArc\nNothing was saved.\n');
  expect(jsonLines((await run('brands', 'list', '--format', 'json')).stdout)).toEqual([]);
  expect((await run('brands', 'import', brands)).code).toBe(0);
  expect(jsonLines((await run('brands', 'list', '--format', 'json')).stdout)).toMatchObject([
    { name: 'Müller & Söhne', aliases: [{ text: 'Mueller' }, { text: 'MS' }], domains: ['mueller.de'] },
    { name: 'Arc', aliases: [], domains: ['arc.com'] },
  ]);

  const plan = ['plan', 'create', 'Locks', '--question', 'Which lock?', '--countries', 'DE,FR', '--dry-run'];
  const table = [
    ['country', 'wording'],
    ['DE', 'Welches Schloß?'],
    ['fr', 'Lequel?'],
  ];
  const text = table.map((row) => row.join(';')).join('\r\n');
  for (const [file, source] of [
    [written('wordings.xlsx', await workbookOf(table)), 'sheet "Liste"'],
    [written('ansi.csv', Buffer.from(text, 'latin1')), 'encoding Windows-1252'],
    [written('unicode.txt', Buffer.from(`\uFEFF${text}`, 'utf16le')), 'encoding UTF-16'],
  ] as const) {
    const { code, stderr } = await run(...plan, '--wordings', file);
    expect(stderr).toContain(`2 wordings from column "wording", ${source}.`);
    expect(code).toBe(0);
  }
  expect((await run('plan', 'list', '--format', 'json')).stdout).toBe('');
});

it('a workbook is read by the program in a process of its own', async () => {
  const dataFolder = temporaryFolder();
  const file = join(dataFolder, 'keywords.xlsx');
  writeFileSync(
    file,
    await workbookOf([
      ['Keyword', 'Volume'],
      ['best lock', '1300'],
    ]),
  );
  const { stdout, stderr } = await startParallax(['plan', 'questions', file], { dataFolder }).finished;
  expect(stderr).toContain('sheet "Liste"');
  expect(stdout).toContain('best lock');
});

it.skipIf(process.platform === 'win32')('a file without end is refused', async () => {
  const given = ['plan', 'create', 'p', '--questions', '/dev/zero', '--countries', 'US', '--dry-run'];
  const { code, stderr } = await runParallax(given, { dataFolder: temporaryFolder() });
  expect([code, stderr]).toEqual([
    2,
    'The file /dev/zero is larger than 250 MB. Divide it into several files. Nothing was saved.\n',
  ]);
});
