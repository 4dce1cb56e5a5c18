import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { openaiCompatibleDefinition } from '#service/drivers/openaiCompatible/openaiCompatibleDriver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { responder, stream } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer(responder('openai-compatible'));
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const create = (more: Readonly<Record<string, string>> = {}) =>
  openaiCompatibleDefinition.create({
    settings: { baseUrl: `${server.origin}/v1`, model: 'gemma4', ...more },
  });
const question = { prompt: 'Which shoes?', country: 'JP' };

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

it('asks a local server without a key and sends no authorization', async () => {
  const { result, provenance } = answerOf(await create().answer(driverJob('assistant-e', question)));
  expect(result).toMatchObject({ text: 'Alpina Trail 3 [1].', sources: [] });
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
  expect(provenance).toMatchObject({
    model: 'gemma4',
    searched: false,
    country: { honoured: 'prompt-hint' },
  });
});

it('sends no country if the hint is turned off, and reports that', async () => {
  const { provenance } = answerOf(
    await create({ placeHint: 'off' }).answer(driverJob('assistant-e', question)),
  );
  expect(provenance.country).toEqual({ requested: 'JP', honoured: 'not-applied' });
  expect(server.requests[0]?.body).toMatchObject({ messages: [{ role: 'user', content: 'Which shoes?' }] });
});

it('is not ready without a model', () => {
  expect(create({ model: '' }).readiness()).toMatchObject({ ready: false, missing: 'model' });
});

it('reads an error in the middle of a stream that began with 200', async () => {
  const chunk = { model: 'gemma4', choices: [{ index: 0, delta: { content: 'Al' }, finish_reason: null }] };
  server.enqueue(
    stream('openai-compatible', [chunk, { error: 'an error was encountered while running the model' }]),
  );
  expect(await create().answer(driverJob('assistant-e', question))).toMatchObject({
    kind: 'retry',
    reason: 'The model server has a problem: an error was encountered while running the model',
  });
});

it('detects brand entities with a configured model and drops invented ones', async () => {
  const driver = create({ entityModel: 'reader' });
  const { result, provenance } = answerOf(await driver.answer(driverJob('assistant-a', question)));
  expect(result.entities).toEqual([{ type: 'brand', name: 'Alpina' }]);
  expect(provenance.entityExtraction).toBe('model');
  expect(server.requests[1]?.body).toMatchObject({
    model: 'reader',
    response_format: { type: 'json_schema' },
  });
});

it('falls back to the rules, and reports it, if the entity model fails', async () => {
  const driver = create({ entityModel: 'reader' });
  server.enqueue(
    { body: { choices: [{ message: { content: '- **Nordlauf** is cheap.' }, finish_reason: 'stop' }] } },
    { status: 500, body: {} },
  );
  const { result, provenance } = answerOf(await driver.answer(driverJob('assistant-a', question)));
  expect(result.entities).toEqual([{ type: 'brand', name: 'Nordlauf' }]);
  expect(provenance.entityExtraction).toBe('rules');
});

it('marks a model in the list that will be shut down, in every date format', async () => {
  const data = [
    { id: 'b', shutdown_date: '2026-12-11' },
    { id: 'a', shutdown_date: 1_796_947_200 },
    { id: 'c' },
  ];
  server.enqueue({ body: { object: 'list', data } });
  expect(await create().listModels?.(new AbortController().signal)).toEqual([
    { name: 'a', endsOn: '2026-12-11' },
    { name: 'b', endsOn: '2026-12-11' },
    { name: 'c' },
  ]);
});

it('requests the token counts of the stream', async () => {
  const { provenance } = answerOf(await create().answer(driverJob('assistant-e', question)));
  expect(server.requests[0]?.body).toMatchObject({ stream_options: { include_usage: true } });
  expect(provenance).toMatchObject({ usage: { inputTokens: 20, outputTokens: 8 } });
  expect(provenance.cost).toBeUndefined();
});

it('lists the models of the server', async () => {
  expect(await create().listModels?.(new AbortController().signal)).toEqual([
    { name: 'model-a' },
    { name: 'model-b' },
  ]);
});

it('is retried after a lost answer on this machine and in the local network; elsewhere it may have been charged', async () => {
  const broken: typeof fetch = () => Promise.reject(new TypeError('terminated'));
  const outcomeAt = async (host: string) => {
    const settings = { baseUrl: `http://${host}/v1`, model: 'gemma4' };
    const driver = openaiCompatibleDefinition.create({ settings, fetch: broken });
    const outcome = await driver.answer(driverJob('assistant-e', question));
    return outcome.kind === 'fatal' ? outcome.reason : outcome.kind;
  };
  for (const host of ['127.0.0.1:11434', 'localhost:1234', '[::1]:8080', '192.168.1.20:11434'])
    expect(await outcomeAt(host)).toBe('retry');
  for (const host of ['models.example', '9.9.9.9', 'localhost.example'])
    expect(await outcomeAt(host)).toBe('lost');
});
