import { expect } from 'vitest';
import { count } from './http.ts';
import { ask, bodyFor, monitor, questionOf } from './requests.ts';
import { prove } from './rule.ts';
import { results } from './rules/results.ts';
import { serviceForFile } from './serviceForFile.ts';
import { type Engine, resultOf } from './shapes/monitor.ts';

const service = serviceForFile();

/** Questions that make an engine show its different blocks. */
const questions = [
  'Which folding bike locks should I buy for under 100 dollars?',
  'Where to stay in the old town with children?',
  'Restaurants near the central station open now',
  'How do heat pumps work?',
  'Who is the founder of the largest bicycle maker?',
  'Videos about indoor climbing',
];
const countries = ['US', 'DE', 'JP', 'BR', 'FR', 'AE'];

const flags: Readonly<Record<Engine, Readonly<Record<string, unknown>>>> = {
  'assistant-a': {
    html: true,
    markdown: true,
    rawResponse: true,
    searchQueries: true,
    ads: true,
    shopping: true,
  },
  'assistant-b': { html: true, markdown: true, rawResponse: true },
  'assistant-c': { html: true, markdown: true, rawResponse: true },
  'assistant-d': { html: true, markdown: true, rawResponse: true },
  'assistant-e': { html: true, markdown: true, rawResponse: true },
  search: { html: true, aioverview: { markdown: true }, paaAioverview: true },
  'search/news': { html: true },
  'search-ai': { html: true, markdown: true, expandProducts: true },
};

/** Asks everything everywhere, with every flag and with none; every answer is checked against the shape. */
async function allOf(engine: Engine): Promise<Record<string, unknown>[]> {
  const variants = questions.flatMap((question, at) => {
    const fields = { [questionOf(engine)]: ask('', question), country: countries[at] };
    const legacy = engine === 'assistant-a' ? [{ ...fields, legacy: true, include: flags[engine] }] : [];
    return [fields, { ...fields, include: flags[engine] }, ...legacy];
  });
  return Promise.all(
    variants.map(async (fields) =>
      resultOf(engine, await service().api.post(monitor(engine), bodyFor(engine, fields))),
    ),
  );
}

const shape = (engine: Engine) => async () => {
  expect((await allOf(engine)).length).toBeGreaterThan(10);
};

/** Members that are always there, even when they are empty. */
const alwaysThere = new Set([
  'sources',
  'entities',
  'map',
  'searchQueries',
  'mapSearchQueries',
  'organicResults',
  'peopleAlsoAsk',
  'relatedSearches',
  'newsResults',
  // Asked for by a flag: the answer to the flag is there even when it is nothing.
  'ads',
  'shoppingCards',
  'inlineProducts',
  'productResults',
]);

prove(results, {
  'RES-1': shape('assistant-a'),
  'RES-2': shape('assistant-b'),
  'RES-3': shape('assistant-c'),
  'RES-4': shape('assistant-d'),
  'RES-5': shape('assistant-e'),
  'RES-6': shape('search'),
  'RES-7': shape('search/news'),
  'RES-8': shape('search-ai'),

  'RES-9': async () => {
    for (const engine of Object.keys(flags) as Engine[]) {
      for (const result of await allOf(engine)) {
        for (const [member, value] of Object.entries(result)) {
          if (member !== 'model') expect(value, `${engine} ${member}`).not.toBeNull();
          if (!alwaysThere.has(member)) expect(value, `${engine} ${member}`).not.toEqual([]);
        }
      }
    }
  },

  'RES-10': async () => {
    const answer = await service().api.post(
      monitor('assistant-a'),
      bodyFor('assistant-a', {}, 'outcome=refusal'),
    );
    const { text, sources } = resultOf('assistant-a', answer);
    expect(sources).toEqual([]);
    expect(text).toMatch(/\S/);
    expect(text.length).toBeLessThan(400);
    expect(count(answer, 'X-Credits-Charged')).toBe(5);
  },

  'RES-11': async () => {
    const textIn = async (fields: Record<string, unknown>) => {
      const body = { prompt: ask('', 'How do heat pumps work?').replace('words=50', 'words=200'), ...fields };
      return resultOf('search-ai', await service().api.post(monitor('search-ai'), body)).text;
    };
    const german = /\b(und|der|die|das|mit)\b/g;
    const english = /\b(the|and|of|with|is)\b/g;
    const share = (text: string) => (text.match(german) ?? []).length - (text.match(english) ?? []).length;
    expect(share(await textIn({ country: 'DE' }))).toBeGreaterThan(0);
    expect(share(await textIn({ country: 'DE', hl: 'en' }))).toBeLessThan(0);
    expect(share(await textIn({ country: 'US', hl: 'de' }))).toBeGreaterThan(0);
  },
});
