import { expect, it } from 'vitest';
import { numberRules } from '#shared/text/words/numberRules.ts';
import { tokenize } from '#shared/text/words/tokens.ts';

it.each([
  ['ranges of days after a month', 'March 3–'],
  ['ranges of months', 'March–'],
  ['ranges of days', '3.–'],
  ['ranges of days with months', '3.3.–'],
  ['ranges of Japanese days', '3月3日〜'],
  ['ranges of days in words', '3 to '],
  ['digits of another script among letters without spaces', '٣日本'],
])('reads %s, 20,000 times in a row, each once', (_, range) => {
  const text = range.repeat(20_000);
  const tokens = tokenize(text, numberRules('en', 'US'));
  expect(tokens.at(-1)?.end).toBe(text.trimEnd().length);
  for (const [at, token] of tokens.entries())
    expect(token.start).toBeGreaterThanOrEqual(tokens[at - 1]?.end ?? 0);
});
