import { expect, it } from 'vitest';
import { AppError } from '#shared/model/appError.ts';
import { chatReply, startModelCore } from '#tests/support/analysisModel/modelServer.ts';

const wordings = [
  { code: 'de', question: 'Welches Schloss?' },
  { code: 'ja', question: 'どの鍵？' },
];
const wanted = { question: 'Which lock?', keys: ['de', 'ja', 'fr'] };
const local = { driver: 'openai-compatible', model: 'judge', monthlyLimit: null };

const code = (error: unknown): string => (error instanceof AppError ? error.code : String(error));

it('asks one model with a schema, states price and provenance, and asks the same only once', async () => {
  const { core, server } = await startModelCore(() => ({ wordings }));
  const { invoke } = core.router;
  expect(await invoke('wordings.quote', { questions: [wanted] })).toMatchObject({
    driver: 'openai-compatible',
    model: 'judge',
    requests: 1,
    amount: 0,
  });
  expect(server.asked()).toEqual([]);

  const [first, second] = await Promise.all([
    invoke('wordings.suggest', wanted),
    invoke('wordings.suggest', wanted),
  ]);
  expect(first).toMatchObject({
    wordings: { de: 'Welches Schloss?', ja: 'どの鍵？' },
    missing: ['fr'],
    provenance: { driver: 'openai-compatible', model: 'judge-1', prompt: 'wordings 1', cached: false },
  });
  expect(first.provenance.cost).toEqual({ amount: 0, currency: 'USD', source: 'computed' });
  expect(second.provenance.cached).toBe(true);
  expect(server.asked().length).toBe(1);
  expect(server.requests.at(-1)?.body).toMatchObject({
    model: 'judge',
    temperature: 0,
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'wordings',
        strict: true,
        schema: { type: 'object', required: ['wordings'], additionalProperties: false },
      },
    },
  });
  expect((await invoke('wordings.quote', { questions: [wanted] })).requests).toBe(0);

  const { costs } = await invoke('credits.get', { connectionId: 'embedded', period: 'all' });
  expect(costs).toMatchObject([{ engine: 'analysis', provider: 'openai-compatible', answers: 1, amount: 0 }]);
  expect((await invoke('analysisModel.get', {})).month).toEqual({ requests: 1, amount: 0, unpriced: 0 });
});

it('says what is missing before a model is chosen, and refuses providers that cannot analyse', async () => {
  const { core } = await startModelCore(() => ({}));
  const { invoke } = core.router;
  await expect(invoke('analysisModel.choose', { choice: { ...local, driver: 'sandbox' } })).rejects.toThrow(
    'structured output',
  );
  await invoke('analysisModel.choose', { choice: null });
  await expect(invoke('wordings.suggest', wanted)).rejects.toThrow('No analysis model is chosen');
  await invoke('analysisModel.choose', { choice: { ...local, driver: 'openai', model: 'gpt-5.4-mini' } });
  expect((await invoke('analysisModel.get', {})).problem).toContain('needs a key');
  await expect(invoke('wordings.suggest', wanted)).rejects.toThrow('needs a key');
});

it('retries what may pass, asks once more for an unusable answer, and drops a refused temperature', async () => {
  const { core, server } = await startModelCore(() => ({ wordings }));
  server.enqueue(
    { status: 503, headers: { 'retry-after': '0' }, body: { error: 'busy' } },
    chatReply('Sure! Here they are.'),
    { status: 400, body: { error: { message: 'temperature must be 1 for this model' } } },
    chatReply({ wordings }),
  );
  expect((await core.router.invoke('wordings.suggest', wanted)).wordings).toHaveProperty('de');
  const sent = server.requests.filter(({ path }) => path.endsWith('/chat/completions'));
  expect(sent.map(({ body }) => (body as { temperature?: number }).temperature)).toEqual([
    0,
    0,
    0,
    undefined,
  ]);

  server.enqueue(chatReply({ words: [] }), chatReply({ wordings: 'none' }));
  await expect(core.router.invoke('wordings.suggest', { ...wanted, question: 'Why?' })).rejects.toThrow(
    'did not answer in the required form',
  );
  await expect(
    core.router.invoke('wordings.suggest', { ...wanted, question: 'Which lock?', keys: ['ko'] }),
  ).rejects.toThrow('contains no wordings');
});

it('stops at the provider when a caller cancels, and sends nothing more', async () => {
  const { core, server } = await startModelCore(() => ({ wordings }));
  server.enqueue({ hang: 'before' });
  const stop = new AbortController();
  const seen = server.requests.length + 1;
  const asking = core.router.invoke('wordings.suggest', wanted, { signal: stop.signal });
  await server.seen(seen);
  stop.abort();
  expect(await asking.catch(code)).toBe('CANCELLED');
  await server.idle();
  expect(server.requests.length).toBe(seen);
});

it('keeps a monthly limit, also where the price comes with no answer', async () => {
  const { core, server } = await startModelCore(() => ({ wordings }));
  const { invoke } = core.router;
  await invoke('service.engines.configure', {
    driver: 'openai',
    settings: { baseUrl: `${server.origin}/v1` },
    key: 'sk-test-1',
  });
  const openai = { driver: 'openai', model: 'gpt-5.4-mini', monthlyLimit: 0.000_001 };
  await invoke('analysisModel.choose', { choice: openai });
  const quote = await invoke('wordings.quote', { questions: [wanted] });
  expect(quote.amount).toBeGreaterThan(0.0001);
  expect(quote.amount).toBeLessThan(0.01);
  const before = server.requests.length;
  await expect(invoke('wordings.suggest', wanted)).rejects.toThrow('monthly limit');
  expect(server.requests.length).toBe(before);
});
