import { describe, expect, it } from 'vitest';
import { createResultCache } from '#main/analysis/resultCache.ts';
import type { ComparisonTexts } from '#shared/model/comparison/comparisonParts.ts';

const empty = {
  answer: '',
  sources: '',
  brands: '',
  claims: '',
  fanout: '',
  search: '',
  shopping: '',
  ads: '',
  matrix: '',
};
/** A comparison whose texts are as long as this one together. */
const sized = (text: string): ComparisonTexts => ({
  head: text.slice(0, 2),
  parts: { ...empty, answer: text.slice(2, 3), matrix: text.slice(3) },
});
const ten = sized('0123456789');

describe('result cache', () => {
  it('stays within its memory and lets the least recently used go first', () => {
    const cache = createResultCache(60);
    cache.set('a', ten);
    cache.set('b', ten);
    cache.set('c', ten);
    expect(cache.bytes()).toBe(60);
    cache.get('a');
    cache.set('d', ten);
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.get('d')]).toEqual([
      ten,
      undefined,
      ten,
      ten,
    ]);
    expect(cache.bytes()).toBe(60);
  });

  it('does not keep what alone is larger than its memory, nor count an entry twice', () => {
    const cache = createResultCache(20);
    cache.set('a', sized('0123456789a'));
    expect(cache.get('a')).toBeUndefined();
    cache.set('b', sized('01234'));
    cache.set('b', sized('0123'));
    expect(cache.bytes()).toBe(8);
    cache.clear();
    expect([cache.bytes(), cache.get('b')]).toEqual([0, undefined]);
  });

  it('finds a comparison under its label for as long as it is kept', () => {
    const cache = createResultCache(40);
    cache.label('today', 'a');
    expect(cache.labelled('today')).toBeUndefined();
    cache.set('a', ten);
    cache.label('today', 'a');
    cache.label('the same by another name', 'a');
    expect([cache.labelled('today'), cache.labelled('the same by another name')]).toEqual([ten, ten]);
    cache.set('b', ten);
    // Asking by label is use: the other one goes.
    cache.labelled('today');
    cache.set('c', ten);
    expect([cache.labelled('today'), cache.get('b')]).toEqual([ten, undefined]);
    cache.set('d', ten);
    cache.set('e', ten);
    expect(cache.labelled('today')).toBeUndefined();
  });
});
