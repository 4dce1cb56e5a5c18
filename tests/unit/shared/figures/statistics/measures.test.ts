import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consensusOf } from '#shared/figures/comparison/consensus.ts';
import { intersectionsOf } from '#shared/figures/comparison/intersections.ts';
import {
  jaccard,
  pairFigures,
  rankBiasedOverlap,
  weightedOverlap,
} from '#shared/figures/statistics/setMeasures.ts';
import { rateOf, shareOf } from '#shared/figures/statistics/wilson.ts';

const list = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 });
const counts = fc
  .dictionary(fc.constantFrom(...'abcdef'), fc.integer({ min: 1, max: 9 }))
  .map((record) => new Map(Object.entries(record)));

describe('overlap', () => {
  it('Jaccard: {a, b, c} and {b, c, d} share 2 of 4 = 0.5; two empty sets have none', () => {
    expect(jaccard(new Set('abc'), new Set('bcd'))).toBe(0.5);
    expect(jaccard(new Set(), new Set())).toBeNull();
    expect(jaccard(new Set('a'), new Set())).toBe(0);
  });

  it('weighted overlap: {a 3, b 1} and {a 1, c 1}: min(3/4, 1/2) = 0.5, Bray–Curtis distance 0.5', () => {
    expect(
      weightedOverlap(
        new Map([
          ['a', 3],
          ['b', 1],
        ]),
        new Map([
          ['a', 1],
          ['c', 1],
        ]),
      ),
    ).toBe(0.5);
    expect(weightedOverlap(new Map(), new Map([['a', 1]]))).toBeNull();
  });

  it('rank agreement: equal lists 1, disjoint 0', () => {
    expect(rankBiasedOverlap([...'abcd'], [...'abcd'])).toBeCloseTo(1, 12);
    expect(rankBiasedOverlap([...'ab'], [...'cd'])).toBe(0);
    expect(rankBiasedOverlap([], [])).toBeNull();
    expect(rankBiasedOverlap([], ['a'])).toBe(0);
  });

  it('rank agreement of ab and ba: agreement 0 at depth 1, 1 at depth 2; (0.1/0.9)(0 + 0.81) + 1 × 0.81 = 0.9', () => {
    expect(rankBiasedOverlap([...'ab'], [...'ba'])).toBeCloseTo(0.9, 12);
  });

  it('rank agreement of a and ab by equation 32: s = 1, l = 2, X = 1 and 1', () => {
    // (0.1/0.9) × (1/1·0.9 + 1/2·0.81 + 1·(2−1)/(1·2)·0.81) + ((1 − 1)/2 + 1/1) × 0.81 = 0.19 + 0.81 = 1
    expect(rankBiasedOverlap(['a'], [...'ab'])).toBeCloseTo(1, 12);
  });

  it('puts a change at the top before a change at the bottom', () => {
    const base = [...'abcdefgh'];
    const top = rankBiasedOverlap(base, [...'xbcdefgh']) ?? 0;
    const bottom = rankBiasedOverlap(base, [...'abcdefgx']) ?? 0;
    expect(bottom).toBeGreaterThan(top);
  });

  it('is symmetric and between 0 and 1, and 1 exactly for what is equal', () => {
    fc.assert(
      fc.property(list, list, (one, two) => {
        for (const measure of [rankBiasedOverlap(one, two), jaccard(new Set(one), new Set(two))]) {
          if (measure === null) continue;
          expect(measure).toBeGreaterThanOrEqual(0);
          expect(measure).toBeLessThanOrEqual(1 + 1e-12);
        }
        expect(rankBiasedOverlap(one, two) ?? -1).toBeCloseTo(rankBiasedOverlap(two, one) ?? -1, 12);
        expect(jaccard(new Set(one), new Set(two))).toBe(jaccard(new Set(two), new Set(one)));
        if (one.length > 0) expect(rankBiasedOverlap(one, one)).toBeCloseTo(1, 12);
      }),
    );
    fc.assert(
      fc.property(counts, counts, (one, two) => {
        const forward = weightedOverlap(one, two);
        const back = weightedOverlap(two, one);
        if (forward === null || back === null) expect(forward).toBe(back);
        else expect(forward).toBeCloseTo(back, 12);
        if (one.size > 0) expect(weightedOverlap(one, one)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('gives all of them for a pair of columns', () => {
    expect(
      pairFigures(
        [...'ab'],
        [...'ba'],
        new Map([
          ['a', 1],
          ['b', 1],
        ]),
        new Map([
          ['a', 1],
          ['b', 1],
        ]),
      ),
    ).toEqual({
      shared: 2,
      union: 2,
      jaccard: 1,
      weighted: 1,
      rankBiased: 0.9,
    });
  });
});

describe('Wilson interval', () => {
  it('of 8 in 10: centre (0.8 + 0.19208)/(1 + 0.38416) = 0.7167, half 0.2267, so 0.4902 to 0.9433', () => {
    expect(rateOf(8, 10)).toEqual({ numerator: 8, denominator: 10, value: 0.8, low: 0.4902, high: 0.9433 });
  });

  it('of 0 in 3 reaches from 0 to 0.5615; of nothing there is none', () => {
    expect(rateOf(0, 3)).toMatchObject({ value: 0, low: 0, high: 0.5615 });
    expect(rateOf(0, 0)).toEqual({ numerator: 0, denominator: 0, value: null, low: null, high: null });
    expect(shareOf(1, 4)).toMatchObject({ value: 0.25, low: null, high: null });
  });

  it('always holds the rate and stays within 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (a, b) => {
        const rate = rateOf(Math.min(a, b), Math.max(a, b));
        if (rate.value === null) return;
        expect(rate.low as number).toBeLessThanOrEqual(rate.value);
        expect(rate.high as number).toBeGreaterThanOrEqual(rate.value);
        expect(rate.low as number).toBeGreaterThanOrEqual(0);
        expect(rate.high as number).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('consensus', () => {
  it('of six: 6 all, 4 most, 3 and 2 some, 1 only here', () => {
    expect([6, 5, 4, 3, 2, 1].map((present) => consensusOf(present, 6))).toEqual([
      'all',
      'most',
      'most',
      'some',
      'some',
      'only-here',
    ]);
    expect(consensusOf(1, 1)).toBe('all');
  });
});

describe('intersections', () => {
  it('are exclusive: every item stands in exactly one', () => {
    const found = intersectionsOf([
      { item: 'a', columns: [0, 1] },
      { item: 'b', columns: [0, 1] },
      { item: 'c', columns: [1] },
      { item: 'd', columns: [] },
    ]);
    expect(found).toEqual([
      { columns: [0, 1], items: ['a', 'b'] },
      { columns: [1], items: ['c'] },
    ]);
  });
});
