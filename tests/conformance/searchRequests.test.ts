import { expect } from 'vitest';
import { count } from './http.ts';
import { ask, bodyFor, monitor } from './requests.ts';
import { prove } from './rule.ts';
import { searchRequests } from './rules/searchRequests.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectInvalid } from './shapes/errors.ts';
import { resultOf } from './shapes/monitor.ts';

type SearchEngine = 'search' | 'search/news' | 'search-ai';
type Fields = Readonly<Record<string, unknown>>;

type Organic = { readonly organicResults: readonly { readonly link: string }[] };

const service = serviceForFile();
const call = (engine: SearchEngine, fields: Fields = {}) =>
  service().api.post(monitor(engine), bodyFor(engine, fields));
const search = async (fields: Fields = {}) => resultOf('search', await call('search', fields));
const news = async (fields: Fields = {}) => resultOf('search/news', await call('search/news', fields));
const ai = async (fields: Fields = {}) => resultOf('search-ai', await call('search-ai', fields));
const refuses = async (engine: SearchEngine, fields: Fields, ...named: string[]) =>
  expectInvalid(await call(engine, fields), 400, ...named);

/** The address of a search page on the engine's host, which the service itself names in its results. */
async function pageAddress(parameters: Record<string, string>): Promise<string> {
  const { relatedSearches } = await search();
  const [first] = relatedSearches;
  if (first === undefined) throw new Error('no related search to learn the host from');
  const address = new URL(first.link);
  address.search = new URLSearchParams(parameters).toString();
  return address.href;
}

/** A search by address, in the place of a query and a country. */
const byUrl = (url: unknown, fields: Fields = {}) =>
  call('search', { query: undefined, country: undefined, url, ...fields });
const urlRefused = async (url: unknown, fields: Fields, ...named: string[]) =>
  expectInvalid(await byUrl(url, fields), 400, ...named);

async function glAndHl(engine: SearchEngine): Promise<void> {
  const geo = (fields: Fields) => ({ country: undefined, ...fields });
  for (const fields of [{ gl: 'de' }, { gl: 'DE', hl: 'pt-BR' }, { country: 'DE', gl: 'de', hl: 'EN' }]) {
    expect((await call(engine, geo(fields))).status, JSON.stringify(fields)).toBe(200);
  }
  await refuses(engine, geo({ gl: 'zz' }), 'gl');
  await refuses(engine, { country: 'US', gl: 'de' }, 'gl');
  await refuses(engine, geo({ gl: 7, hl: 7 }), 'gl', 'hl');
}

async function pageRange(engine: SearchEngine): Promise<void> {
  for (const pages of [0, 11, -1, 1.5, '2', null]) await refuses(engine, { pages }, 'pages');
  for (const pages of [1, 10]) expect((await call(engine, { pages })).status).toBe(200);
}

const pagesOf = (items: readonly { readonly page: number }[]) => [...new Set(items.map(({ page }) => page))];
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

/** Every object anywhere in the value that has the member. */
function holdersOf(value: unknown, member: string): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap((part) => holdersOf(part, member));
  return member in value ? [value as Record<string, unknown>, ...inside] : inside;
}

const places = ['Portland,Oregon,United States', 'Austin,Texas,United States', 'Boise,Idaho,United States'];
const targets = ['w+CAIQICINVW5pdGVkIFN0YXRlcw', 'w+CAIQICIGQXVzdGlu', 'w+CAIQICIFQm9pc2U'];

const products = { prompt: ask('', 'Best folding bike locks to buy, with prices') };

prove(searchRequests, {
  'S-1': async () => refuses('search', { query: undefined }, 'query'),

  'S-2': async () => {
    const url = await pageAddress({ q: ask(), gl: 'us' });
    expectInvalid(await call('search', { url, country: undefined }), 400, 'query');
  },

  'S-3': async () => {
    await refuses('search', { country: undefined }, 'gl');
    await search({ country: undefined, gl: 'us' });
  },

  'S-4': async () => {
    for (const gl of ['jp', 'JP', 'Jp']) await search({ country: undefined, gl });
  },

  'S-5': async () => {
    for (const gl of ['zz', 'usa', '']) await refuses('search', { country: undefined, gl }, 'gl');
  },

  'S-6': async () => {
    await refuses('search', { country: 'US', gl: 'ca' }, 'gl');
    await search({ country: 'US', gl: 'us' });
    await search({ country: 'US', gl: 'US' });
  },

  'S-7': async () => {
    for (const hl of ['en', 'DE', 'pt-BR', 'zh-hant']) await search({ hl });
    await refuses('search', { hl: 5 }, 'hl');
  },

  'S-8': async () => {
    await search({ location: 'Portland,Oregon,United States' });
    await refuses('search', { location: 'Portland,Oregon,United States', uule: 'w+CAIQICI' }, 'uule');
    await refuses('search', { location: 7 }, 'location');
  },

  'S-9': async () => {
    await search({ uule: 'w+CAIQICINVW5pdGVkIFN0YXRlcw' });
    await refuses('search', { uule: 7 }, 'uule');
  },

  'S-10': async () => {
    for (const device of ['desktop', 'mobile', 'ios', 'android']) await search({ device });
    for (const device of ['tablet', 'Desktop', 1, null]) await refuses('search', { device }, 'device');
  },

  'S-11': async () => {
    const [mobile, android] = await Promise.all([
      search({ device: 'mobile' }),
      search({ device: 'android' }),
    ]);
    expect(Object.keys(mobile).toSorted()).toEqual(Object.keys(android).toSorted());
    expect(mobile).not.toHaveProperty('localResults');
    expect(mobile).not.toHaveProperty('localResultsMoreLink');
  },

  'S-12': () => pageRange('search'),

  'S-13': async () => {
    expect(pagesOf((await search()).organicResults)).toEqual([1]);
    expect(pagesOf((await search({ pages: 3 })).organicResults)).toEqual([1, 2, 3]);
  },

  'S-14': async () => {
    expect((await search({ pages: 2, include: { html: true } })).html).toHaveLength(2);
  },

  'S-15': async () => {
    await search({ include: { aioverview: {} } });
    await search({ include: { aioverview: { markdown: true } } });
    await refuses('search', { include: { aioverview: 'yes' } }, 'include.aioverview');
    await refuses('search', { include: { aioverview: { markdown: 'yes' } } }, 'include.aioverview.markdown');
    await refuses('search', { include: { aioverview: { html: true } } }, 'include.aioverview.html');
  },

  'S-16': async () => {
    expect(await search()).not.toHaveProperty('aioverview');
    const shown = await Promise.all(
      ['locks', 'how do folding locks work', 'what is a qubit'].map((question) =>
        search({ query: ask('', question), include: { aioverview: { markdown: true } } }),
      ),
    );
    const overviews = shown.map(({ aioverview }) => aioverview).filter((overview) => overview);
    expect(overviews.length).toBeGreaterThan(0);
    for (const overview of overviews) expect(overview?.markdown).toMatch(/\S/);
    const plain = await search({ query: ask('', 'locks'), include: { aioverview: {} } });
    expect(plain.aioverview ?? {}).not.toHaveProperty('markdown');
  },

  'S-17': async () => {
    const questions = ['locks', 'how do folding locks work', 'what is a qubit', 'running shoes'];
    const overviewsOf = async (include: Fields) => {
      const results = await Promise.all(
        questions.map((question) => search({ query: ask('', question), include })),
      );
      return results.flatMap(({ peopleAlsoAsk }) =>
        peopleAlsoAsk.filter(({ type }) => type === 'AIOVERVIEW'),
      );
    };
    const bare = await overviewsOf({});
    expect(bare.length).toBeGreaterThan(0);
    for (const item of bare) expect(Object.keys(item).toSorted()).toEqual(['question', 'type']);
    const hydrated = await overviewsOf({ paaAioverview: true });
    expect(hydrated.length).toBeGreaterThan(0);
    for (const item of hydrated) {
      expect(item).toMatchObject({ markdown: expect.stringMatching(/\S/), sources: expect.any(Array) });
    }
    await refuses('search', { include: { paaAioverview: {} } }, 'include.paaAioverview');
  },

  'S-18': async () => {
    const [plain, on, off] = await Promise.all([
      call('search'),
      call('search', { include: { searchGoto: true } }),
      call('search', { include: { searchGoto: false } }),
    ]);
    for (const answer of [on, off]) {
      expect(Object.keys(resultOf('search', answer))).toEqual(Object.keys(resultOf('search', plain)));
      expect(count(answer, 'X-Credits-Charged')).toBe(3);
      expect(holdersOf(answer.body, 'redirectLink').length).toBeGreaterThan(0);
    }
  },

  'S-19': async () => {
    const { organicResults, peopleAlsoAsk, relatedSearches } = await search();
    expect([organicResults, peopleAlsoAsk, relatedSearches].every(Array.isArray)).toBe(true);
    expect(organicResults.length).toBeGreaterThan(0);
  },

  'S-20': async () => {
    const results = [
      await search({ include: { aioverview: {}, paaAioverview: true } }),
      await news(),
      await ai(products),
    ];
    for (const holder of results.flatMap((result) => holdersOf(result, 'redirectLink'))) {
      const destination = holder.link ?? holder.url ?? holder.website;
      expect(destination, JSON.stringify(holder)).toMatch(/^https?:\/\//);
      expect(holder.redirectLink).toMatch(/^https?:\/\/[^/]+\/(goto|url)\?/);
      expect(holder.redirectLink).not.toBe(destination);
    }
  },

  'S-21': async () => {
    const withRedirect = { redirectLink: expect.stringMatching(/^https?:/) };
    for (const result of (await search()).organicResults) expect(result).toMatchObject(withRedirect);
    for (const item of (await search()).peopleAlsoAsk) {
      if (item.type === 'LINK') expect(item).toMatchObject(withRedirect);
    }
    for (const item of (await news()).newsResults) expect(item).toMatchObject(withRedirect);
    for (const source of (await ai()).sources) expect(source).toMatchObject(withRedirect);
  },

  'S-22': async () => {
    const whole = await search();
    const again = sharedLinks(await search(), whole);
    const cities = await Promise.all(places.map((location) => search({ location })));
    const encoded = await Promise.all(targets.map((uule) => search({ uule })));
    for (const parts of [cities, encoded]) {
      expect(Math.min(...parts.map((part) => sharedLinks(part, whole)))).toBeLessThan(again);
    }
  },

  'S-23': async () => {
    // A desktop page has local results where the question is about something local.
    const query = ask('', 'Where can I find a good bike shop near me?');
    const pageOn = async (device: string) => Object.keys(await search({ query, device }));
    expect(await pageOn('desktop')).toContain('localResults');
    for (const device of ['ios', 'android']) expect(await pageOn(device)).not.toContain('localResults');
  },

  'U-1': async () => {
    const address = await pageAddress({ q: ask(), gl: 'us' });
    resultOf('search', await byUrl(address));
    resultOf('search', await byUrl(address.replace(/^https:/, 'http:')));
    for (const url of ['', 'not a url', '/search?q=x&gl=us', address.replace(/^https?:/, 'ftp:'), 7]) {
      await urlRefused(url, { country: 'US' }, 'url');
    }
  },

  'U-2': async () => {
    const address = await pageAddress({ q: ask(), gl: 'us' });
    const { host } = new URL(address);
    const bare = host.replace(/^www\./, '');
    for (const main of [bare, `www.${bare}`]) resultOf('search', await byUrl(address.replace(host, main)));
    for (const other of ['search.other.example', `${host}.other.example`, `evil.${bare}`]) {
      await urlRefused(address.replace(host, other), {}, 'url');
    }
    await urlRefused(address.replace('://', `://${host}@other.example/`), {}, 'url');
  },

  'U-3': async () => {
    const address = await pageAddress({ q: ask(), gl: 'us' });
    for (const path of ['/searches', '/maps', '/search/more', '/']) {
      await urlRefused(address.replace('/search', path), {}, 'url');
    }
  },

  'U-4': async () => {
    await urlRefused(await pageAddress({ gl: 'us' }), {}, 'url');
    await urlRefused(await pageAddress({ q: '', gl: 'us' }), {}, 'url');
    await urlRefused(await pageAddress({ q: '   ', gl: 'us' }), {}, 'url');
  },

  'U-5': async () => {
    const address = await pageAddress({ q: ask(), gl: 'us' });
    await urlRefused(address, { query: 'other' }, 'query');
    await urlRefused(address, { location: 'Portland,Oregon,United States' }, 'location');
    await urlRefused(address, { uule: 'w+CAIQICI' }, 'uule');
    await urlRefused(address, { pages: 2 }, 'pages');
    await urlRefused(address, { query: 'other', pages: 2, uule: 'w+CAIQICI' }, 'query', 'pages', 'uule');
  },

  'U-6': async () => {
    for (const tbm of ['nws', ''])
      await urlRefused(await pageAddress({ q: ask(), gl: 'us', tbm }), {}, 'url');
  },

  'U-7': async () => {
    const parameters = { q: ask(), gl: 'us', hl: 'en', start: '0', tbs: 'qdr:w', safe: 'active', num: '10' };
    const more = await byUrl(await pageAddress({ ...parameters, sxsrf: 'abc', ei: '1', filter: '0' }));
    const known = resultOf('search', await byUrl(await pageAddress(parameters)));
    expect(sharedLinks(resultOf('search', more), known)).toBeGreaterThan(0.3);
  },

  'U-8': async () => {
    const depth = { '1': 1, '10': 1, '11': 2, '25': 3, '0': 1, many: 1 };
    for (const [num, pages] of Object.entries(depth)) {
      const answer = await byUrl(await pageAddress({ q: ask(), gl: 'us', num }));
      expect(pagesOf(resultOf('search', answer).organicResults), num).toEqual(upTo(pages));
    }
  },

  'U-9': async () => {
    for (const num of ['5000', '999999999', '1000000000', '9'.repeat(400)]) {
      const url = await pageAddress({ q: ask(), gl: 'us', num });
      const answer = await byUrl(url, { include: { html: true } });
      expect(resultOf('search', answer).html, num.slice(0, 12)).toHaveLength(10);
    }
  },

  'U-10': async () => {
    const found = resultOf('search', await byUrl(await pageAddress({ q: ask(), gl: 'de' })));
    const [de, us] = [await search({ country: 'DE' }), await search({ country: 'US' })];
    expect(sharedLinks(found, de)).toBeGreaterThan(sharedLinks(found, us));
  },

  'U-11': async () => {
    const found = resultOf(
      'search',
      await byUrl(await pageAddress({ q: ask(), gl: 'de' }), { country: 'JP' }),
    );
    const [jp, de] = [await search({ country: 'JP' }), await search({ country: 'DE' })];
    expect(sharedLinks(found, jp)).toBeGreaterThan(sharedLinks(found, de));
  },

  'U-12': async () => {
    const url = await pageAddress({ q: ask() });
    await urlRefused(url, {}, 'gl');
    resultOf('search', await byUrl(url, { country: 'US' }));
    resultOf('search', await byUrl(url, { gl: 'us' }));
    await urlRefused(await pageAddress({ q: ask(), gl: 'zz' }), {}, 'gl');
  },

  'U-13': async () => {
    const query = ask('', 'garden chairs');
    const found = resultOf('search', await byUrl(await pageAddress({ q: query, gl: 'us' })));
    const [same, other] = [await search({ query }), await search({ query: ask('', 'folding locks') })];
    expect(sharedLinks(found, same)).toBeGreaterThan(sharedLinks(found, other));
  },

  'U-14': async () => {
    const answer = await byUrl(await pageAddress({ q: ask(), gl: 'us', num: '50' }));
    expect(count(answer, 'X-Credits-Charged')).toBe(3);
  },

  'U-15': async () => {
    const address = await pageAddress({ q: ask(), gl: 'us', num: '20' });
    const answer = await byUrl(`${address}&num=90&q=other#q=third`);
    expect(pagesOf(resultOf('search', answer).organicResults)).toEqual([1, 2]);
  },

  'U-16': async () => {
    const titlesOf = async (parameters: Record<string, string>, fields: Fields = {}) => {
      const answer = await byUrl(await pageAddress({ q: ask(), gl: 'de', ...parameters }), fields);
      return resultOf('search', answer).peopleAlsoAsk.map(({ question }) => question);
    };
    const german = await titlesOf({});
    const english = await titlesOf({ hl: 'en' });
    expect(english).not.toEqual(german);
    expect(await titlesOf({ hl: 'en' }, { hl: 'de' })).toEqual(german);
  },

  'U-17': async () => {
    const found = await Promise.all(
      ['0', '10', 'nonsense'].map(async (start) => {
        const answer = await byUrl(await pageAddress({ q: ask(), gl: 'us', start }));
        return resultOf('search', answer);
      }),
    );
    const [first, second, ignored] = found;
    if (first === undefined || second === undefined || ignored === undefined) throw new Error('no results');
    expect(sharedLinks(second, first)).toBeLessThan(sharedLinks(ignored, first));
  },

  'U-18': async () => {
    const found = async (parameters: Record<string, string>) =>
      resultOf('search', await byUrl(await pageAddress({ q: ask(), gl: 'us', ...parameters })));
    const plain = await found({});
    const again = sharedLinks(await found({}), plain);
    const variants: readonly (readonly Record<string, string>[])[] = [
      targets.map((uule) => ({ uule })),
      ['qdr:d', 'qdr:w', 'qdr:m'].map((tbs) => ({ tbs })),
      ['active', 'off', 'medium'].map((safe) => ({ safe })),
    ];
    for (const each of variants) {
      const shares = await Promise.all(
        each.map(async (parameters) => sharedLinks(await found(parameters), plain)),
      );
      expect(Math.min(...shares), JSON.stringify(each)).toBeLessThan(again);
    }
  },

  'N-1': async () => refuses('search/news', { query: undefined }, 'query'),

  'N-2': async () => {
    expect((await news()).newsResults.length).toBeGreaterThan(0);
  },

  'N-3': () => glAndHl('search/news'),

  'N-4': async () => {
    for (const device of ['desktop', 'mobile', 'ios', 'android']) await news({ device });
    await refuses('search/news', { device: 'tablet' }, 'device');
  },

  'N-5': async () => {
    await pageRange('search/news');
    expect(pagesOf((await news({ pages: 3 })).newsResults)).toEqual([1, 2, 3]);
  },

  'N-6': async () => {
    expect((await news({ pages: 2, include: { html: true } })).html).toHaveLength(2);
  },

  'N-7': async () => {
    for (const field of ['url', 'location', 'uule']) await refuses('search/news', { [field]: 'x' }, field);
  },

  'N-8': async () => {
    for (const { position, title, source } of (await news()).newsResults) {
      expect(position).toBeGreaterThanOrEqual(1);
      expect(`${title} ${source}`).toMatch(/\S \S/);
    }
  },

  'AI-1': async () => refuses('search-ai', { prompt: undefined }, 'prompt'),

  'AI-2': async () => {
    await ai();
    await ai({ country: 'DE' });
  },

  'AI-3': () => glAndHl('search-ai'),

  'AI-4': async () => {
    await ai({ country: 'US', location: 'Portland,Oregon,United States' });
    await ai({ uule: 'w+CAIQICINVW5pdGVkIFN0YXRlcw' });
    const both = { country: 'US', location: 'Portland,Oregon,United States', uule: 'w+CAIQICI' };
    await refuses('search-ai', both, 'uule');
  },

  'AI-5': async () => {
    for (const device of ['desktop', 'mobile']) await ai({ device });
    for (const device of ['ios', 'android', 'tablet']) await refuses('search-ai', { device }, 'device');
  },

  'AI-6': async () => {
    expect((await ai({ include: { html: true } })).html).toMatch(/^https?:/);
  },

  'AI-7': async () => {
    expect((await ai({ include: { markdown: true } })).markdown).toMatch(/\S/);
  },

  'AI-8': async () => {
    expect(await ai(products)).not.toHaveProperty('productResults');
    const { productResults } = await ai({ ...products, include: { expandProducts: true } });
    expect(productResults).toBeInstanceOf(Array);
    await refuses('search-ai', { include: { expandProducts: 'yes' } }, 'include.expandProducts');
  },

  'AI-9': async () => {
    const answer = await call('search-ai', { include: { searchGoto: true } });
    expect(Object.keys(resultOf('search-ai', answer))).toEqual(Object.keys(await ai()));
    expect(count(answer, 'X-Credits-Charged')).toBe(4);
  },

  'AI-10': async () => {
    const { text, sources } = await ai();
    expect(text).toMatch(/\S/);
    expect(sources.map(({ position }) => position)).toEqual(upTo(sources.length));
  },

  'AI-11': async () => {
    await refuses('search-ai', { pages: 2 }, 'pages');
    await refuses('search-ai', { url: 'https://x.example/search?q=x' }, 'url');
    await refuses('search-ai', { include: { rawResponse: true } }, 'include.rawResponse');
  },

  'AI-12': async () => {
    const linksOf = async (fields: Fields) => {
      const { sources } = await ai({ country: 'US', ...fields });
      return { organicResults: sources.map(({ url }) => ({ link: url })) };
    };
    const whole = await linksOf({});
    const again = sharedLinks(await linksOf({}), whole);
    for (const fields of [places.map((location) => ({ location })), targets.map((uule) => ({ uule }))]) {
      const shares = await Promise.all(fields.map(async (each) => sharedLinks(await linksOf(each), whole)));
      expect(Math.min(...shares)).toBeLessThan(again);
    }
  },
});

/**
 * How much of a result is also in another, from 0 to 1. Asking again may rank differently, so that two results
 * are compared by what they share and not to the letter.
 */
function sharedLinks(result: Organic, other: Organic): number {
  const links = new Set(other.organicResults.map(({ link }) => link));
  const shared = result.organicResults.filter(({ link }) => links.has(link));
  return shared.length / result.organicResults.length;
}
