import { describe, expect, it } from 'vitest';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import {
  adjusted,
  baselineVerdicts,
  canDiffer,
  combined,
  shareTest,
} from '#shared/figures/statistics/significance.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';

const side = (having: number, of: number) => ({ having, of });

describe('two shares', () => {
  it('0 of 4 against 4 of 4, by hand: both extremes of 70 tables, 2/70', () => {
    const { pValue, smallest } = shareTest(side(0, 4), side(4, 4));
    expect(pValue).toBeCloseTo(2 / 70, 10);
    expect(smallest).toBeCloseTo(2 / 70, 10);
  });

  it('Fisher’s tea: 3 of 4 against 1 of 4 is 34/70', () => {
    expect(shareTest(side(3, 4), side(1, 4)).pValue).toBeCloseTo(34 / 70, 10);
  });

  it('three against three can never be significant, four against four can', () => {
    expect([canDiffer(3, 3), canDiffer(4, 4), canDiffer(3, 9)]).toEqual([false, true, true]);
  });
});

describe('many tests at once', () => {
  it('are adjusted as Benjamini and Hochberg do, by hand', () => {
    // 0.01 x 4/1, 0.02 x 4/2, 0.03 x 4/3 and 0.9 x 4/4, none above one that is larger.
    expect(adjusted([0.9, 0.01, null, 0.03, 0.02])).toEqual([0.9, 0.04, null, 0.04, 0.04]);
    expect(combined([0.9, 0.01, null, 0.03, 0.02])).toBeCloseTo(0.04, 10);
    expect(combined([null])).toBeNull();
  });

  it('a cell is evaluated with all others of its tab, and a brand that is nowhere in a market is a share of 0', () => {
    const shares = [
      [side(10, 10), side(0, 10), side(9, 10), null],
      [side(5, 10), side(6, 10), side(1, 3), null],
    ];
    const { verdicts, family } = baselineVerdicts(shares, 0, null);
    expect(verdicts).toEqual([
      [null, 'larger-than-noise', 'within-noise', null],
      [null, 'within-noise', 'within-noise', null],
    ]);
    // However 19 of 20 or 6 of 13 fall, these two could not be significant: they take no part.
    expect(family).toEqual({
      tested: 2,
      untested: expect.any(Number),
      significant: 1,
      expectedByChance: 0.1,
    });
    expect(baselineVerdicts(shares, 0, 'shape').verdicts[0]).toEqual([
      null,
      'not-comparable',
      'not-comparable',
      null,
    ]);
  });
});

describe('a comparison', () => {
  const brands = {
    version: '1',
    brands: ['Foldmaster', 'Kettenwerk'].map((name) => ({
      id: name,
      name,
      kind: 'competitor' as const,
      aliases: [],
      domains: [],
    })),
    decisions: [],
  };
  const market = (label: string, name: string) =>
    column(
      label,
      ...Array.from({ length: 6 }, (_, at) =>
        sample(`The lock to buy is ${name}, says tester ${(at * 7) % 5} of ${at % 3}.`),
      ),
    );

  it('says of a market where a brand is never named that it differs', () => {
    const { rows, tests } = compareObservations([market('US', 'Foldmaster'), market('GB', 'Kettenwerk')], {
      ...defaultOptions,
      brands,
      baseline: 'US',
    }).brands;
    const row = rows.find(({ id }) => id === 'Foldmaster');
    expect(row?.cells[1]).toBeNull();
    expect(row?.verdicts).toEqual([null, 'larger-than-noise']);
    expect(tests.cells).toEqual({ tested: 2, untested: 0, significant: 2, expectedByChance: 0.1 });
  });

  it('sees a shift of brands in the headline where the words hardly differ', () => {
    const { dataQuality } = compareObservations(
      [market('US', 'Foldmaster'), market('GB', 'Foldmaster'), market('JP', 'Kettenwerk')],
      { ...defaultOptions, brands },
    );
    expect(dataQuality.verdict).toBe('larger-than-noise');
    expect(dataQuality.evidence.brands).toBeLessThan(0.01);
    expect(dataQuality.evidence.sources).toBeNull();
  });
});
