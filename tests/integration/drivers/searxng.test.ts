import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { searxngDefinition } from '#service/drivers/searxng/searxngDriver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { responder } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer(responder('searxng'));
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const create = () => searxngDefinition.create({ settings: { baseUrl: `${server.origin}/` } });

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

function page(first: number, count: number) {
  const results = Array.from({ length: count }, (_, index) => ({
    url: `https://site-${first + index}.example/`,
    title: `Result ${first + index}`,
  }));
  return { body: { results } };
}

it('needs no key and is ready without settings', () => {
  expect(create().readiness()).toEqual({ ready: true });
});

it('returns organic results, suggestions as related searches and the infobox as the panel', async () => {
  const { result, provenance } = answerOf(
    await create().answer(driverJob('search', { query: 'shoes', country: 'CH' })),
  );
  expect(result).toMatchObject({
    organicResults: [
      {
        position: 1,
        title: 'Wide-foot shoe test 2026',
        link: 'https://runlab.example/wide-2026',
        snippet: 'We wore 14 pairs.',
        date: '2026-08-14T00:00:00',
        page: 1,
      },
    ],
    relatedSearches: [{ query: 'wide toe box shoes' }],
    knowledgeGraph: { title: 'Running shoe', profiles: [{ name: 'Wikipedia' }] },
  });
  expect(provenance.country).toEqual({ requested: 'CH', honoured: 'parameter', applied: 'language=de-CH' });
  expect(server.requests).toHaveLength(1);
});

it('counts ten results as a page, whatever the instance returns per page, and drops duplicates', async () => {
  server.enqueue(page(1, 13), page(12, 13));
  const { result } = answerOf(
    await create().answer(driverJob('search', { query: 'shoes', country: 'DE', pages: 2 })),
  );
  const found = result.organicResults as { title: string; page: number }[];
  expect(found).toHaveLength(20);
  expect(found[19]).toMatchObject({ title: 'Result 20', page: 2 });
  expect(server.requests.map(({ query }) => query.get('pageno'))).toEqual(['1', '2']);
});

it('treats an empty page with refusing engines as a failure, not as a market without results', async () => {
  server.enqueue(
    { body: { results: [], unresponsive_engines: [['google', 'CAPTCHA']] } },
    { body: { results: [] } },
  );
  expect(await create().answer(driverJob('search', { query: 'a', country: 'DE' }))).toMatchObject({
    kind: 'retry',
    reason: "SearXNG's engines did not answer (google: CAPTCHA)",
  });
  const { result } = answerOf(await create().answer(driverJob('search', { query: 'a', country: 'DE' })));
  expect(result.organicResults).toEqual([]);
});

it('explains how to enable the JSON format if an instance refuses it', async () => {
  server.enqueue({ status: 403, headers: { 'content-type': 'text/html' }, body: '<!doctype html>' });
  const outcome = await create().answer(driverJob('search/news', { query: 'a' }));
  expect(outcome).toMatchObject({
    kind: 'fatal',
    reason: 'rejected',
    message: expect.stringContaining('search.formats'),
  });
  expect(server.requests[0]?.query.has('language')).toBe(false);
});
