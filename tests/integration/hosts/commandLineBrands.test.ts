import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

it('lists, adds, merges, splits, accepts, dismisses and restores brands, in tables and JSON', async () => {
  const dataFolder = temporaryFolder();
  const brands = (...args: readonly string[]) => runParallax(['brands', ...args], { dataFolder });
  expect((await brands('list')).stdout).toMatch(/version 0\n\nNo brands yet/);
  await brands(
    'add',
    'Foldmaster',
    '--as',
    'own',
    '--alias',
    'Foldmaster 90',
    '--domain',
    'www.foldmaster.com',
  );
  await brands('merge', 'CycleGuard', 'foldmaster');
  await brands('separate', 'Foldmaster', 'Foldmaster 90');
  await brands('accept', 'Arc', '--as', 'competitor');
  await brands('dismiss', 'Verdict');
  const domain = await brands('domain', 'https://www.arc.de/', 'competitor');
  expect(domain).toMatchObject({ code: 0, stderr: '' });
  expect(domain.stdout).toContain('Brand list, version 6');

  expect(jsonLines((await brands('list', '--format', 'json')).stdout)).toMatchObject([
    {
      name: 'Foldmaster',
      kind: 'own',
      aliases: [{ text: 'CycleGuard', merged: true }],
      domains: ['foldmaster.com'],
      rulesVersion: 6,
    },
    { name: 'Foldmaster 90', kind: 'own' },
    { name: 'Arc', kind: 'competitor' },
  ]);
  const decisions = jsonLines((await brands('list', '--corrections', '--format', 'json')).stdout);
  expect(decisions.map((each) => each.words)).toEqual([
    'arc.de belongs to a competitor',
    'Verdict is not a brand',
    'Arc is a competitor',
    'Foldmaster 90 separated from Foldmaster as Foldmaster 90',
    'CycleGuard merged into Foldmaster',
  ]);
  const undone = await brands('undo', String(decisions[3]?.id), '--format', 'json');
  expect(jsonLines(undone.stdout)[0]).toMatchObject({
    aliases: [{ text: 'Foldmaster 90' }, { text: 'CycleGuard' }],
    rulesVersion: 7,
  });

  await brands('source', 'arc.de', 'reviews');
  const [typed] = jsonLines((await brands('list', '--corrections', '--format', 'json')).stdout);
  expect(typed?.words).toBe('arc.de has the source type reviews');

  const list = join(dataFolder, 'brands.txt');
  writeFileSync(list, 'Bow; ボウ; bow.jp\nArc; arc.example.com; other\n');
  expect((await brands('import', list)).stdout).toMatch(/Arc {2,}Other brand/);
  expect((await brands('remove', 'bow')).stdout).not.toContain('ボウ');
});

it('states what is wrong with a brand and which name is unknown', async () => {
  const dataFolder = temporaryFolder();
  const brands = (...args: readonly string[]) => runParallax(['brands', ...args], { dataFolder });
  await brands('add', 'Foldmaster');
  expect(await brands('add', 'X', '--alias', 'foldmaster', '--domain', 'nonsense')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      '“foldmaster” is already a name of Foldmaster. A name can belong to one brand only.\n“nonsense” is not a domain. Enter one such as example.com, or remove its line.\n',
  });
  expect(await brands('remove', 'nobody')).toMatchObject({
    code: 2,
    stderr: 'No brand "nobody". List brands with "parallax brands list".\n',
  });
  expect((await brands('import', join(dataFolder, 'missing.txt'))).stderr).toMatch(
    /cannot be read \(ENOENT\)/,
  );
});
