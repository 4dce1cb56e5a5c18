import { describe, expect, it } from 'vitest';
import { coverageOf, truthOf } from '#tests/support/analysis/truth.ts';

/** The short form of `npm run bench:truth`; bounds are three standard errors from what is promised. */
const trials = 60;
const spread = (promised: number): number => 3 * Math.sqrt((promised * (1 - promised)) / trials);
const atMost = (promised: number): number => promised + spread(promised);
const atLeast = (promised: number): number => promised - spread(promised);

describe('what the verdicts promise', () => {
  it.each([
    [2, 6],
    [4, 3],
    [6, 4],
  ])(
    'where nothing differs in %i markets x %i, no figure says more than 5 %% of the time that it does',
    (markets, repeats) => {
      const truth = truthOf({ markets, repeats, differing: 'nothing', effect: 0 }, trials, 3);
      const { headline, falseBrands, falseDomains, falseCells, falseSections } = truth;
      for (const share of [headline, falseBrands, falseDomains, falseCells, falseSections])
        expect(share).toBeLessThanOrEqual(atMost(0.05));
    },
  );

  it('where every second market is translated and nothing differs, the translator is not taken for the market', () => {
    const truth = truthOf(
      { markets: 4, repeats: 4, differing: 'nothing', effect: 0, translated: true },
      trials,
      3,
    );
    const { headline, falseBrands, falseDomains, falseCells, falseSections } = truth;
    for (const share of [headline, falseBrands, falseDomains, falseCells, falseSections])
      expect(share).toBeLessThanOrEqual(atMost(0.05));
  });

  it('a strong shift of one brand is found in its row and in the headline, with few false ones beside it', () => {
    const truth = truthOf({ markets: 6, repeats: 6, differing: 'one brand', effect: 0.8 }, trials, 3);
    expect(truth.row).toBeGreaterThanOrEqual(0.8);
    expect(truth.headline).toBeGreaterThanOrEqual(0.7);
    expect(truth.falseBrands).toBeLessThanOrEqual(atMost(0.05));
  });

  it('a brand that two of four markets always name and the others never is in the headline at three repeats', () => {
    const truth = truthOf({ markets: 4, repeats: 3, differing: 'one brand', effect: 1 }, trials, 3);
    // 0.65 in 180 worlds.
    expect(truth.headline).toBeGreaterThanOrEqual(atLeast(0.65));
    expect(truth.row).toBeGreaterThanOrEqual(atLeast(0.94));
  });

  it('two markets of three say that there are too few samples, whatever they hold', () => {
    const truth = truthOf({ markets: 2, repeats: 3, differing: 'everything', effect: 1 }, 10, 3);
    expect(truth).toMatchObject({ headline: 0, row: 0, falseBrands: 0, falseDomains: 0 });
  });

  it('the interval covers 95 % on average, and never less than documented', () => {
    for (const n of [3, 4, 5, 10, 20, 50]) {
      const { least, mean } = coverageOf(n);
      expect(mean).toBeGreaterThanOrEqual(0.95);
      expect(least).toBeGreaterThanOrEqual(0.82);
    }
  });
});
