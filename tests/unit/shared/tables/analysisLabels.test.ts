import { expect, it } from 'vitest';
import { dollarsLabel, estimateLabel } from '#shared/tables/analysisLabels.ts';

it('shows an amount that is paid as more than nothing, however small', () => {
  expect([0, 0.000_03, 0.000_1, 0.12, 123.456].map(dollarsLabel)).toEqual([
    'free',
    'less than 0.0001 USD',
    '0.0001 USD',
    '0.1200 USD',
    '123.46 USD',
  ]);
  const estimate = {
    driver: 'openai',
    displayName: 'OpenAI',
    model: 'gpt-6-luna',
    requests: 1,
    inputTokens: 1,
    outputTokens: 1,
  };
  expect([0, 0.000_03, 0.12, null].map((amount) => estimateLabel({ ...estimate, amount }))).toEqual([
    'OpenAI, gpt-6-luna · 1 request · free',
    'OpenAI, gpt-6-luna · 1 request · about 0.0001 USD',
    'OpenAI, gpt-6-luna · 1 request · about 0.1200 USD',
    'OpenAI, gpt-6-luna · 1 request · price known with the answers',
  ]);
});
