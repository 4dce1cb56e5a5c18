import { expect, it } from 'vitest';
import { createMeter } from '#service/drivers/meter.ts';
import { openaiDefinition } from '#service/drivers/openai/openaiDriver.ts';
import { priceList } from '#service/drivers/priceData.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';

const answer = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'my-model',
  output: [{ type: 'message', content: [{ type: 'output_text', text: 'Alpina.', annotations: [] }] }],
  usage: { input_tokens: 1_000_000, output_tokens: 1_000_000 },
};

const driverWith = (settings: Readonly<Record<string, string>>) => {
  const logged: string[] = [];
  const driver = openaiDefinition.create({
    key: 'k',
    settings,
    fetch: async () => Response.json(answer),
    log: (_level, message) => void logged.push(message),
    now: () => Date.UTC(2026, 10, 27),
  });
  const ask = () => driver.answer(driverJob('assistant-b', { prompt: 'Which shoes?', country: 'DE' }));
  return { driver, ask, logged };
};

it('says once that the cost of a model is unknown, and where to enter its price', async () => {
  const { driver, ask, logged } = driverWith({ model: 'my-model' });
  for (let asked = 0; asked < 3; asked += 1) {
    const outcome = await ask();
    expect(outcome).toMatchObject({ kind: 'answer' });
    expect(JSON.stringify(outcome)).not.toContain('"cost"');
  }
  expect(driver.readiness()).toMatchObject({ warning: expect.stringContaining('Prices of models') });
  expect(logged.filter((message) => message.includes('unknown'))).toHaveLength(1);
});

it('computes the cost with a price that the user entered', async () => {
  const { driver, ask } = driverWith({ model: 'my-model', modelPrices: 'my-model 1 0.1 5' });
  expect(await ask()).toMatchObject({ provenance: { cost: { amount: 6, source: 'computed' } } });
  expect(driver.readiness()).toEqual({ ready: true });
  expect(driverWith({ modelPrices: 'my-model one' }).driver.readiness()).toMatchObject({
    ready: false,
    missing: 'modelPrices',
  });
});

it('warns when the chosen model ends soon', () => {
  expect(driverWith({ model: 'gpt-5-mini' }).driver.readiness()).toMatchObject({
    warning: expect.stringContaining('2026-12-11'),
  });
  expect(driverWith({}).driver.readiness()).toEqual({ ready: true });
});

it('charges a long input and an announced price as the list says', () => {
  const costOf = (driver: 'anthropic' | 'gemini', model: string, inputTokens: number, day: string) => {
    const meter = createMeter(priceList(driver), day);
    meter.note({ model, usage: { inputTokens, outputTokens: 1_000_000 } });
    return meter.total().cost?.amount;
  };
  expect(costOf('anthropic', 'claude-haiku-5-5', 100_000, '2026-11-27')).toBe(0.51);
  expect(costOf('anthropic', 'claude-haiku-5-5', 200_000, '2026-11-27')).toBe(2.6);
  expect(costOf('gemini', 'gemini-3.8-flash', 1_000_000, '2026-12-31')).toBe(4.5);
  expect(costOf('gemini', 'gemini-3.8-flash', 1_000_000, '2027-01-01')).toBe(9);
});
