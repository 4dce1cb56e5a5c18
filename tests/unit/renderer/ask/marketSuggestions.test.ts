import { describe, expect, it } from 'vitest';
import { applyMarketText, rememberSet } from '#renderer/features/ask/marketChoice.ts';
import { lastWord, suggestMarkets, withoutLastWord } from '#renderer/features/ask/marketSuggestions.ts';
import { unknownSentence } from '#renderer/ui/locationLabels.ts';

describe('suggestions of the market box', () => {
  it.each([
    ['germ', 'Germany'],
    ['deutsch', 'Germany'],
    ['DE', 'Germany'],
    ['日本', 'Japan'],
    ['uk', 'United Kingdom'],
    ['usa', 'United States'],
    ['hol', 'Netherlands'],
    ['g7', 'G7'],
    ['calif', 'California'],
    ['at, -switz', 'Switzerland'],
  ])('%j finds %s first', (text, label) => {
    expect(suggestMarkets(text)[0]?.label).toBe(label);
  });

  it('suggests nothing for empty text or after a comma', () => {
    expect(suggestMarkets('')).toEqual([]);
    expect(suggestMarkets('germany, ')).toEqual([]);
  });

  it('all 250 countries are found by their code', async () => {
    const { countryCodes } = await import('#shared/geo/countryCodes.ts');
    for (const code of countryCodes) expect(suggestMarkets(code).some((each) => each.id === code)).toBe(true);
  });

  it('uses only the last word, with its minus sign', () => {
    expect(lastWord('de, -fra')).toBe('fra');
    expect(withoutLastWord('de, -fra')).toEqual({ rest: 'de', excluded: true });
  });
});

describe('words that are not a market', () => {
  it('one word gets a suggestion, several are all named', () => {
    expect(unknownSentence(applyMarketText([], 'frnace').unknown)).toContain('Did you mean France?');
    const sentence = unknownSentence(applyMarketText([], 'qqq, zzzz').unknown);
    expect(sentence).toContain('qqq');
    expect(sentence).toContain('zzzz');
    expect(unknownSentence([])).toBeNull();
  });
});

describe('recent market sets', () => {
  it('the newest is first, and each set is listed once regardless of its order', () => {
    expect(
      rememberSet(
        [
          ['DE', 'AT'],
          ['US', 'JP'],
        ],
        ['AT', 'DE'],
      ),
    ).toEqual([
      ['AT', 'DE'],
      ['US', 'JP'],
    ]);
  });

  it('a single market is not a set', () => {
    expect(rememberSet([], ['DE'])).toEqual([]);
  });
});
