import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataforseoDefinition } from '#service/drivers/dataforseo/dataforseoDriver.ts';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { bodyOf } from '#tests/support/providers/fixtures.ts';
import { replyOf, responder } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

const key = 'login@example.com:a-password-of-sixteen';

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer(responder('dataforseo'));
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const create = (more: Readonly<Record<string, string>> = {}) =>
  dataforseoDefinition.create({ key, settings: { baseUrl: server.origin, ...more } });

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

const ask = (engine: Engine, body: Record<string, unknown>, more: Readonly<Record<string, string>> = {}) =>
  create(more).answer(driverJob(engine, body));
const sent = (): unknown => {
  const body = server.requests.at(-1)?.body;
  return Array.isArray(body) ? body[0] : undefined;
};

describe('Google’s result page', () => {
  const query = { query: 'laufschuhe 50 % breit', country: 'DE', device: 'ios', pages: 3 };

  it('is requested by country code, language, device and depth, with the login in the header', async () => {
    await ask('search', query);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ path: '/v3/serp/google/organic/live/advanced' });
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from(key).toString('base64')}`);
    expect(sent()).toEqual({
      keyword: 'laufschuhe 50 %25 breit',
      location_code: 2276,
      language_code: 'de',
      device: 'mobile',
      os: 'ios',
      depth: 30,
    });
  });

  it('returns results, questions, ads and related searches, and their cost', async () => {
    const { result, provenance } = answerOf(await ask('search', query));
    expect(result.organicResults).toMatchObject([
      {
        position: 1,
        title: 'Schuhtest für breite Füße',
        date: '14.08.2026',
        sitelinks: { inline: [{ title: 'Methode' }] },
      },
      { position: 2, link: 'https://shoes.example/nordlauf' },
    ]);
    expect(result.peopleAlsoAsk).toEqual([
      {
        question: 'Was heißt 4E?',
        type: 'LINK',
        snippet: 'Extra weit.',
        title: 'Weiten',
        link: 'https://width.example/4e',
      },
      { question: 'Sind weite Schuhe besser?', type: 'AIOVERVIEW' },
    ]);
    expect(result.relatedSearches).toEqual([{ query: 'laufschuhe weit damen' }]);
    expect(result.ads).toMatchObject([{ title: 'Alpina – offiziell', domain: 'alpina.example' }]);
    expect(result).not.toHaveProperty('aioverview');
    expect(provenance).toMatchObject({
      surface: 'search-page',
      country: {
        requested: 'DE',
        honoured: 'parameter',
        applied: 'location_code=2276 (Germany), language_code=de',
      },
      cost: { amount: 0.002, currency: 'USD', source: 'stated' },
      requestId: '11201530-1535-0066-0000-fx01',
    });
  });

  it('loads the AI Overview on request, and removes its citation marks from the text', async () => {
    const include = { aioverview: { markdown: true }, paaAioverview: true };
    const { result } = answerOf(await ask('search', { ...query, include }));
    expect(sent()).toMatchObject({ load_async_ai_overview: true, people_also_ask_click_depth: 1 });
    expect(result.aioverview).toMatchObject({
      text: 'Für breite Füße 👟 passt der Alpina Trail 3.',
      markdown: expect.stringContaining('**Alpina Trail 3**'),
      sources: [{ position: 1, url: 'https://runlab.example/wide-2026', label: 'Schuhtest 2026' }],
      citationPills: [{ citationPillId: 1, position: 1, domain: 'runlab.example' }],
    });
    expect(result.peopleAlsoAsk).toMatchObject([
      {},
      { type: 'AIOVERVIEW', markdown: 'Kommt auf den Sitz an.', sources: [{ url: 'https://fit.example/' }] },
    ]);
  });

  it('returns null if the page shows no overview', async () => {
    const body = bodyOf<{ tasks: { result: { items: { type: string }[] }[] }[] }>('dataforseo_organic');
    for (const result of body.tasks[0]?.result ?? []) {
      result.items = result.items.filter(({ type }) => type !== 'ai_overview');
    }
    server.enqueue({ body });
    const { result } = answerOf(await ask('search', { ...query, include: { aioverview: {} } }));
    expect(result.aioverview).toBeNull();
  });

  it('finds a city in DataForSEO’s list and offers the nearest if it is not in the list', async () => {
    const place = (location: string) => ({ query: 'x', country: 'US', location });
    const found = answerOf(await ask('search', place('San Francisco,California,United States')));
    expect(sent()).toMatchObject({ location_code: 1014221 });
    expect(found.provenance.country.applied).toContain('San Francisco');
    const lost = await ask('search', place('San Francsico,California,United States'));
    expect(lost).toMatchObject({
      kind: 'fatal',
      reason: 'country',
      message: expect.stringContaining('"San Francisco,California,United States"'),
    });
  });

  it('requests only the options of news', async () => {
    const { result } = answerOf(await ask('search/news', { query: 'alpina', country: 'BR' }));
    expect(server.requests[0]?.path).toBe('/v3/serp/google/news/live/advanced');
    expect(sent()).toMatchObject({ location_code: 2076, language_code: 'pt-BR' });
    expect(result.newsResults).toMatchObject([
      { position: 1, title: 'Alpina eröffnet Werk 👟', source: 'Nachrichten' },
    ]);
  });

  it('without results is an answer', async () => {
    const body = bodyOf<{ tasks: Record<string, unknown>[] }>('dataforseo_organic');
    body.tasks = body.tasks.map((task) => ({ ...task, status_code: 40_102, result: null }));
    server.enqueue({ body });
    const { result } = answerOf(await ask('search', query));
    expect(result.organicResults).toEqual([]);
  });
});

describe('AI Mode', () => {
  it('returns sources, those cited first at the top, and shopping cards', async () => {
    const { result, provenance } = answerOf(
      await ask('search-ai', { prompt: 'Welche Schuhe?', country: 'JP', device: 'mobile' }),
    );
    expect(sent()).toMatchObject({
      location_code: 2392,
      language_code: 'ja',
      device: 'mobile',
      os: 'android',
    });
    expect(result.text).toBe('Für breite Füße 👟 führt der Alpina Trail 3.');
    expect(result.sources).toMatchObject([
      { url: 'https://runlab.example/wide_(2026)', label: 'Schuhtest' },
      { url: 'https://shoes.example/nordlauf' },
    ]);
    expect(result.citationPills).toMatchObject([{ position: 1, start: 44, end: 44 }]);
    expect(result.shoppingCards).toMatchObject([
      { title: 'Alpina Trail 3', store: 'Laden', price: { value: 129, currency: 'EUR' }, rating: 4.6 },
    ]);
    expect(provenance).toMatchObject({ surface: 'search-page', cost: { amount: 0.004 } });
  });
});

describe('ChatGPT’s own page', () => {
  const question = { prompt: 'Welche Schuhe?', country: 'DE' };

  it('returns the model, the queries, the brands it names, and its ads and products', async () => {
    const include = { searchQueries: true, shopping: true, ads: true };
    const { result, provenance } = answerOf(await ask('assistant-a', { ...question, include }));
    expect(sent()).toMatchObject({ force_web_search: true });
    expect(provenance).toMatchObject({
      surface: 'consumer-page',
      model: 'gpt-5-5-auto',
      searched: true,
      entityExtraction: 'engine',
    });
    expect(result).toMatchObject({
      text: 'Für breite Füße 👟 ist der Alpina Trail 3 erste Wahl.',
      searchQueries: ['laufschuhe breite füße test 2026'],
      entities: [{ type: 'brand', name: 'Alpina' }],
      shoppingCards: [{ products: [{ title: 'Alpina Trail 3', price: '129,00 €' }] }],
      ads: [{ brand: { name: 'Nordlauf' }, cards: [{ title: 'Nordlauf im Angebot' }] }],
    });
    expect(result.sources).toMatchObject([{ footnote: false }, { footnote: true }]);
  });

  it('cannot answer without search, and reports that before anything is charged', async () => {
    expect(await ask('assistant-a', { ...question, disableWebSearch: true })).toMatchObject({
      kind: 'fatal',
      reason: 'unsupported',
    });
    expect(server.requests).toEqual([]);
  });
});

describe('DataForSEO’s queue', () => {
  const job = (receipt?: string) =>
    driverJob(
      'search',
      { query: 'x', country: 'DE' },
      { queued: true, ...(receipt === undefined ? {} : { receipt }) },
    );

  it('is used for background work; the id of the task is stored before waiting', async () => {
    const order = job();
    expect(await create().answer(order)).toEqual({ kind: 'pending', checkAfterMs: 10_000 });
    expect(server.requests[0]).toMatchObject({
      path: '/v3/serp/google/organic/task_post',
      body: [{ tag: order.jobId }],
    });
    expect(JSON.parse(order.receipt() ?? '')).toMatchObject({
      state: 'sent',
      id: '11201530-1535-0066-0000-fx01',
    });
    server.enqueue(replyOf('dataforseo', 'dataforseo_in_queue'), { drop: 'before' });
    expect(await create().answer(order)).toMatchObject({ kind: 'pending' });
    expect(await create().answer(order)).toMatchObject({ kind: 'pending' });
    const body = bodyOf<{ tasks: Record<string, unknown>[] }>('dataforseo_organic');
    body.tasks = body.tasks.map((task) => ({ ...task, cost: 0 }));
    server.enqueue({ body });
    const { provenance } = answerOf(await create().answer(order));
    // Charged when it was taken; collecting states no cost.
    expect(provenance.cost).toEqual({ amount: 0.0006, currency: 'USD', source: 'stated' });
    expect(server.requests.filter(({ path }) => path.endsWith('task_post'))).toHaveLength(1);
    expect(server.requests.at(-1)?.path).toBe(
      '/v3/serp/google/organic/task_get/advanced/11201530-1535-0066-0000-fx01',
    );
  });

  it('is searched by the job’s tag if the program ended while the question was sent', async () => {
    const receipt = JSON.stringify({ state: 'sending', api: 'serp/google/organic', looks: 0 });
    const order = job(receipt);
    expect(await create().answer(order)).toMatchObject({ kind: 'pending' });
    expect(server.requests[0]?.path).toBe('/v3/serp/google/organic/tasks_ready');
    const ready = bodyOf<{ tasks: Record<string, unknown>[] }>('dataforseo_ready');
    ready.tasks = ready.tasks.map((task) => ({
      ...task,
      result: [
        { id: 'other', tag: 'another job' },
        { id: 'mine', tag: order.jobId },
      ],
    }));
    server.enqueue({ body: ready });
    expect(await create().answer(order)).toMatchObject({ kind: 'answer' });
    expect(server.requests.at(-1)?.path).toContain('/task_get/advanced/mine');
    expect(server.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('reports a task as lost after half an hour, and does not create it again', async () => {
    const receipt = JSON.stringify({ state: 'sending', api: 'serp/google/organic', looks: 180 });
    expect(await create().answer(job(receipt))).toMatchObject({ kind: 'fatal', reason: 'lost' });
    expect(server.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('is not used in live mode, where a question interrupted by the end of the program is lost too', async () => {
    const receipt = JSON.stringify({ state: 'asked' });
    expect(await create({ mode: 'live' }).answer(job(receipt))).toMatchObject({
      kind: 'fatal',
      reason: 'lost',
    });
    expect(server.requests).toEqual([]);
  });

  it('may refuse a task: then nothing is outstanding, and another attempt follows', async () => {
    const order = job();
    server.enqueue(replyOf('dataforseo', 'dataforseo_rate'));
    expect(await create().answer(order)).toMatchObject({ kind: 'retry', cause: 'rate' });
    expect(order.receipt()).toBeNull();
  });
});

it('uses the sandbox instead of the account if configured', async () => {
  const settings = { baseUrl: 'http://127.0.0.1:1', sandboxUrl: server.origin, account: 'sandbox' };
  const outcome = await dataforseoDefinition
    .create({ key, settings })
    .answer(driverJob('search', { query: 'x', country: 'DE' }));
  expect(outcome.kind).toBe('answer');
  expect(server.requests).toHaveLength(1);
});

it('is retried if the connection was refused, because no task was created', async () => {
  const gone = await startProviderServer(() => ({}));
  await gone.close();
  const driver = dataforseoDefinition.create({ key, settings: { baseUrl: gone.origin } });
  expect(await driver.answer(driverJob('search', { query: 'x', country: 'DE' }))).toMatchObject({
    kind: 'retry',
    cause: 'unreachable',
  });
});

it('checks the login without a question, and returns the remaining balance', async () => {
  const { signal } = new AbortController();
  expect(await create().account?.(signal)).toEqual({ balance: { amount: 41.527, currency: 'USD' } });
  server.enqueue(replyOf('dataforseo', 'dataforseo_401'));
  await expect(create().account?.(signal)).rejects.toThrow('DataForSEO refused the login (40100)');
});
