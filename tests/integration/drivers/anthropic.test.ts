import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anthropicDefinition } from '#service/drivers/anthropic/anthropicDriver.ts';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { bodyOf } from '#tests/support/providers/fixtures.ts';
import { testKey } from '#tests/support/providers/harness.ts';
import { messageStream, responder, stream } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

type Message = { content: Record<string, unknown>[]; stop_reason: string };

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer(responder('anthropic'));
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const create = () => anthropicDefinition.create({ key: testKey, settings: { baseUrl: server.origin } });
const question = { prompt: 'Which shoes?', country: 'DE' };

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

it('uses the text after the last search as the answer, and a cited block as the cited span', async () => {
  const { result, provenance } = answerOf(await create().answer(driverJob('assistant-e', question)));
  expect(result.text).toBe('For wide feet, the Alpina Trail 3 scored best.');
  const [pill] = result.citationPills as { start: number; end: number; label: string }[];
  expect(String(result.text).slice(pill?.start, pill?.end)).toBe('the Alpina Trail 3 scored best');
  expect(result.sources).toMatchObject([
    {
      url: 'https://runlab.example/wide-2026',
      label: 'Wide-foot shoe test 2026',
      description: 'Alpina Trail 3 won our wide-foot test.',
    },
    { url: 'https://shoes.example/nordlauf', label: 'Nordlauf Breeze' },
  ]);
  expect(result.search_model_queries).toEqual(['best running shoes wide feet 2026']);
  expect(provenance).toMatchObject({ model: 'claude-sonnet-4-5-20250929', searched: true });
});

it('continues a paused turn with its content, and stores every exchange', async () => {
  const rest: Message = { content: [{ type: 'text', text: 'The Alpina.' }], stop_reason: 'end_turn' };
  server.enqueue(
    stream('anthropic', messageStream(bodyOf<Message>('anthropic_pause'))),
    stream('anthropic', messageStream(rest)),
  );
  const outcome = answerOf(
    await create().answer(driverJob('assistant-e', { ...question, include: { rawResponse: true } })),
  );
  expect(outcome.result.text).toBe('The Alpina.');
  expect(outcome.result.sources).toHaveLength(2);
  expect(server.requests[1]?.body).toMatchObject({
    messages: [
      { role: 'user', content: 'Which shoes?' },
      { role: 'assistant', content: bodyOf<Message>('anthropic_pause').content },
    ],
  });
  expect((outcome.rawExchange as { exchanges: unknown[] }).exchanges).toHaveLength(2);
});

it('stops after a limit of turns', async () => {
  const paused = stream('anthropic', messageStream(bodyOf<Message>('anthropic_pause')));
  server.enqueue(...Array.from({ length: 9 }, () => paused));
  const outcome = await create().answer(driverJob('assistant-e', question));
  expect(server.requests).toHaveLength(5);
  expect(outcome.kind).toBe('answer');
});

it('limits the whole attempt by its timeout, however many turns it takes', async () => {
  const paused = stream('anthropic', messageStream(bodyOf<Message>('anthropic_pause')));
  server.enqueue(...Array.from({ length: 5 }, () => ({ ...paused, delayMs: 120 })));
  const limits = { totalMs: 300 };
  const driver = anthropicDefinition.create({ key: testKey, settings: { baseUrl: server.origin }, limits });
  // The turns that came back were charged.
  expect(await driver.answer(driverJob('assistant-e', question))).toMatchObject({ reason: 'lost' });
  expect(server.requests.length).toBeLessThan(5);
  await server.idle();
});

it('reports that no search worked if the tool only returned errors', async () => {
  const message = bodyOf<Message>('anthropic_ok');
  const failed = bodyOf('anthropic_tool_error_block');
  const content = message.content.map((block) => (block.type === 'web_search_tool_result' ? failed : block));
  server.enqueue({ body: { ...message, content } });
  const { provenance, result } = answerOf(await create().answer(driverJob('assistant-e', question)));
  expect(provenance.searched).toBe(false);
  expect(result.sources).toHaveLength(1);
});

it('accepts a refusal with text as an answer', async () => {
  const message = { content: [{ type: 'text', text: 'I cannot help with that.' }], stop_reason: 'refusal' };
  server.enqueue(stream('anthropic', messageStream(message)));
  const { result } = answerOf(await create().answer(driverJob('assistant-e', question)));
  expect(result.text).toBe('I cannot help with that.');
});

it('waits as long as the provider requests', async () => {
  server.enqueue({ status: 429, headers: { 'retry-after': '12' }, body: bodyOf('anthropic_429') });
  expect(await create().answer(driverJob('assistant-e', question))).toMatchObject({
    kind: 'retry',
    retryAfterMs: 12_000,
  });
});
