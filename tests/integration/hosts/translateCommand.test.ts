import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import type { TranslationJob } from '#shared/model/translation.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';

describe('parallax translate', () => {
  let dataFolder: string;
  let runId: string;
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  const answerOf = async (...args: readonly string[]) =>
    (
      jsonLines(
        (await parallax('compare', runId, '--tab', 'answer', '--json', ...args)).stdout,
      )[0] as unknown as Comparison
    ).answer;
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-translate-'));
    const asked = await parallax('ask', 'best bike locks', '--countries', 'US,DE,JP', '--format', 'json');
    runId = String(jsonLines(asked.stdout)[0]?.runId);
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));

  it('names the missing setting, and sends nothing to a translator that is not set up', async () => {
    const without = await parallax('translate', runId);
    expect(without).toMatchObject({ code: 2 });
    expect(without.stderr).toContain('Choose a language to read answers in: the project has none');
    expect((await parallax('translate', runId, '--to', 'en')).stderr).toContain('Choose a translator');
    expect((await parallax('translate', runId, '--to', 'en', '--with', 'deepl')).stderr).toContain(
      'DeepL needs a key',
    );
    expect((await parallax('translate', runId, '--to', 'english', '--with', 'sandbox')).stderr).toContain(
      'two letters',
    );
  });

  it('translates what is not in the language yet, once, and keeps the choice', async () => {
    const first = await parallax(
      'translate',
      runId,
      '--to',
      'en',
      '--with',
      'sandbox',
      '--save',
      '--format',
      'json',
    );
    expect(first.code).toBe(0);
    expect(first.stderr).toContain('2 answers into English with Sandbox');
    const job = jsonLines(first.stdout)[0] as unknown as TranslationJob;
    expect(job).toMatchObject({ state: 'completed', done: 2, total: 2 });
    expect(job.refused / job.blocks).toBeLessThan(0.1);
    const second = await parallax('translate', runId);
    expect(second.stderr).toContain('Nothing to translate into English. 3 need no translation.');
    expect(second.code).toBe(0);
    expect((await parallax('translate', runId, '--again')).stdout).toContain('2 of 2 answers translated');
  });

  it('shows them in a comparison, with the originals as the truth', async () => {
    const japanese = /[\u3040-\u30ff\u3400-\u9fff]/;
    const [original, read] = [await answerOf(), await answerOf('--read-in', 'en')];
    const share = (texts: readonly string[]) =>
      texts.filter((text) => japanese.test(text)).length / texts.length;
    expect(share(original.blocks.map(({ text }) => text))).toBeGreaterThan(0.2);
    expect(share(read.blocks.map(({ text }) => text))).toBeLessThan(0.05);
    expect(read.blocks.map(({ id }) => id).sort()).toEqual(original.blocks.map(({ id }) => id).sort());
    const marks = (blocks: typeof read.blocks) =>
      Object.fromEntries(blocks.map((block) => [block.id, block.marks.length]));
    expect(marks(read.blocks)).toEqual(marks(original.blocks));
    const none = await parallax('compare', runId, '--read-in', 'fr');
    expect(none.stderr).toContain(`parallax translate ${runId} --to fr`);
  });

  it('aligns and compares the translations: more sections are found in several languages', async () => {
    const [original, read] = [await answerOf(), await answerOf('--read-in', 'en')];
    expect([original.comparedIn, read.comparedIn]).toEqual([null, 'en']);
    const shared = ({ rows }: typeof read) => rows.filter(({ present }) => present > 1).length;
    expect(shared(read)).toBeGreaterThan(shared(original));
    const kinds = (answer: typeof read) =>
      answer.rows.flatMap(({ cells }) => cells.map((cell) => cell?.verdict.kind));
    expect(kinds(read)).not.toContain('not-compared');
    const table = await parallax('compare', runId, '--tab', 'answer', '--read-in', 'en');
    expect(table.stdout).toContain('Compared in English translation');
    expect(table.stdout).toMatch(/\d of 3 agree/);
  });

  it('is searched and listed in SQL', async () => {
    const found = await parallax('history', '--search', 'country:jp "how to choose"', '--format', 'json');
    expect(jsonLines(found.stdout)).toMatchObject([{ runId, country: 'JP' }]);
    const rows = await parallax(
      'sql',
      'SELECT market, target, translator FROM view_translations ORDER BY market',
      '--format',
      'json',
    );
    expect(jsonLines(rows.stdout)).toEqual([
      { market: 'DE', target: 'en', translator: 'sandbox' },
      { market: 'JP', target: 'en', translator: 'sandbox' },
    ]);
  });
});
