import { describe, expect, it } from 'vitest';
import { createResultCache } from '#main/analysis/resultCache.ts';

describe('result cache', () => {
  it('stays within its memory and lets the least recently used go first', () => {
    const cache = createResultCache(60);
    cache.set('a', '0123456789');
    cache.set('b', '0123456789');
    cache.set('c', '0123456789');
    expect(cache.bytes()).toBe(60);
    cache.get('a');
    cache.set('d', '0123456789');
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.get('d')]).toEqual([
      '0123456789',
      undefined,
      '0123456789',
      '0123456789',
    ]);
    expect(cache.bytes()).toBe(60);
  });

  it('does not keep what alone is larger than its memory, nor count an entry twice', () => {
    const cache = createResultCache(20);
    cache.set('a', '0123456789a');
    expect(cache.get('a')).toBeUndefined();
    cache.set('b', '01234');
    cache.set('b', '0123');
    expect(cache.bytes()).toBe(8);
    cache.clear();
    expect([cache.bytes(), cache.get('b')]).toEqual([0, undefined]);
  });
});
