import { expect, it } from 'vitest';
import type { ReadAnswer } from '#main/translation/readAnswers.ts';
import { type JobLimit, runTranslationJob } from '#main/translation/translationJob.ts';
import type { Translator } from '#main/translation/translator.ts';
import type { TranslationJob } from '#shared/model/translation.ts';

const spent = { characters: 100, credits: 3, cost: 0.4, currency: 'EUR' };

const translator: Translator = {
  kind: 'deepl',
  label: 'DeepL',
  problems: async () => [],
  price: async (answers) => ({
    characters: 100 * answers.length,
    credits: 3 * answers.length,
    cost: 0.4 * answers.length,
    currency: 'EUR',
    quota: null,
    note: '',
  }),
  translate: async () => ({ ...spent, texts: [], model: '', version: 'v2' }),
  close: async () => {},
};

const answerOf = (id: string): ReadAnswer => ({
  answer: { id, projectId: 'p', question: '', country: 'DE', driver: null } as ReadAnswer['answer'],
  prepared: { source: 'de', target: 'en', blocks: [] } as unknown as ReadAnswer['prepared'],
  request: { observationId: id, blocks: [], characters: 100 } as unknown as ReadAnswer['request'],
});

const begun = {
  state: 'waiting',
  done: 0,
  blocks: 0,
  refused: 0,
  characters: 0,
} as unknown as TranslationJob;

it.each<[JobLimit, number, RegExp]>([
  [{ cost: 1 }, 2, /limit of 1 EUR\./],
  [{ credits: 7 }, 2, /limit of 7 credits/],
  [{ cost: 0 }, 0, /limit of 0 EUR\./],
  [{ credits: 100, cost: 0.9 }, 2, /limit of 0\.9 EUR\./],
])(
  'a job under the limit %j stores %i of four answers and never spends more',
  async (limit, done, reason) => {
    const stored: string[] = [];
    const job = await runTranslationJob(
      { ...begun, credits: null, cost: null },
      ['1', '2', '3', '4'],
      limit,
      {
        translator,
        read: async (id) => answerOf(id),
        store: async ({ observationId }) => void stored.push(observationId),
        spend: async () => {},
        now: () => 0,
        changed: () => {},
      },
      new AbortController().signal,
    );
    expect(job).toMatchObject({ state: 'limited', done });
    expect(job.reason).toMatch(reason);
    expect(stored).toHaveLength(done);
    expect(job.cost ?? 0).toBeLessThanOrEqual(limit.cost ?? Number.POSITIVE_INFINITY);
    expect(job.credits ?? 0).toBeLessThanOrEqual(limit.credits ?? Number.POSITIVE_INFINITY);
  },
);
