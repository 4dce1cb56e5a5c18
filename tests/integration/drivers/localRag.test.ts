import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { localRagDefinition } from '#service/drivers/localRag/localRagDriver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { fixture } from '#tests/support/providers/fixtures.ts';
import { testKey } from '#tests/support/providers/harness.ts';
import { normal, stream } from '#tests/support/providers/protocols.ts';
import {
  type ProviderServer,
  type Reply,
  startProviderServer,
} from '#tests/support/providers/providerServer.ts';

let model: ProviderServer;
let searxng: ProviderServer;
let brave: ProviderServer;
beforeAll(async () => {
  model = await startProviderServer((request) => normal('openai-compatible', request));
  searxng = await startProviderServer((request) => normal('searxng', request));
  brave = await startProviderServer((request) => normal('brave', request));
});
beforeEach(() => {
  for (const server of [model, searxng, brave]) server.reset();
});
afterAll(async () => {
  await Promise.all([model, searxng, brave].map((server) => server.close()));
});

const create = (more: Readonly<Record<string, string>> = {}, key?: string) =>
  localRagDefinition.create({
    key,
    settings: {
      baseUrl: `${model.origin}/v1`,
      model: 'gemma4',
      searxngBaseUrl: searxng.origin,
      braveBaseUrl: brave.origin,
      ...more,
    },
  });

const question = { prompt: 'Which shoes for wide feet?', country: 'DE' };

function says(content: string): Reply {
  return stream('openai-compatible', [
    { model: 'gemma4', choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] },
  ]);
}

const plan = (...queries: readonly string[]) => says(JSON.stringify({ queries }));

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

it('plans in the market’s language, searches in it, and answers with numbered sources', async () => {
  model.enqueue(
    plan('laufschuhe breite füße', 'laufschuhe test 2026'),
    says('Take the **Alpina Trail 3** [1]. Not the rest [7].'),
  );
  const outcome = answerOf(
    await create().answer(driverJob('assistant-a', { ...question, include: { searchQueries: true } })),
  );
  expect(JSON.stringify(model.requests[0]?.body)).toContain('Write them in German.');
  expect(searxng.requests.map(({ query }) => [query.get('q'), query.get('language')])).toEqual([
    ['laufschuhe breite füße', 'de-DE'],
    ['laufschuhe test 2026', 'de-DE'],
  ]);
  expect(JSON.stringify(model.requests[1]?.body)).toContain('[1] Wide-foot shoe test 2026');
  expect(outcome.result).toMatchObject({
    text: 'Take the Alpina Trail 3. Not the rest [7].',
    sources: [
      {
        position: 1,
        url: 'https://runlab.example/wide-2026',
        label: 'Wide-foot shoe test 2026',
        footnote: false,
      },
    ],
    citationPills: [{ position: 1, start: 23, end: 23 }],
    searchQueries: ['laufschuhe breite füße', 'laufschuhe test 2026'],
  });
  expect(outcome.provenance).toMatchObject({
    model: 'gemma4',
    searched: true,
    country: { honoured: 'parameter', applied: 'SearXNG language=de-DE; The person asking is in Germany.' },
  });
  expect((outcome.rawExchange as { exchanges: unknown[] }).exchanges).toHaveLength(4);
});

it('searches for the question itself if the plan is invalid', async () => {
  model.enqueue(says('I would look for shoes.'), says('Alpina [1].'));
  const { result } = answerOf(await create().answer(driverJob('assistant-c', question)));
  expect(searxng.requests.map(({ query }) => query.get('q'))).toEqual([question.prompt]);
  expect(result.searchQueries).toEqual([question.prompt]);
});

it('reads passages of the pages with Brave, by country, and gives them to the model as material', async () => {
  const passages = fixture('brave_llm_context');
  brave.enqueue({ body: passages.body });
  model.enqueue(plan('laufschuhe'), says('Der Alpina gewann [1].'));
  const { result, provenance } = answerOf(
    await create({ search: 'brave' }, testKey).answer(driverJob('assistant-a', question)),
  );
  expect(brave.requests[0]?.path).toBe('/res/v1/llm/context');
  expect(Object.fromEntries(brave.requests[0]?.query ?? [])).toMatchObject({
    q: 'laufschuhe',
    country: 'DE',
    search_lang: 'de',
  });
  expect(JSON.stringify(model.requests[1]?.body)).toContain('wir trugen 14 Paare über 200 km');
  expect(result.sources).toMatchObject([
    { url: 'https://runlab.example/wide-2026', datePublished: '2026-08-14', footnote: false },
    { url: 'https://shoes.example/nordlauf', footnote: true },
  ]);
  expect(provenance.usage).toMatchObject({ requests: 1 });
});

it('searches with Brave if configured, with its key, which the model server never sees', async () => {
  const driver = create({ search: 'brave', reading: 'snippets' }, testKey);
  model.enqueue(plan('laufschuhe'), says('Alpina [2].'));
  const { result, provenance } = answerOf(await driver.answer(driverJob('assistant-d', question)));
  expect(brave.requests[0]?.headers['x-subscription-token']).toBe(testKey);
  expect(JSON.stringify(model.requests)).not.toContain(testKey);
  expect(result.citationPills).toMatchObject([{ position: 2, url: 'https://shoes.example/nordlauf' }]);
  expect(provenance.country.applied).toMatch(/^Brave country=DE, search_lang=de;/);
});

it('is not ready to search with Brave without its key', () => {
  expect(create({ search: 'brave' }).readiness()).toMatchObject({ ready: false, missing: 'key' });
  expect(create().readiness()).toEqual({ ready: true });
});

it('answers from the searches that worked, and fails only if none did', async () => {
  model.enqueue(plan('a', 'b'), says('Alpina [1].'), plan('a'));
  searxng.enqueue({ status: 500 });
  const { result } = answerOf(await create().answer(driverJob('assistant-b', question)));
  expect(result.sources).toHaveLength(1);
  searxng.enqueue({ status: 500, body: { error: 'down' } });
  expect((await create().answer(driverJob('assistant-b', question))).kind).toBe('retry');
});

it('asks only the model if search is not allowed', async () => {
  model.enqueue(says('From memory [1].'));
  const { result, provenance } = answerOf(
    await create().answer(driverJob('assistant-a', { ...question, disableWebSearch: true })),
  );
  expect(searxng.requests).toEqual([]);
  expect(result).toMatchObject({ text: 'From memory [1].', sources: [] });
  expect(provenance.searched).toBe(false);
});

it('requests another attempt if the model server has a problem, before any search leaves the machine', async () => {
  model.enqueue({ drop: 'before' });
  expect((await create().answer(driverJob('assistant-b', question))).kind).toBe('retry');
  expect(searxng.requests).toEqual([]);
});

it('closes the connection to the search when the job is cancelled', async () => {
  model.enqueue(plan('a'));
  searxng.enqueue({ hang: 'before' });
  const controller = new AbortController();
  const pending = create().answer(driverJob('assistant-b', question, { signal: controller.signal }));
  await searxng.seen(1);
  controller.abort(new DOMException('the caller left', 'AbortError'));
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  await Promise.all([searxng.idle(), model.idle()]);
});

it('keeps searches that were charged for another attempt, also after a restart, and never repeats one', async () => {
  const job = driverJob('assistant-b', question, { queued: true });
  const { body } = fixture('brave_llm_context');
  brave.enqueue({ body }, { body });
  model.enqueue(plan('laufschuhe', 'schuhtest'), { drop: 'midway' });
  expect((await create({ search: 'brave' }, testKey).answer(job)).kind).toBe('retry');
  expect(brave.requests).toHaveLength(2);
  const again = driverJob('assistant-b', question, { queued: true, receipt: job.receipt() ?? '' });
  model.enqueue(says('Der Alpina gewann [1].'));
  const { result } = answerOf(await create({ search: 'brave' }, testKey).answer(again));
  expect(brave.requests).toHaveLength(2);
  expect(result.sources).toMatchObject([{ url: 'https://runlab.example/wide-2026' }, {}]);
  const underWay = { queued: true, receipt: JSON.stringify({ state: 'asked' }) };
  expect(
    await create({ search: 'brave' }, testKey).answer(driverJob('assistant-b', question, underWay)),
  ).toMatchObject({ kind: 'fatal', reason: 'lost' });
});
