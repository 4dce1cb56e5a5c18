import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StringPool } from '#shared/text/words/stringPool.ts';

it('numbers texts as a Map does, in order of first use', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), (texts) => {
      const pool = new StringPool();
      const known = new Map<string, number>();
      for (const text of texts) {
        if (!known.has(text)) known.set(text, known.size);
        expect(pool.number(text)).toBe(known.get(text));
      }
      expect(pool.texts).toEqual([...known.keys()]);
    }),
  );
});

it('keeps every number while it grows', () => {
  const pool = new StringPool();
  const texts = Array.from({ length: 20_000 }, (_, at) => `word ${at}`);
  expect(texts.map((text) => pool.number(text))).toEqual(texts.map((_, at) => at));
  expect(texts.map((text) => pool.number(text))).toEqual(texts.map((_, at) => at));
});
