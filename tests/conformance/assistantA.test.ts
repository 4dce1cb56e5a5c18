import { expect } from 'vitest';
import { header, send } from './http.ts';
import { ask, bodyFor, monitor } from './requests.ts';
import { prove } from './rule.ts';
import { assistantA } from './rules/assistants.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectInvalid } from './shapes/errors.ts';
import { resultOf } from './shapes/monitor.ts';

const service = serviceForFile();
const path = monitor('assistant-a');
const call = (fields: Record<string, unknown> = {}) =>
  service().api.post(path, bodyFor('assistant-a', fields));
const result = async (fields: Record<string, unknown> = {}) => resultOf('assistant-a', await call(fields));

/** What a shopper would ask, on the interface that shows ads and products. */
const shopping = (include: Record<string, boolean>) => ({
  prompt: ask('', 'Best folding bike lock to buy under 100 dollars'),
  legacy: true,
  include,
});

prove(assistantA, {
  'A-1': async () => {
    expectInvalid(await call({ prompt: undefined }), 400, 'prompt');
    expectInvalid(await call({ prompt: undefined, query: 'x' }), 400, 'prompt', 'query');
  },

  'A-2': async () => {
    expectInvalid(await call({ country: undefined }), 400, 'country');
    expectInvalid(await service().api.post(path, {}), 400, 'country', 'prompt');
  },

  'A-3': async () => {
    await result({ state: 'CA' });
    await result({ state: 'DC' });
    expectInvalid(await call({ state: 'ZZ' }), 400, 'state');
    expectInvalid(await call({ state: 5 }), 400, 'state');
    expectInvalid(await call({ state: 'CA', country: 'DE' }), 400, 'state');
  },

  'A-4': async () => {
    for (const flag of ['html', 'markdown', 'rawResponse', 'searchQueries', 'ads', 'shopping']) {
      for (const value of ['true', 1, null, {}]) {
        expectInvalid(await call({ include: { [flag]: value } }), 400, `include.${flag}`);
      }
      await result({ include: { [flag]: false } });
    }
  },

  'A-5': async () => {
    const { html, text } = await result({ include: { html: true } });
    const page = await send(String(html));
    expect(page.status).toBe(200);
    expect(header(page, 'Content-Type')).toMatch(/^text\/html/);
    expect(page.text.length).toBeGreaterThan(text.length / 2);
  },

  'A-6': async () => {
    const { markdown } = await result({ include: { markdown: true } });
    expect(markdown).toMatch(/\S/);
  },

  'A-7': async () => {
    const { rawResponse } = await result({ include: { rawResponse: true } });
    expect(rawResponse?.length).toBeGreaterThan(0);
  },

  'A-8': async () => {
    const asked = await result({ include: { searchQueries: true } });
    expect(asked.searchQueries).toBeInstanceOf(Array);
    expect(asked.mapSearchQueries).toBeInstanceOf(Array);
    const plain = await result();
    expect(plain).not.toHaveProperty('searchQueries');
    expect(plain).not.toHaveProperty('mapSearchQueries');
  },

  'A-9': async () => {
    const { ads } = await result(shopping({ ads: true }));
    expect(ads).toBeInstanceOf(Array);
    expect((ads ?? []).filter((ad) => ad.rendered).length).toBeLessThanOrEqual(1);
    expect(await result(shopping({ shopping: true }))).not.toHaveProperty('ads');
  },

  'A-10': async () => {
    const { shoppingCards, inlineProducts } = await result(shopping({ shopping: true }));
    expect(inlineProducts).toBeInstanceOf(Array);
    const products = (shoppingCards ?? []).flatMap((card) => card.products);
    expect(products.length).toBeGreaterThan(0);
    for (const product of products) expect(product.price).toMatch(/\d/);
    expect(products.some((product) => (product.offers ?? []).length > 0)).toBe(true);
    const without = await result(shopping({ ads: true }));
    expect(without).not.toHaveProperty('shoppingCards');
    expect(without).not.toHaveProperty('inlineProducts');
  },

  'A-11': async () => {
    expect((await result()).model).toBeNull();
    expect((await result({ legacy: false })).model).toBeNull();
    expectInvalid(await call({ legacy: 'true' }), 400, 'legacy');
  },

  'A-12': async () => {
    const answers = await Promise.all(
      [
        'locks',
        'best cafés near the station',
        'hotels in the old town',
        'parks for a rainy day',
        'running shoes',
      ].flatMap((question) =>
        [{}, { include: { searchQueries: true } }].map((flags) =>
          result({ prompt: ask('', question), legacy: true, ...flags }),
        ),
      ),
    );
    const older = answers.filter(({ model }) => model !== null);
    expect(older.length).toBeGreaterThan(0);
    for (const { model, searchQueries, mapSearchQueries } of older) {
      expect(model).toMatch(/\S/);
      expect(searchQueries?.length).toBeGreaterThan(0);
      expect(new Set(mapSearchQueries).size).toBe(mapSearchQueries?.length);
    }
    expect(older.some(({ mapSearchQueries }) => (mapSearchQueries ?? []).length > 0)).toBe(true);
  },

  'A-13': async () => {
    expect((await result()).sources.length).toBeGreaterThan(0);
    expect((await result({ disableWebSearch: false })).sources.length).toBeGreaterThan(0);
    expectInvalid(await call({ disableWebSearch: 0 }), 400, 'disableWebSearch');
  },

  'A-14': async () => {
    const alone = await result({ disableWebSearch: true, include: { searchQueries: true } });
    expect(alone.sources).toEqual([]);
    expect(alone.searchQueries).toEqual([]);
    expect(alone).not.toHaveProperty('citationPills');
  },

  'A-15': async () => {
    const { text, sources, entities, map } = await result();
    expect(text).toMatch(/\S/);
    expect([sources, entities, map].every(Array.isArray)).toBe(true);
  },

  'A-16': async () => {
    const { sources } = await result();
    expect(sources.map(({ position }) => position)).toEqual(sources.map((_, at) => at + 1));
    for (const { label, footnote } of sources) {
      expect(label).toMatch(/\S/);
      expect(footnote).toBeTypeOf('boolean');
    }
  },

  'A-17': async () => {
    const { sources, citationPills = [] } = await result();
    expect(citationPills.length).toBeGreaterThan(0);
    expect(Math.min(...citationPills.map(({ citationPillId }) => citationPillId))).toBe(0);
    for (const { position, url, domain } of citationPills) {
      expect(sources[position - 1]?.url).toBe(url);
      expect(domain).toBe(new URL(url).hostname.replace(/^www\./, ''));
    }
  },

  'A-18': async () => {
    const { shoppingCards = [] } = await result(shopping({ shopping: true }));
    const positions = shoppingCards.flatMap(({ products }) => products.map(({ position }) => position));
    expect(positions).toEqual(positions.map((_, at) => at + 1));
  },
});
