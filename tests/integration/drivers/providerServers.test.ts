import { expect, it, onTestFinished } from 'vitest';
import { openaiDefinition } from '#service/drivers/openai/openaiDriver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { testKey } from '#tests/support/providers/harness.ts';
import { serveProvider } from '#tests/support/providers/serve.ts';

it('a local provider prints its URL and every request, and follows a script in the question', async () => {
  const printed: string[] = [];
  const server = await serveProvider('openai', 0, (line) => printed.push(line));
  onTestFinished(() => server.close());
  expect(printed).toEqual([`openai answers on ${server.origin}`]);
  const driver = openaiDefinition.create({ key: testKey, settings: { baseUrl: `${server.origin}/v1` } });
  const ask = (prompt: string) => driver.answer(driverJob('assistant-b', { prompt, country: 'DE' }));
  const script = 'Which shoes? [[fx=openai_429_rate,cut,ok]]';
  expect(await ask(script)).toMatchObject({ kind: 'retry', retryAfterMs: 20_000 });
  expect(await ask(script)).toMatchObject({ kind: 'fatal', reason: 'lost' });
  expect(await ask(script)).toMatchObject({ kind: 'answer' });
  expect(printed.slice(1)).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/^POST \/v1\/responses /)),
  );
});

it('an unknown provider is refused with the known names', async () => {
  await expect(serveProvider('nobody', 0, () => undefined)).rejects.toThrow(/must be one of openai, gemini/);
});
