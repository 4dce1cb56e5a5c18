import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { perplexityDefinition } from '#service/drivers/perplexity/perplexityDriver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { bodyOf } from '#tests/support/providers/fixtures.ts';
import { testKey } from '#tests/support/providers/harness.ts';
import { replyOf, responder } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer(responder('perplexity'));
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const create = (more: Readonly<Record<string, string>> = {}) =>
  perplexityDefinition.create({ key: testKey, settings: { baseUrl: server.origin, ...more } });
const question = { prompt: 'Which shoes?', country: 'DE' };

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

it('is suggested for assistant-e and asks the Agent API with Perplexity’s own model and a length', async () => {
  expect(perplexityDefinition.suggestedFor).toEqual(['assistant-e']);
  await create().answer(driverJob('assistant-e', question));
  expect(server.requests[0]).toMatchObject({
    path: '/v1/responses',
    body: { model: 'perplexity/sonar', max_output_tokens: 16_000, tools: [{ type: 'web_search' }] },
  });
});

it('sends a preset instead of the model', async () => {
  await create({ preset: 'low' }).answer(driverJob('assistant-e', question));
  expect(server.requests[0]?.body).toMatchObject({ preset: 'low' });
  expect(server.requests[0]?.body).not.toHaveProperty('model');
});

it('returns the real queries, citations by annotation, and the stated cost', async () => {
  const { result, provenance } = answerOf(await create().answer(driverJob('assistant-d', question)));
  expect(result.searchQueries).toEqual(['best running shoes wide feet 2026', 'alpina trail 3 width']);
  expect(result.text).toBe('Alpina Trail 3 is the top wide pick.');
  expect(result.citationPills).toMatchObject([{ start: 35, end: 35, position: 1 }]);
  expect(provenance).toMatchObject({
    model: 'perplexity/sonar',
    stop: { kind: 'complete' },
    requestId: 'resp_fxP',
    usage: { inputTokens: 900, outputTokens: 60, searches: 1 },
    cost: { amount: 0.007, currency: 'USD', source: 'stated' },
  });
});

it('uses the markers if there are no annotations', async () => {
  const body = bodyOf<{ output: { type: string; content?: { annotations: unknown[] }[] }[] }>(
    'pplx_agent_ok',
  );
  for (const item of body.output) for (const part of item.content ?? []) part.annotations = [];
  server.enqueue({ body });
  const { result } = answerOf(await create().answer(driverJob('assistant-d', question)));
  expect(result.citationPills).toMatchObject([
    { url: 'https://runlab.example/wide-2026', label: 'Wide-foot shoe test 2026' },
  ]);
});

it('reads the recorded stream with its reasoning events', async () => {
  server.enqueue(replyOf('perplexity', 'pplx_agent_sse'));
  const { result } = answerOf(await create().answer(driverJob('assistant-b', question)));
  expect(result.text).toBe('Alpina Trail 3 is the top wide pick.');
});

it('turns off the search if the request requires it, and then states the country in the prompt', async () => {
  const body = bodyOf<{ output: { type: string }[] }>('pplx_agent_ok');
  server.enqueue({ body: { ...body, output: body.output.filter(({ type }) => type === 'message') } });
  const { provenance } = answerOf(
    await create().answer(driverJob('assistant-a', { ...question, disableWebSearch: true })),
  );
  expect(server.requests[0]?.body).not.toHaveProperty('tools');
  expect(server.requests[0]?.body).toMatchObject({ instructions: 'The person asking is in Germany.' });
  expect(provenance).toMatchObject({
    searched: false,
    country: { requested: 'DE', honoured: 'prompt-hint' },
  });
});

it('reports a closed URL as rejected, not as a refused key, and retries without waiting', async () => {
  server.enqueue(replyOf('perplexity', 'pplx_403_closed'));
  const driver = create();
  const job = driverJob('assistant-e', question);
  expect(await driver.answer(job)).toMatchObject({ kind: 'fatal', reason: 'rejected' });
  expect(driver.readiness()).toEqual({ ready: true });
  expect(await driver.answer(job)).toMatchObject({ kind: 'answer' });
});

it('lists the models', async () => {
  expect(await create().listModels?.(new AbortController().signal)).toEqual([
    { name: 'model-a' },
    { name: 'model-b' },
  ]);
});

it.each([
  ['pt-BR', 'pt'],
  ['iw', 'he'],
  ['fil', 'tl'],
  ['haw', undefined],
])('names the language %s by ISO 639-1: %s', async (hl, sent) => {
  await create().answer(driverJob('search-ai', { ...question, hl }));
  expect(Reflect.get(server.requests[0]?.body as object, 'language_preference')).toBe(sent);
});
