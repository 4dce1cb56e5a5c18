import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { geminiDefinition } from '#service/drivers/gemini/geminiDriver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { bodyOf, eventsOf } from '#tests/support/providers/fixtures.ts';
import { testKey } from '#tests/support/providers/harness.ts';
import { responder, stream } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer(responder('gemini'));
});
beforeEach(() => server.reset());
afterAll(() => server.close());

function create(more: Readonly<Record<string, string>> = {}) {
  return geminiDefinition.create({ key: testKey, settings: { baseUrl: server.origin, ...more } });
}

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

const question = { prompt: 'Welche Schuhe?', country: 'DE' };
const html = { ...question, include: { html: true, markdown: true } };

it('cuts cited words at byte offsets, umlauts included', async () => {
  const { result } = answerOf(await create().answer(driverJob('assistant-d', html)));
  const text = String(result.text);
  const pills = result.citationPills as {
    start: number;
    end: number;
    domain: string;
    citationPillId: number;
  }[];
  expect(pills.map(({ start, end }) => text.slice(start, end))).toEqual([
    'Für breite Füße ist der Alpina Trail 3 erste Wahl.',
    'Günstiger ist Nordlauf Breeze.',
    'Günstiger ist Nordlauf Breeze.',
  ]);
  expect(pills.map(({ citationPillId }) => citationPillId)).toEqual([1, 2, 2]);
  expect(pills.map(({ domain }) => domain)).toEqual(['runlab.example', 'runlab.example', 'shoes.example']);
});

it('names the site of a source whose page only Google knows, and never resolves its redirect', async () => {
  const { result } = answerOf(await create().answer(driverJob('search-ai', question)));
  const link = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZfx1';
  expect(result.sources).toMatchObject([
    { url: link, redirectLink: link, label: 'runlab.example', domain: 'runlab.example' },
    { label: 'shoes.example', domain: 'shoes.example' },
  ]);
  expect(server.requests).toHaveLength(1);
});

it('embeds the search suggestions unchanged in a frame without scripts', async () => {
  const { pages } = answerOf(await create().answer(driverJob('assistant-d', html)));
  const page = pages?.[0]?.html ?? '';
  expect(page).toContain('<iframe sandbox=""');
  const framed = /srcdoc="([^"]*)"/
    .exec(page)?.[1]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  const metadata = bodyOf<{
    candidates: { groundingMetadata: { searchEntryPoint: { renderedContent: string } } }[];
  }>('gemini_ok');
  expect(framed).toBe(metadata.candidates[0]?.groundingMetadata.searchEntryPoint.renderedContent);
});

it('reports as the country what certainly arrived: the words, in addition to parameters of unknown effect', async () => {
  const { provenance } = answerOf(await create().answer(driverJob('assistant-d', question)));
  expect(provenance.country).toMatchObject({ requested: 'DE', honoured: 'prompt-hint' });
  expect(provenance.country.applied).toMatch(/^The person asking is in Germany\. latitude .* language de$/);
  const silent = answerOf(await create({ placeHint: 'off' }).answer(driverJob('assistant-d', question)));
  expect(silent.provenance.country.honoured).toBe('parameter');
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain('Germany');
});

it('retries once with a request to search if assistant-a answered from memory; then reports it', async () => {
  const memory = { body: bodyOf('gemini_nosearch') };
  server.enqueue(memory, memory);
  const { provenance, result } = answerOf(await create().answer(driverJob('assistant-a', question)));
  expect(provenance.searched).toBe(false);
  expect(result.sources).toEqual([]);
  expect(server.requests).toHaveLength(2);
  expect(JSON.stringify(server.requests[1]?.body)).toContain('Search the web');
});

it('omits the model’s thoughts and reads a stream with the grounding at the end', async () => {
  const [first, last] = eventsOf('gemini_sse');
  const thought = {
    candidates: [{ content: { parts: [{ text: 'Let me think…', thought: true }], role: 'model' } }],
  };
  server.enqueue({ ...stream('gemini', [thought, first, last]), chunkBytes: 3 });
  const { result } = answerOf(await create().answer(driverJob('assistant-d', question)));
  expect(result.text).toBe('Größe zählt: Alpina.');
  expect(result.citationPills).toMatchObject([{ start: 13, end: 20, domain: 'runlab.example' }]);
});

it('treats a used-up daily quota as final, and waits as requested for a quota per minute', async () => {
  const perDay = {
    error: {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: 'quota',
      details: [{ violations: [{ quotaId: 'RequestsPerDayPerProject' }] }],
    },
  };
  server.enqueue({ status: 429, body: bodyOf('gemini_429') }, { status: 429, body: perDay });
  expect(await create().answer(driverJob('assistant-d', question))).toMatchObject({
    kind: 'retry',
    retryAfterMs: 34_400,
  });
  expect(await create().answer(driverJob('assistant-d', question))).toMatchObject({
    kind: 'fatal',
    reason: 'quota',
  });
});

it('reads an error in the middle of a stream', async () => {
  const [first] = eventsOf('gemini_sse');
  server.enqueue(
    stream('gemini', [first, { error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }]),
  );
  expect((await create().answer(driverJob('assistant-d', question))).kind).toBe('retry');
});

it('lists the models that generate, without their prefix', async () => {
  server.enqueue({
    body: {
      models: [
        { name: 'models/gemini-b', supportedGenerationMethods: ['generateContent', 'countTokens'] },
        { name: 'models/embedding-1', supportedGenerationMethods: ['embedContent'] },
        { name: 'models/gemini-a' },
      ],
    },
  });
  expect(await create().listModels?.(new AbortController().signal)).toEqual([
    { name: 'gemini-a' },
    { name: 'gemini-b' },
  ]);
});
