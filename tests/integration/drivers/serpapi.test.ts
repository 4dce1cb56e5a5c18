import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { serpapiDefinition } from '#service/drivers/serpapi/serpapiDriver.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { testKey } from '#tests/support/providers/harness.ts';
import { replyOf, responder } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer(responder('serpapi'));
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const create = () => serpapiDefinition.create({ key: testKey, settings: { baseUrl: server.origin } });
const ask = (engine: Engine, body: Record<string, unknown>, options = {}) =>
  create().answer(driverJob(engine, body, options));
const parameters = (at = 0) => Object.fromEntries(server.requests[at]?.query ?? []);

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

const query = { query: 'laufschuhe breit', country: 'DE' };

describe('Google’s result page', () => {
  it('follows the token of an AI Overview at once, with its citations at their sentences', async () => {
    const include = { aioverview: { markdown: true }, paaAioverview: true };
    const { result, provenance } = answerOf(await ask('search', { ...query, include }));
    expect(server.requests).toHaveLength(2);
    expect(parameters(1)).toMatchObject({ engine: 'google_ai_overview', page_token: 'fxTOKEN==' });
    expect(result.aioverview).toMatchObject({
      text: 'Für breite Füße 👟 zählt die Zehenbox.\n\nEmpfehlungen\n\n- Alpina Trail 3: Insgesamt der beste.',
      sources: [{ url: 'https://runlab.example/wide_(2026)' }, { url: 'https://shoes.example/nordlauf' }],
      citationPills: [{ position: 1 }, { position: 1 }, { position: 2 }],
    });
    expect(provenance).toMatchObject({ usage: { searches: 2 }, surface: 'search-page' });
    expect(provenance.cost).toEqual({
      amount: 0.03,
      currency: 'USD',
      source: 'computed',
      pricesOf: '2026-11-23',
    });
  });

  it('omits the overview, uncharged, if it was not requested', async () => {
    const { result } = answerOf(await ask('search', query));
    expect(server.requests).toHaveLength(1);
    expect(result).not.toHaveProperty('aioverview');
    expect(result).toMatchObject({
      organicResults: [
        { position: 1, redirectLink: expect.stringContaining('google.com/url') },
        { position: 2 },
      ],
      peopleAlsoAsk: [{ type: 'LINK' }, { question: 'Sind weite Schuhe besser?', type: 'AIOVERVIEW' }],
      ads: [{ blockPosition: 'top', domain: 'alpina.example' }],
      relatedSearches: [{ query: 'laufschuhe weit damen' }],
    });
  });

  it('says why an overview that was shown did not arrive, which is not that there was none', async () => {
    const failing = replyOf('serpapi', 'serpapi_503');
    server.enqueue(replyOf('serpapi', 'serpapi_google'), failing, failing, failing);
    const { result, provenance } = answerOf(await ask('search', { ...query, include: { aioverview: {} } }));
    expect(result).not.toHaveProperty('aioverview');
    expect(provenance.overview).toMatchObject({
      shown: true,
      arrived: false,
      reason: expect.stringContaining('SerpApi'),
    });
    expect(result.organicResults).toHaveLength(2);
  });

  it.each([
    [{}, 'SerpApi sent no text of it'],
    [{ error: 'Could not be loaded' }, 'Could not be loaded'],
  ])('calls an overview without text and token missing: %j', async (ai_overview, reason) => {
    server.enqueue({ body: { organic_results: [], ai_overview } });
    const { result, provenance } = answerOf(await ask('search', { ...query, include: { aioverview: {} } }));
    expect(result).not.toHaveProperty('aioverview');
    expect(provenance.overview).toEqual({ shown: true, arrived: false, reason });
    expect(server.requests).toHaveLength(1);
  });

  it('pays no second time for a token that has expired', async () => {
    server.enqueue(replyOf('serpapi', 'serpapi_google'), {
      body: { ai_overview: { error: 'The page token has expired' } },
    });
    const { provenance } = answerOf(await ask('search', { ...query, include: { aioverview: {} } }));
    expect(provenance.overview).toMatchObject({ arrived: false, reason: 'The page token has expired' });
    expect(server.requests).toHaveLength(2);
  });

  it('asks again for an overview while its token lives', async () => {
    server.enqueue(replyOf('serpapi', 'serpapi_google'), replyOf('serpapi', 'serpapi_503'));
    const { result } = answerOf(await ask('search', { ...query, include: { aioverview: {} } }));
    expect(result.aioverview).toMatchObject({ text: expect.stringContaining('Alpina Trail 3') });
  });

  it('sends country, language, city, device and period, page by page', async () => {
    await ask('search', {
      ...query,
      country: 'US',
      location: 'Austin,Texas,United States',
      device: 'android',
      pages: 2,
    });
    expect(parameters(0)).toMatchObject({
      gl: 'us',
      hl: 'en',
      location: 'Austin,Texas,United States',
      device: 'mobile',
    });
    expect(parameters(1)).toMatchObject({ start: '10' });
  });

  it('without results is an answer', async () => {
    server.enqueue(replyOf('serpapi', 'serpapi_no_results'));
    expect(answerOf(await ask('search', query)).result.organicResults).toEqual([]);
  });
});

it('AI Mode returns each sentence with its sources, a table, and cards', async () => {
  const { result } = answerOf(await ask('search-ai', { prompt: 'Welche Schuhe?', country: 'DE' }));
  expect(result.text).toBe('Für breite Füße 👟 führt der Alpina Trail 3.\n\nSchuh | Preis\nAlpina | 129 €');
  expect(result.citationPills).toMatchObject([
    { url: 'https://runlab.example/wide_(2026)', position: 1, start: 44, end: 44 },
  ]);
  expect(result.sources).toMatchObject([{}, { redirectLink: 'https://www.google.com/goto?url=CAESfx' }]);
  expect(result.shoppingCards).toMatchObject([{ title: 'Alpina Trail 3', price: { value: 129 } }]);
});

it('costs what a search costs in the plan of the account', async () => {
  const create = (price: string) =>
    serpapiDefinition.create({ key: testKey, settings: { baseUrl: server.origin, price } });
  const { provenance } = answerOf(await create('9.17').answer(driverJob('search', query)));
  expect(provenance.cost).toMatchObject({ amount: 0.00917, source: 'computed' });
  expect(create('cheap').readiness()).toMatchObject({ ready: false, missing: 'price' });
});

describe('a limit', () => {
  it('per hour resets, a used-up plan does not: the account shows which one it is', async () => {
    server.enqueue(replyOf('serpapi', 'serpapi_429'));
    expect(await ask('search', query)).toMatchObject({ kind: 'retry', cause: 'rate', retryAfterMs: 60_000 });
    expect(server.requests[1]?.path).toBe('/account');
    server.enqueue(replyOf('serpapi', 'serpapi_429'), replyOf('serpapi', 'serpapi_account_empty'));
    expect(await ask('search', query)).toMatchObject({ kind: 'fatal', reason: 'quota' });
  });
});

describe('a search that may have been paid for', () => {
  it('is fresh at first and comes from SerpApi’s cache on another attempt, also after a restart', async () => {
    await ask('search', query);
    await ask('search', query, { attempt: 2 });
    await ask('search', query, { receipt: 'asked' });
    expect([0, 1, 2].map((at) => parameters(at).no_cache)).toEqual(['true', undefined, undefined]);
  });
});

describe('the key', () => {
  it('is in no stored request, error or message, although it is part of the URL', async () => {
    const { rawExchange } = answerOf(await ask('search', query));
    const stored = rawExchange as { exchanges: { request: { url: string } }[] };
    expect(stored.exchanges[0]?.request.url).toMatch(/\/search\?engine=google&q=/);
    expect(JSON.stringify(stored)).not.toContain('api_key');
    expect(parameters().api_key).toBe(testKey);
    server.enqueue({ status: 401, body: { error: `Invalid API key ${testKey} at ?api_key=${testKey}` } });
    const refused = await ask('search', query);
    expect(refused).toMatchObject({ kind: 'fatal', reason: 'key' });
    const broken = await serpapiDefinition
      .create({ key: testKey, settings: { baseUrl: 'http://127.0.0.1:1' } })
      .answer(driverJob('search', query));
    expect(JSON.stringify([refused, broken, stored])).not.toContain(testKey);
  });
});

it('is checked without a search, reports the remaining searches, and is not shown', async () => {
  const { signal } = new AbortController();
  expect(await create().account?.(signal)).toEqual({ searchesLeft: 4_200 });
  server.enqueue({ status: 401, body: { error: `Invalid API key ${testKey}` } });
  await expect(create().account?.(signal)).rejects.toThrow(/refused the key/);
  server.enqueue({ status: 401, body: { error: `Invalid API key ${testKey}` } });
  await expect(create().account?.(signal)).rejects.not.toThrow(testKey);
});
