import { expect, it } from 'vitest';
import { numberRules } from '#shared/text/words/numberRules.ts';
import { tokenize } from '#shared/text/words/tokens.ts';

it.each([
  ['days after a month', 'March 3–'],
  ['months', 'March–'],
  ['days', '3.–'],
  ['days with months', '3.3.–'],
  ['Japanese days', '3月3日〜'],
  ['days in words', '3 to '],
])('reads ranges of %s without end, each once', (_, range) => {
  const text = range.repeat(20_000);
  const tokens = tokenize(text, numberRules('en', 'US'));
  expect(tokens.at(-1)?.end).toBe(text.trimEnd().length);
  for (const [at, token] of tokens.entries())
    expect(token.start).toBeGreaterThanOrEqual(tokens[at - 1]?.end ?? 0);
});
