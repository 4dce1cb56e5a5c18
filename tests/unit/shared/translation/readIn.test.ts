import { expect, it } from 'vitest';
import { uncompared } from '#shared/translation/readIn.ts';

const stored = (observationId: string, madeAtMs: number | null) => ({
  observationId,
  madeAtMs,
  language: 'de',
});

it('counts the translations that a comparison has not read: those stored or replaced since', () => {
  const compared = [{ observationId: 'a', madeAtMs: 1 }];
  expect(uncompared([stored('a', 1), stored('b', null)], compared)).toBe(0);
  expect(uncompared([stored('a', 1), stored('b', 2)], compared)).toBe(1);
  expect(uncompared([stored('a', 3), stored('b', 2)], compared)).toBe(2);
  expect(uncompared([stored('a', 1)], [])).toBe(1);
});
