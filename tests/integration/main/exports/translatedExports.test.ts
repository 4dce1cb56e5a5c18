import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

type Exported = {
  readonly market: string;
  readonly text: string;
  readonly translations?: readonly {
    readonly target: string;
    readonly translator: string;
    readonly text: string;
  }[];
};

it('writes translations beside the originals, and nothing where none is stored', async () => {
  const dataFolder = temporaryFolder();
  const files = temporaryFolder();
  const parallax = async (...args: readonly string[]) => {
    const done = await runParallax(args, { dataFolder });
    expect(done.code, done.stderr).toBe(0);
    return done.stdout;
  };
  const exported = (format: string) => parallax('export', '--format', format);
  const asked = await parallax('ask', 'best bike locks', '--countries', 'US,DE', '--format', 'json');
  const runId = String(jsonLines(asked)[0]?.runId);
  const before = { csv: await exported('csv'), jsonl: await exported('jsonl') };
  expect(before.jsonl).not.toContain('"translations"');
  await parallax(
    'export',
    '--format',
    'parquet',
    '--tables',
    'texts,translations',
    '--out',
    join(files, 'none'),
  );
  expect(readFileSync(join(files, 'none', 'manifest.json'), 'utf8')).not.toContain('translations');
  await parallax('translate', runId, '--to', 'en', '--with', 'sandbox', '--yes');

  const [head = '', ...rows] = (await exported('csv')).split('\r\n');
  expect(head).toBe(`${before.csv.split('\r\n')[0]},text_en_sandbox`);
  expect(rows.join('\n')).not.toBe('');
  const answers = jsonLines(await exported('jsonl')) as unknown as readonly Exported[];
  const german = answers.find(({ market }) => market === 'DE');
  const american = answers.find(({ market }) => market === 'US');
  expect(american).not.toHaveProperty('translations');
  expect(german?.translations).toMatchObject([{ target: 'en', translator: 'sandbox' }]);
  const text = german?.translations?.[0]?.text ?? '';
  expect(text).not.toBe('');
  expect(text).not.toBe(german?.text);
  const quoted = `"${text.replaceAll('"', '""')}"`;
  expect(rows.join('\r\n').split(quoted)).toHaveLength(2);

  await parallax('export', '--format', 'parquet', '--tables', 'translations', '--out', join(files, 'tables'));
  const file = await asyncBufferFromFile(join(files, 'tables', 'translations.parquet'));
  expect(await parquetReadObjects({ file })).toMatchObject([
    { source: 'de', target: 'en', translator: 'sandbox', text },
  ]);

  const evidence = join(files, 'run.evidence.jsonl');
  await parallax('evidence', runId, '--out', evidence);
  const written = readFileSync(evidence, 'utf8');
  expect(await parallax('verify', evidence)).toMatch(/intact|not altered/i);
  const parts = written
    .split('\n')
    .filter((line) => line.includes('"observation"'))
    .flatMap((line) => (JSON.parse(line) as { parts: readonly { name: string; content: string }[] }).parts);
  const translation = parts.filter(({ name }) => name === 'translation en');
  expect(translation.map(({ content }) => (JSON.parse(content) as { text: string }).text)).toEqual([text]);
  expect(parts.filter(({ name }) => name === 'payload').length).toBe(2);
});
