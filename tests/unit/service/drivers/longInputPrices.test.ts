import { describe, expect, it } from 'vitest';
import { openaiDefinition } from '#service/drivers/openai/openaiDriver.ts';
import { priceList } from '#service/drivers/priceData.ts';
import { computedCost } from '#service/drivers/prices.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';

const day = '2026-11-28';

/** The price that an answer carries whose usage names so many tokens. */
async function pricedAnswer(usage: object, searched = true): Promise<unknown> {
  const message = { type: 'message', content: [{ type: 'output_text', text: 'Alpina leads.' }] };
  const search = { type: 'web_search_call', status: 'completed' };
  const output = searched ? [search, message] : [message];
  const body = { object: 'response', status: 'completed', model: 'gpt-6-luna', output, usage };
  const driver = openaiDefinition.create({
    key: 'not-a-key',
    settings: { model: 'gpt-6-luna' },
    fetch: async () => Response.json(body),
  });
  const outcome = await driver.answer(driverJob('assistant-a', { prompt: 'Which shoes?', country: 'DE' }));
  return outcome.kind === 'answer' ? outcome.provenance.cost : outcome;
}

describe('the price of a long input', () => {
  it('applies to the whole exchange from the first token above the bound, in what an answer says it cost', async () => {
    const most = await pricedAnswer({ input_tokens: 272_000, output_tokens: 1000 });
    expect(most).toMatchObject({ amount: 0.0277, source: 'computed' });
    const one = await pricedAnswer({ input_tokens: 272_001, output_tokens: 1000 });
    expect(one).toMatchObject({ amount: 0.0551502, source: 'computed' });
  });

  it('is that of each exchange, not of their sum', async () => {
    // An answer without a search is asked for once more.
    const twice = await pricedAnswer({ input_tokens: 200_000, output_tokens: 0 }, false);
    expect(twice).toMatchObject({ amount: 0.04 });
  });

  it('counts tokens of the cache as input, at the long rate of the cache', async () => {
    const cached = { input_tokens: 300_000, input_tokens_details: { cached_tokens: 200_000 } };
    expect(await pricedAnswer({ ...cached, output_tokens: 0 })).toMatchObject({ amount: 0.024 });
  });

  it('goes before a rate that is announced for a day', () => {
    const rates = { input: 1, cachedInput: 0.1, output: 2 };
    const models = {
      m: {
        ...rates,
        longInput: { above: 100, input: 10, cachedInput: 1, output: 20 },
        later: { on: day, input: 3, cachedInput: 0.3, output: 6 },
      },
    };
    const list = { of: day, from: 'a test', models };
    const cost = (inputTokens: number) => computedCost(list, 'm-2026-11-01', { inputTokens }, day);
    expect(cost(100)).toBeCloseTo(100 * 3e-6, 12);
    expect(cost(101)).toBeCloseTo(101 * 10e-6, 12);
    expect(computedCost(list, 'm', { inputTokens: 100 }, '2026-11-27')).toBeCloseTo(100e-6, 12);
  });

  it.each(['openai', 'xai', 'gemini', 'anthropic'] as const)(
    'is above the usual one in the list of %s',
    (driver) => {
      for (const [model, prices] of Object.entries(priceList(driver).models ?? {})) {
        const { longInput } = prices;
        if (longInput === undefined) continue;
        expect(longInput.above, model).toBeGreaterThanOrEqual(100_000);
        for (const rate of ['input', 'cachedInput', 'output'] as const)
          expect(longInput[rate], `${model} ${rate}`).toBeGreaterThan(prices[rate]);
      }
    },
  );
});
