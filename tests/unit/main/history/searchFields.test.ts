import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resultOf } from '#main/history/store/derive/result.ts';
import { searchableTexts, searchableTextsIn } from '#main/history/store/derive/searchFields.ts';
import { engines } from '#shared/interface/engines.ts';

const words = fc.oneof(fc.constantFrom('', 'Foldmaster "90"', 'größer', '折叠锁', '😀'), fc.string());
const entry = fc.record({ title: words, snippet: words, url: words }, { requiredKeys: [] });
const result = fc.record(
  {
    text: fc.oneof(words, fc.constant(null)),
    aioverview: fc.record({ text: words, sources: fc.array(entry, { maxLength: 2 }) }, { requiredKeys: [] }),
    organicResults: fc.array(entry, { maxLength: 3 }),
    newsResults: fc.array(entry, { maxLength: 3 }),
    sources: fc.array(entry, { maxLength: 3 }),
    searchQueries: fc.array(words, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

it('returns the same texts in the same order, whether the body is read fully or lazily', () => {
  fc.assert(
    fc.property(fc.constantFrom(...engines), words, result, (engine, question, given) => {
      const body = JSON.stringify({ success: true, result: given });
      expect([...searchableTextsIn(engine, question, Buffer.from(body))]).toEqual(
        searchableTexts(engine, question, resultOf(body)),
      );
    }),
  );
});
