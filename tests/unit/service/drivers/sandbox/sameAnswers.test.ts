import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { loadTopicNames, sandboxLanguages } from '#service/drivers/sandbox/languages.ts';
import { availableCountries } from '#shared/interface/availability.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import { ask, day } from './ask.ts';

// Histories, exports and comparisons of the sandbox stay comparable only while the same request gets the same
// answer, byte for byte. Prices, dates and shares are written by the ICU of the running Node: when a Node with
// another ICU changes these sums and nothing else has, `vitest -u` takes the new ones.

const chat = { html: true, markdown: true, rawResponse: true };
const include: Readonly<Record<Engine, Readonly<Record<string, unknown>>>> = {
  'assistant-a': { ...chat, searchQueries: true, ads: true, shopping: true },
  'assistant-b': chat,
  'assistant-c': chat,
  'assistant-d': chat,
  'assistant-e': chat,
  search: { html: true, aioverview: { markdown: true }, paaAioverview: true },
  'search/news': { html: true },
  'search-ai': { html: true, markdown: true, expandProducts: true },
};

const questions = [
  'Which folding bike locks do people trust?',
  'best CRM for a small agency in 2026',
  'Welche Girokonten sind kostenlos?',
  'おすすめのホテル',
  'Who repairs old radios near me? [[sandbox words=600]]',
  'How do I cook rice [[sandbox outcome=refusal]]',
];

/** What one request after another is answered with, as one sum. */
function sumOfAnswers() {
  const sum = createHash('sha256');
  return {
    add: async (engine: Engine, country: string, question: string, fields = {}, jobId = 'job-1') => {
      const outcome = await ask(engine, country, {
        question,
        jobId,
        fields: { include: { ...include[engine], html: false }, ...fields },
        nowMs: day,
      });
      sum.update(JSON.stringify(outcome));
    },
    text: () => sum.digest('hex').slice(0, 16),
  };
}

it('every engine answers every country byte for byte as before', { timeout: 180_000 }, async () => {
  const sums: Record<string, string> = {};
  for (const engine of engines) {
    const sum = sumOfAnswers();
    for (const [index, country] of availableCountries(engine).entries()) {
      const question = questions[index % questions.length] ?? '';
      // Pages of HTML are made from the same text and take longer than all the rest.
      const html = index % 10 === 0;
      await sum.add(engine, country, question, { include: { ...include[engine], html } });
    }
    sums[engine] = sum.text();
  }
  expect(sums).toMatchInlineSnapshot(`
    {
      "assistant-a": "912baefbcda54c84",
      "assistant-b": "ea9fe667a3898604",
      "assistant-c": "0f05f2a35959ca25",
      "assistant-d": "31c612d4478a61d6",
      "assistant-e": "898f1bd597390f93",
      "search": "dbbf3c6b52ff2b66",
      "search-ai": "acbe1515e08efa35",
      "search/news": "e629ef4f6688a4ca",
    }
  `);
});

it('every topic asked and answered in every language is answered byte for byte as before', {
  timeout: 60_000,
}, async () => {
  const sums: Record<string, string> = {};
  for (const [tag, topics] of Object.entries(await loadTopicNames())) {
    const sum = sumOfAnswers();
    for (const [index, topic] of topics.entries()) {
      await sum.add('search', 'CH', topic, { hl: tag, pages: 2 }, `job-${index}`);
      await sum.add('search-ai', 'CH', topic, { hl: tag }, `job-${index}`);
    }
    sums[tag] = sum.text();
  }
  expect(Object.keys(sums)).toEqual(sandboxLanguages);
  expect(sums).toMatchInlineSnapshot(`
    {
      "ar": "f89710e7372d6094",
      "cs": "e8d74d987554586e",
      "da": "15709f2a5391d6de",
      "de": "ae90d263103fd218",
      "en": "a0fd8166230d234f",
      "es": "51eeaf16789f42d5",
      "fi": "57b33409996406d2",
      "fr": "d190ebdd4336c094",
      "he": "1f0ab6c51177c410",
      "hi": "8615147985d2d35b",
      "id": "6f59f44698923ef9",
      "it": "716ef8b8f0b07cba",
      "ja": "834c3e5cadafdc75",
      "ko": "c8a9914885299fae",
      "nl": "72cf86e8cfe500d7",
      "no": "88b15a7dbe605b88",
      "pl": "13ab11759fd22117",
      "pt-BR": "ad6694e0c42218ed",
      "pt-PT": "0245958cc59e3978",
      "ro": "a332a7634a90193b",
      "ru": "e262dfe2715e6f70",
      "sv": "5678729f81b214ac",
      "th": "85dec4fca31db872",
      "tr": "2b61754f7f8e08f6",
      "uk": "19e749937bcd673d",
      "zh-CN": "a28d53927c67c486",
      "zh-TW": "0da1a9604ef72626",
    }
  `);
});
