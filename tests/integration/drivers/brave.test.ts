import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { braveAnswersDefinition, braveDefinition } from '#service/drivers/brave/braveDriver.ts';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { encodeUule } from '#tests/support/encodeUule.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { bodyOf } from '#tests/support/providers/fixtures.ts';
import { testKey } from '#tests/support/providers/harness.ts';
import { normal, stream } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer((request) =>
    normal(request.path.includes('chat') ? 'brave-answers' : 'brave', request),
  );
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const create = () => braveDefinition.create({ key: testKey, settings: { baseUrl: server.origin } });

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

/** A page of so many web results, numbered from `first`. */
function webPage(first: number, count: number, more = true) {
  const results = Array.from({ length: count }, (_, index) => ({
    title: `Result ${first + index}`,
    url: `https://site-${first + index}.example/`,
  }));
  return { body: { type: 'search', query: { more_results_available: more }, web: { results } } };
}

it('does not request a paid page again when the next one fails', async () => {
  server.enqueue(webPage(1, 20), { status: 429, body: {} }, webPage(21, 20, false));
  const driver = create();
  const job = driverJob('search', { query: 'shoes', country: 'DE', pages: 3 });
  expect(await driver.answer(job)).toMatchObject({ kind: 'retry', cause: 'rate' });
  const { result, provenance } = answerOf(await driver.answer({ ...job, attempt: 2 }));
  expect(result.organicResults).toHaveLength(30);
  expect(server.requests.map(({ query }) => query.get('offset'))).toEqual(['0', '1', '1']);
  expect(provenance.usage).toEqual({ requests: 2 });
});

describe('search', () => {
  it('returns organic results in display order, plain text, and questions marked as Brave’s own', async () => {
    const { result } = answerOf(
      await create().answer(driverJob('search', { query: 'shoes', country: 'DE' })),
    );
    expect(result.organicResults).toMatchObject([
      {
        position: 1,
        title: 'Wide-foot shoe test 2026',
        link: 'https://runlab.example/wide-2026',
        displayedLink: 'runlab.example › wide-2026',
        snippet: 'We wore 14 wide pairs.',
        date: 'August 14, 2026',
        page: 1,
      },
      { position: 2, link: 'https://shoes.example/nordlauf' },
    ]);
    expect(JSON.stringify(result)).not.toContain('redirectLink');
    expect(result.peopleAlsoAsk).toEqual([
      {
        question: 'What width is 4E?',
        type: 'LINK',
        kind: 'faq',
        snippet: 'Extra wide.',
        title: 'Width guide',
        link: 'https://width.example/4e',
      },
    ]);
  });

  it('fetches few large pages instead of many of ten, and numbers them consecutively', async () => {
    server.enqueue(webPage(1, 20), webPage(21, 20));
    const { result } = answerOf(
      await create().answer(driverJob('search', { query: 'shoes', country: 'US', pages: 3 })),
    );
    const found = result.organicResults as { position: number; page: number; title: string }[];
    expect(found).toHaveLength(30);
    expect(found[29]).toMatchObject({ position: 30, page: 3, title: 'Result 30' });
    expect(server.requests.map(({ query }) => [query.get('count'), query.get('offset')])).toEqual([
      ['20', '0'],
      ['20', '1'],
    ]);
  });

  it('stops when Brave has no more results', async () => {
    server.enqueue(webPage(1, 20, false));
    await create().answer(driverJob('search', { query: 'shoes', country: 'US', pages: 10 }));
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [
      'AE',
      { country: 'ALL', search_lang: 'ar' },
      { 'x-loc-country': 'AE' },
      'country=ALL, X-Loc-Country AE, search_lang=ar',
    ],
    ['JP', { country: 'JP', search_lang: 'jp' }, { 'x-loc-country': 'JP' }, 'country=JP, search_lang=jp'],
    [
      'BR',
      { country: 'BR', search_lang: 'pt-br' },
      { 'x-loc-country': 'BR' },
      'country=BR, search_lang=pt-br',
    ],
    [
      'TW',
      { country: 'TW', search_lang: 'zh-hant' },
      { 'x-loc-country': 'TW' },
      'country=TW, search_lang=zh-hant',
    ],
    ['XK', { country: 'ALL', search_lang: null }, { 'x-loc-country': 'XK' }, 'country=ALL, X-Loc-Country XK'],
  ])(
    'asks for %s in Brave’s own codes and reports what was applied',
    async (country, query, headers, applied) => {
      const { provenance } = answerOf(
        await create().answer(driverJob('search', { query: 'shoes', country })),
      );
      const [request] = server.requests;
      for (const [name, value] of Object.entries(query)) expect(request?.query.get(name)).toBe(value);
      expect(request?.headers).toMatchObject(headers);
      expect(provenance.country).toEqual({ requested: country, honoured: 'parameter', applied });
    },
  );

  it('sends city, geo target, device and language', async () => {
    await create().answer(
      driverJob('search', {
        query: 'shoes',
        country: 'DE',
        location: 'München,Bavaria,Germany',
        hl: 'en',
        device: 'ios',
      }),
    );
    await create().answer(
      driverJob('search', { query: 'shoes', country: 'DE', uule: encodeUule('Köln,Germany') }),
    );
    expect(server.requests[0]?.headers).toMatchObject({
      'x-loc-city': 'Munchen',
      'x-loc-state-name': 'Bavaria',
    });
    expect(server.requests[0]?.headers['user-agent']).toContain('iPhone');
    expect(server.requests[0]?.query.get('search_lang')).toBe('en');
    expect(server.requests[1]?.headers).toMatchObject({ 'x-loc-city': 'Koln' });
  });

  it('reads depth, freshness and safety from a search URL', async () => {
    const url =
      'https://search.example/search?q=shoes&gl=de&num=25&start=5&tbs=cdr:1,cd_min:1/31/2026,cd_max:2/28/2026&safe=active';
    server.enqueue(webPage(1, 20), webPage(21, 20, false));
    const { result } = answerOf(await create().answer(driverJob('search', { url })));
    expect(server.requests[0]?.query.get('freshness')).toBe('2026-01-31to2026-02-28');
    expect(server.requests[0]?.query.get('safesearch')).toBe('strict');
    const found = result.organicResults as { title: string; position: number }[];
    expect(found[0]).toMatchObject({ position: 1, title: 'Result 6' });
    expect(found).toHaveLength(30);
  });

  it('refuses a query that is too long for Brave instead of cutting it', async () => {
    const outcome = await create().answer(driverJob('search', { query: 'a '.repeat(60), country: 'DE' }));
    expect(outcome).toMatchObject({ kind: 'fatal', reason: 'unsupported' });
    expect(server.requests).toEqual([]);
  });

  it('distinguishes a used-up month from the limit per second by the second value of the rate-limit headers', async () => {
    const spent = {
      'X-RateLimit-Limit': '1, 2000',
      'X-RateLimit-Remaining': '1, 0',
      'X-RateLimit-Reset': '1, 800000',
    };
    server.enqueue({ status: 429, headers: spent, body: bodyOf('brave_429') });
    expect(await create().answer(driverJob('search', { query: 'a', country: 'DE' }))).toMatchObject({
      kind: 'fatal',
      reason: 'quota',
    });
    const busy = {
      'X-RateLimit-Limit': '1, 2000',
      'X-RateLimit-Remaining': '0, 900',
      'X-RateLimit-Reset': '1, 800000',
    };
    server.enqueue({ status: 429, headers: busy, body: bodyOf('brave_429') });
    expect(await create().answer(driverJob('search', { query: 'a', country: 'DE' }))).toMatchObject({
      kind: 'retry',
      retryAfterMs: 1000,
    });
  });
});

it('returns news with the date as shown and the absolute date', async () => {
  const { result } = answerOf(
    await create().answer(driverJob('search/news', { query: 'alpina', country: 'DE' })),
  );
  expect(result.newsResults).toEqual([
    {
      position: 1,
      title: 'Alpina opens Leipzig plant',
      link: 'https://news.example/alpina',
      snippet: 'The maker said …',
      source: 'news.example',
      date: '3 hours ago',
      publishedAt: '2026-11-20T18:10:00',
      page: 1,
      thumbnail: 'https://imgs.search.brave.com/nt',
    },
  ]);
});

describe('answers', () => {
  const answers = (more: Readonly<Record<string, string>> = {}) =>
    braveAnswersDefinition.create({ key: testKey, settings: { baseUrl: server.origin, ...more } });

  it('removes its tags from the text and reads citations and entities from them', async () => {
    const { result } = answerOf(
      await answers().answer(
        driverJob('search-ai', { prompt: 'shoes?', country: 'DE', include: { markdown: true } }),
      ),
    );
    expect(result.text).toBe('The Alpina Trail 3 wins.\n\n- Alpina Trail 3');
    expect(result.markdown).toBe('The Alpina Trail 3 wins.\n- **Alpina Trail 3**');
    expect(result.entities).toEqual([{ type: 'entity', name: 'Alpina Trail 3' }]);
    expect(result.citationPills).toMatchObject([
      { start: 0, end: 24, url: 'https://runlab.example/wide-2026', description: 'won our test' },
    ]);
    expect(server.requests[0]?.body).toMatchObject({
      country: 'de',
      language: 'de',
      enable_citations: true,
      enable_entities: true,
    });
  });

  it('joins a tag that is split across chunks, and uses offsets only if they end at the tag', async () => {
    const chunk = (content: string, finish: string | null = null) => ({
      choices: [{ index: 0, delta: { content }, finish_reason: finish }],
    });
    server.enqueue(
      stream('brave-answers', [
        chunk('日本の靴 👟 は軽い。<cita'),
        chunk(
          'tion>{"start_index":0,"end_index":11,"number":1,"url":"https://kutsu.example/"}</citation> Ende.<citation>{"start_index":500,"end_index":900,"number":2,"url":"https://x.example/"}</citation>',
          'stop',
        ),
      ]),
    );
    const { result } = answerOf(
      await answers().answer(driverJob('search-ai', { prompt: 'q', country: 'JP' })),
    );
    const text = String(result.text);
    const [first, second] = result.citationPills as { start: number; end: number }[];
    expect(text).toBe('日本の靴 👟 は軽い。 Ende.');
    expect(text.slice(first?.start, first?.end)).toBe('日本の靴 👟 は軽い。');
    expect(second).toMatchObject({ start: text.length, end: text.length });
  });

  it('returns the queries of research mode', async () => {
    server.enqueue(
      stream('brave-answers', [
        {
          choices: [
            {
              index: 0,
              delta: { content: '<queries>["wide shoes","4E shoes"]</queries>Use <b>4E</b>.' },
              finish_reason: 'stop',
            },
          ],
        },
      ]),
    );
    const { result } = answerOf(
      await answers({ research: 'on' }).answer(driverJob('assistant-d', { prompt: 'q', country: 'DE' })),
    );
    expect(result.searchQueries).toEqual(['wide shoes', '4E shoes']);
    expect(server.requests[0]?.body).toMatchObject({ enable_research: true });
  });

  it('reports that it cannot answer without a search', async () => {
    const outcome = await answers().answer(
      driverJob('assistant-a', { prompt: 'q', country: 'DE', disableWebSearch: true }),
    );
    expect(outcome).toMatchObject({ kind: 'fatal', reason: 'unsupported' });
    expect(server.requests).toEqual([]);
  });
});
