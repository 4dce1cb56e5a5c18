import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createWorkbook } from '#main/exports/workbook.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
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
