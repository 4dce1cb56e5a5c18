import { describe, expect, it } from 'vitest';
import { readDirectives } from '#service/drivers/sandbox/directives.ts';
import { createSandboxDriver } from '#service/drivers/sandbox/sandboxDriver.ts';
import { countWords } from '#service/drivers/sandbox/template.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { answerTo, ask, question } from './ask.ts';

describe('directives', () => {
  it('are read from the end and taken out of the question', () => {
    expect(readDirectives('Best locks? [[sandbox latency=200 errors=2 outcome=fatal words=300]] ')).toEqual({
      question: 'Best locks?',
      directives: { latencyMs: 200, errors: 2, outcome: 'fatal', words: 300 },
    });
  });

  it.each([
    ['Best locks?', 'Best locks?'],
    ['Best [[sandbox errors=1]] locks?', 'Best [[sandbox errors=1]] locks?'],
    ['[[sandbox latency=0]]', ''],
    ['x [[SANDBOX errors=1]] [[sandbox words=9]]', 'x'],
    ['x [[other errors=1]]', 'x [[other errors=1]]'],
  ])('leave "%s" as "%s"', (given, expected) => {
    expect(readDirectives(given).question).toBe(expected);
  });

  it('without meaning have no effect', () => {
    expect(
      readDirectives('x [[sandbox latency=soon errors=-1 outcome=maybe words colour=red]]').directives,
    ).toEqual({
      errors: 0,
      outcome: 'answer',
    });
  });

  it('keep the question the same as without them', async () => {
    const plain = await answerTo('assistant-a', 'DE');
    expect(await answerTo('assistant-a', 'DE', { question: `${question} [[sandbox latency=0]]` })).toEqual(
      plain,
    );
    expect(JSON.stringify(plain)).not.toContain('[[');
  });
});

describe('the outcome asked for', () => {
  it('fails the first attempts in a way worth retrying and then answers', async () => {
    const told = { question: `${question} [[sandbox errors=2]]`, jobId: 'one job' };
    const kinds = [];
    for (const attempt of [1, 2, 3]) kinds.push((await ask('assistant-b', 'US', { ...told, attempt })).kind);
    expect(kinds).toEqual(['retry', 'retry', 'answer']);
  });

  it('fails for good', async () => {
    expect(await ask('search', 'US', { question: `${question} [[sandbox outcome=fatal]]` })).toMatchObject({
      kind: 'fatal',
    });
  });

  it('hangs until the signal aborts', async () => {
    const controller = new AbortController();
    const answer = ask('assistant-a', 'US', {
      question: `${question} [[sandbox outcome=hang]]`,
      signal: controller.signal,
    });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is empty without failing', async () => {
    const told = { question: `${question} [[sandbox outcome=empty]]` };
    expect(await answerTo('assistant-c', 'US', told)).toMatchObject({ text: '', sources: [] });
    expect(await answerTo('search', 'US', told)).toMatchObject({ organicResults: [] });
    expect(await answerTo('search/news', 'US', told)).toEqual({ newsResults: [] });
  });

  it('is a short refusal without sources, in the language of the market', async () => {
    const told = { question: `${question} [[sandbox outcome=refusal]]` };
    for (const country of ['US', 'DE', 'JP', 'SA']) {
      const refusal = await answerTo('assistant-a', country, told);
      expect(refusal.sources).toEqual([]);
      expect(refusal.entities).toEqual([]);
      expect(refusal.text.length).toBeLessThan(160);
      expect(refusal.text.length).toBeGreaterThan(20);
    }
  });

  it.each([50, 90, 140, 300, 600, 900, 1500])('has about %i words', async (words) => {
    for (const country of ['US', 'DE', 'JP', 'TH']) {
      const { text } = await answerTo('assistant-a', country, {
        question: `${question} [[sandbox words=${words}]]`,
      });
      const counted = countWords(text);
      expect(counted).toBeGreaterThan(words * 0.6);
      expect(counted).toBeLessThan(words * 1.35 + 15);
    }
  });
});

describe('latency', () => {
  it('can be cut short by the signal', async () => {
    const slow = createSandboxDriver();
    const controller = new AbortController();
    const answer = slow.answer(
      driverJob('assistant-b', { prompt: question, country: 'US' }, { signal: controller.signal }),
    );
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('starts nothing when the signal has aborted already', async () => {
    const signal = AbortSignal.abort();
    await expect(ask('assistant-b', 'US', { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
