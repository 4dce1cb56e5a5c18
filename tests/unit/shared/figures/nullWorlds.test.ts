import { describe, expect, it } from 'vitest';
import { alertTruth, trendTruth } from '#tests/support/analysis/nullWorlds.ts';
import { truthOf } from '#tests/support/analysis/truth.ts';

/** The short form of `npm run bench:truth -- --changes`; bounds are three standard errors from what is promised. */
const atMost = (promised: number, trials: number): number =>
  promised + 3 * Math.sqrt((promised * (1 - promised)) / trials);

describe('where nothing differs or changes', () => {
  it('no market is called the outlier in more than 5 % of comparisons', () => {
    const { anyOutlier } = truthOf({ markets: 4, repeats: 3, differing: 'nothing', effect: 0 }, 60, 5);
    expect(anyOutlier).toBeLessThanOrEqual(atMost(0.05, 60));
  });

  it.each([
    [8, 4],
    [20, 1],
  ])('no more than 5 %% of trends of %i segments with %i answers are significant', (segments, answers) => {
    for (const uneven of [false, true])
      expect(trendTruth({ segments, answers, uneven, change: 0 }, 150, 3).verdict.share).toBeLessThanOrEqual(
        atMost(0.05, 150),
      );
  });

  it.each([
    [2, 1, 5],
    [6, 10, 1],
  ])(
    'no more than 5 %% of runs of %i markets, %i questions and %i repeats raise any alert',
    (markets, questions, repeats) => {
      const { any } = alertTruth({ markets, questions, repeats, changed: 0, loss: 0 }, 150, 3);
      expect(any.share).toBeLessThanOrEqual(atMost(0.05, 150));
    },
  );
});

describe('what does change is found', () => {
  it('by a trend as often as by 999 permutations within the segments, and far more often than by intervals', () => {
    const { verdict, reference, intervals } = trendTruth(
      { segments: 40, answers: 2, uneven: true, change: 0.2 },
      100,
      3,
    );
    expect(verdict.share).toBeGreaterThanOrEqual(reference.share);
    expect(verdict.share).toBeGreaterThan(0.7);
    expect(intervals.share).toBeLessThan(0.4);
  });

  it('by an alert for a brand that is gone from one of ten markets, with few false ones beside it', () => {
    const truth = alertTruth({ markets: 10, questions: 10, repeats: 3, changed: 1, loss: 1 }, 40, 3);
    expect(truth.right.share).toBeGreaterThan(0.7);
    expect(truth.false.share).toBeLessThanOrEqual(atMost(0.05, 40));
  });
});
