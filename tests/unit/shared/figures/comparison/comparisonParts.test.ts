import { describe, expect, it } from 'vitest';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import {
  comparisonParts,
  hasParts,
  joinTexts,
  readTexts,
  someTexts,
  textsOf,
} from '#shared/model/comparison/comparisonParts.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { corpus } from '#tests/support/analysis/corpus.ts';

const comparison = compareObservations(corpus({ markets: 3, words: 120, languages: 2 }), defaultOptions);
const plain = JSON.parse(JSON.stringify(comparison));

describe('a comparison by parts', () => {
  it('is whole when all its parts are read', () => {
    expect(readTexts(textsOf(comparison))).toEqual(plain);
    expect(Object.keys(readTexts(textsOf(comparison)))).toEqual(Object.keys(comparison));
  });

  it('is the same JSON, moves and differences between languages with it, whoever is the baseline', () => {
    const columns = corpus({ markets: 12, words: 300, languages: 4 });
    for (const baseline of [null, ...columns.map((column) => column.id)]) {
      const compared = compareObservations(columns, { ...defaultOptions, baseline });
      expect(JSON.stringify(readTexts(textsOf(compared)))).toBe(JSON.stringify(compared));
    }
  });

  it('gives the same part as texts and joined to one text, and says which parts are there', () => {
    const some = someTexts(textsOf(comparison), ['fanout', 'brands']);
    const { answer, sources, claims, search, shopping, ads, matrix, ...expected } = plain;
    expect(readTexts(some)).toEqual(expected);
    expect(readTexts(JSON.parse(joinTexts(some)))).toEqual(expected);
    expect(hasParts(readTexts(some), ['brands', 'fanout'])).toBe(true);
    expect(comparisonParts.filter((part) => hasParts(readTexts(some), [part]))).toEqual(['brands', 'fanout']);
  });
});
