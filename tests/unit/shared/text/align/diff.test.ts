import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DiffOptions,
  diffTokenized,
  expandSpans,
  hasDifference,
  putToken,
} from '#shared/text/align/diff.ts';
import { numberRules } from '#shared/text/words/numberRules.ts';
import { tokenize } from '#shared/text/words/tokens.ts';
import { Vocabulary } from '#shared/text/words/vocabulary.ts';
import { applyDiff, revertDiff } from '#tests/support/analysis/diffs.ts';

const words = fc.constantFrom(
  'lock',
  'Lock',
  'steel',
  'the',
  '$84.00',
  '79,90 €',
  '[1]',
  '[2]',
  'https://a.example/x',
  '自転車',
  'の鍵',
  'กุญแจ',
  'ساعدني',
  '😀',
  '\n',
  '  ',
  ',',
  '.',
  'e.g.',
  '٣',
  '"',
  '\u0301',
  '\ud800',
);
const text = fc.oneof(
  fc.array(words, { maxLength: 40 }).map((parts) => parts.join(' ')),
  fc.array(words, { maxLength: 20 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const options: fc.Arbitrary<DiffOptions> = fc.record({
  language: fc.constantFrom('en', 'de', 'ja', 'th', 'ar', 'und'),
  granularity: fc.constantFrom('word' as const, 'sentence' as const, 'block' as const),
  ignoreCase: fc.boolean(),
  ignoreWhitespace: fc.boolean(),
  ignoreTexts: fc.constantFrom([], ['lock'], ['the', '😀']),
});
const exact: DiffOptions = {
  language: 'und',
  granularity: 'word',
  ignoreCase: false,
  ignoreWhitespace: false,
  ignoreTexts: [],
};
const diffTexts = (base: string, other: string, chosen: DiffOptions) => {
  const vocabulary = new Vocabulary();
  const read = (text: string) => {
    const tokens: number[] = [];
    for (const token of tokenize(text, numberRules(chosen.language)))
      putToken(tokens, tokens.length, token, vocabulary.text(text.slice(token.start, token.end)));
    return { text, tokens };
  };
  return diffTokenized(read(base), read(other), vocabulary, chosen);
};
const segmentsOf = (base: string, other: string, chosen: DiffOptions) =>
  expandSpans(base, other, diffTexts(base, other, chosen));

describe('diff', () => {
  it('gives the other text byte for byte when applied to the base, whatever is ignored', () => {
    fc.assert(
      fc.property(text, text, options, (base, other, chosen) => {
        const segments = segmentsOf(base, other, chosen);
        expect(applyDiff(base, segments)).toBe(other);
        expect(revertDiff(other, segments)).toBe(base);
      }),
      { numRuns: 1500 },
    );
  });

  it('finds no difference between a text and itself', () => {
    fc.assert(
      fc.property(text, options, (base, chosen) => {
        expect(hasDifference(diffTexts(base, base, chosen))).toBe(false);
      }),
    );
  });

  it('shows a difference whenever nothing is ignored and the texts are not equal', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(hasDifference(diffTexts(base, other, exact))).toBe(base !== other);
      }),
    );
  });

  it('keeps prices, numbers with units and addresses whole', () => {
    const marks = segmentsOf(
      'It costs $84.00 and weighs 1.2 kg, see https://a.example/x?y=1.',
      'It costs $89.00 and weighs 1.4 kg, see https://a.example/x?y=2.',
      {
        ...exact,
        language: 'en',
      },
    ).filter((part) => part.kind !== 'same');
    expect(marks.map((part) => part.base + part.other)).toEqual([
      '$84.00',
      '$89.00',
      '1.2 kg',
      '1.4 kg',
      'https://a.example/x?y=1',
      'https://a.example/x?y=2',
    ]);
  });

  it('passes over case and spaces when told to', () => {
    const same = (one: string, two: string, extra: Partial<DiffOptions>) =>
      hasDifference(diffTexts(one, two, { ...exact, language: 'en', ...extra }));
    expect(same('Strong lock', 'strong LOCK', { ignoreCase: true })).toBe(false);
    expect(same('Strong  lock', 'Strong lock', { ignoreWhitespace: true })).toBe(false);
    expect(same('Strong  lock', 'Strong lock', {})).toBe(true);
    expect(
      same('As of May 2026 strong', 'As of June 2026 strong', {
        ignoreTexts: ['As of May 2026', 'As of June 2026'],
      }),
    ).toBe(false);
  });

  it('finds words in Japanese and Thai, which have no spaces', () => {
    const japanese = segmentsOf('自転車の鍵は丈夫です。', '自転車の鍵は軽いです。', {
      ...exact,
      language: 'ja',
    });
    expect(japanese.filter((part) => part.kind === 'removed').map((part) => part.base)).toEqual(['丈夫']);
    const thai = segmentsOf('กุญแจจักรยานราคาถูก', 'กุญแจจักรยานราคาแพง', { ...exact, language: 'th' });
    expect(thai.filter((part) => part.kind === 'added').map((part) => part.other)).toEqual(['แพง']);
  });

  it('replaces the whole text instead of confetti when hardly a word is shared', () => {
    const segments = segmentsOf(
      'the quick brown fox jumps over a lazy dog today',
      'we bought seven heavy locks for the new garage',
      { ...exact, language: 'en' },
    );
    expect(segments.map((part) => part.kind)).toEqual(['removed', 'added']);
  });
});
