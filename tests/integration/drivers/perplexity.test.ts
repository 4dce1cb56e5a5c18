import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import {
  createPerplexityAgentDriver,
  createPerplexityDriver,
} from '#service/drivers/perplexity/perplexityDriver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { bodyOf } from '#tests/support/providers/fixtures.ts';
import { testKey } from '#tests/support/providers/harness.ts';
import { normal, replyOf, stream } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer((request) =>
    normal(request.path === '/v1/responses' ? 'perplexity-agent' : 'perplexity', request),
  );
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const sonar = (more: Readonly<Record<string, string>> = {}) =>
  createPerplexityDriver({ key: testKey, settings: { baseUrl: server.origin, ...more } });
const agent = () => createPerplexityAgentDriver({ key: testKey, settings: { baseUrl: server.origin } });
const question = { prompt: 'Which shoes?', country: 'DE' };

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

it('points each number in the answer at its source and leaves the numbers out of the text', async () => {
  const { result } = answerOf(
    await sonar().answer(driverJob('assistant-b', { ...question, include: { markdown: true } })),
  );
  expect(result.text).toBe('Alpina Trail 3 is the top wide pick; Nordlauf Breeze is cheaper.');
  expect(result.markdown).toContain('cheaper[1][2].');
  expect(result.citationPills).toMatchObject([
    { citationPillId: 1, position: 1, start: 35, end: 35, domain: 'runlab.example' },
    { citationPillId: 2, position: 1, start: 63, end: 63 },
    { citationPillId: 3, position: 2, start: 63, end: 63, label: 'Nordlauf Breeze' },
  ]);
});

it('gives related questions and the queries of a pro search where the engine has a place for them', async () => {
  const { result } = answerOf(await sonar().answer(driverJob('assistant-e', question)));
  expect(result.related_queries).toEqual(['Which brands make 4E widths?']);
  expect(result.search_model_queries).toEqual([
    'best running shoes wide feet 2026',
    'nordlauf breeze review',
  ]);
  expect(server.requests[0]?.body).toMatchObject({ return_related_questions: true });
});

it('turns the search off where the request forbids it, and tells the country in words then', async () => {
  const memory = {
    model: 'sonar',
    choices: [{ index: 0, delta: { content: 'From memory.' }, finish_reason: 'stop' }],
  };
  server.enqueue(stream('perplexity', [memory]));
  const { provenance } = answerOf(
    await sonar().answer(driverJob('assistant-a', { ...question, disableWebSearch: true })),
  );
  expect(server.requests[0]?.body).toMatchObject({ disable_search: true });
  expect(provenance).toMatchObject({
    searched: false,
    country: { requested: 'DE', honoured: 'prompt-hint' },
  });
});

it('reads sources from the older list of addresses, and drops a reasoning block', async () => {
  const body = bodyOf<Record<string, unknown>>('pplx_ok');
  const choices = [
    {
      index: 0,
      finish_reason: 'stop',
      message: { role: 'assistant', content: '<think>hm [2]</think>\nYes[1].' },
    },
  ];
  server.enqueue({ body: { ...body, search_results: null, choices } });
  const { result } = answerOf(await sonar().answer(driverJob('assistant-b', question)));
  expect(result.text).toBe('Yes.');
  expect(result.sources).toMatchObject([
    { url: 'https://runlab.example/wide-2026', label: 'runlab.example' },
    { url: 'https://shoes.example/nordlauf' },
  ]);
  expect(result.citationPills).toHaveLength(1);
});

it('reads the recorded stream of Sonar', async () => {
  server.enqueue(replyOf('perplexity', 'pplx_sse'));
  const { result } = answerOf(await sonar().answer(driverJob('assistant-b', question)));
  expect(result).toMatchObject({ text: 'Alpina', citationPills: [{ start: 6, end: 6 }] });
});

it('gives the agent’s real queries and citations by annotation', async () => {
  const { result, provenance } = answerOf(await agent().answer(driverJob('assistant-d', question)));
  expect(result.searchQueries).toEqual(['best running shoes wide feet 2026', 'alpina trail 3 width']);
  expect(result.text).toBe('Alpina Trail 3 is the top wide pick.');
  expect(result.citationPills).toMatchObject([{ start: 35, end: 35, position: 1 }]);
  expect(provenance.model).toBe('openai/gpt-5.2');
});

it('follows the agent’s markers where it sends no annotations', async () => {
  const body = bodyOf<{ output: { type: string; content?: { annotations: unknown[] }[] }[] }>(
    'pplx_agent_ok',
  );
  for (const item of body.output) for (const part of item.content ?? []) part.annotations = [];
  server.enqueue({ body });
  const { result } = answerOf(await agent().answer(driverJob('assistant-d', question)));
  expect(result.citationPills).toMatchObject([
    { url: 'https://runlab.example/wide-2026', label: 'Wide-foot shoe test 2026' },
  ]);
});
