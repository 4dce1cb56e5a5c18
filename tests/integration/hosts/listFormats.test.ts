import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

it('prints lists as CSV and as JSON Lines, including the effects of changed rules', async () => {
  const dataFolder = temporaryFolder();
  const given = join(dataFolder, 'given.jsonl');
  const answers = ['DE', 'FR'].map((country) => {
    const text = `${country === 'FR' ? 'Kestrel' : 'Foldmaster'} is sold there.`;
    return JSON.stringify({
      engine: 'assistant-a',
      request: { prompt: 'Which "lock", if any?', country },
      receivedAt: '2026-11-01T10:00:00Z',
      response: JSON.parse(sampleBody(country, { text, markdown: text })),
    });
  });
  writeFileSync(given, answers.join('\n'));
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  await parallax('import', given);
  await parallax('brands', 'add', 'Foldmaster', '--as', 'own', '--alias', 'Foldmaster 90');
  await parallax('replay');
  await parallax('brands', 'add', 'Foldmaster', '--alias', 'Kestrel');
  await parallax('replay');

  const list = async (...args: readonly string[]) => {
    const { code, stdout } = await parallax(...args);
    expect(code, args.join(' ')).toBe(0);
    return args.includes('csv') ? [...csvParse(stdout)] : jsonLines(stdout);
  };
  const [{ run: id = '' } = {}] = csvParse((await parallax('history', '--format', 'csv')).stdout);
  for (const args of [
    ['history'],
    ['brands', 'list'],
    ['compare', id],
    ['show', id],
    ['export', id],
    ['gaps'],
  ]) {
    const { stdout } = await parallax(...args, '--format', 'csv-excel');
    expect([args, stdout.split('\ufeff').length, /^\ufeff\w/.test(stdout)]).toEqual([args, 2, true]);
  }
  expect((await parallax('sql', "SELECT '0012' AS code", '--format', 'csv-excel')).stdout).toBe(
    '\ufeffcode\r\n"=""0012"""\r\n',
  );
  expect(await list('history', '--format', 'csv')).toMatchObject([
    { question: 'Which "lock", if any?', answers: '2', project: 'First project' },
  ]);
  const found = await list('history', '--search', 'sold', '--brand', 'foldmaster 90', '--format', 'jsonl');
  expect(found.map(({ market, found_in }) => [market, found_in])).toEqual([
    ['FR', 'answer'],
    ['DE', 'answer'],
  ]);
  const changes = ['recompute', '--changes', '--format'];
  const shift = { name: 'Foldmaster', market: 'FR', answers_before: 0, answers_after: 1, of_after: 1 };
  expect(await list(...changes, 'jsonl')).toMatchObject([shift]);
  expect((await list(...changes, 'csv')).map((row) => row.answers_after)).toEqual(['1']);
  expect(await parallax('recompute', '--format', 'csv')).toMatchObject({ code: 2 });
});

it('prints the lists of the service, and never a key', async () => {
  const dataFolder = temporaryFolder();
  const service = (...args: readonly string[]) => runParallax(['service', ...args], { dataFolder });
  await service('accounts', 'create', 'team');
  const label = 'Nightly, "late"';
  const created = await service('keys', 'create', '--account', 'team', '--label', label, '--json');
  const made = JSON.parse(created.stdout);
  const key = { key: made.id, account: 'team', name: label, ends_in: made.lastFour };

  const list = ['keys', 'list', '--account', 'team', '--format'];
  const keys = (await service(...list, 'csv')).stdout;
  expect([...csvParse(keys)]).toMatchObject([{ ...key, revoked_at: '' }]);
  const drivers = (await service('engines', 'list', '--format', 'jsonl')).stdout;
  expect(jsonLines(drivers)).toContainEqual(expect.objectContaining({ driver: 'sandbox', key_required: 0 }));
  expect([...csvParse((await service('accounts', 'list', '--format', 'csv')).stdout)]).toMatchObject([
    { account: 'team', webhooks_signed: '0' },
  ]);
  expect(JSON.parse((await service(...list, 'json')).stdout)).toHaveLength(1);
  expect(`${keys}${drivers}`).not.toContain(made.apiKey);
  expect(await service(...list, 'csv', '--json')).toMatchObject({ code: 2 });
});
