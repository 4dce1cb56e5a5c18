import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { pairedTest } from '#shared/figures/statistics/significance.ts';
import {
  countsOf,
  type Stratum,
  type SumDistribution,
  stratifiedTest,
  type Values,
  valuesOf,
} from '#shared/figures/statistics/stratifiedTest.ts';

/** All ways to choose which values of each segment belong to the later period, and their sums. */
function everySum(segments: readonly Values[]): readonly number[] {
  let sums = [0];
  for (const { before, now } of segments) {
    const all = [...before, ...now];
    const chosen: number[] = [];
    for (let bits = 0; bits < 2 ** all.length; bits++) {
      const taken = all.filter((_, at) => (bits >> at) & 1);
      if (taken.length === now.length) chosen.push(taken.reduce((sum, value) => sum + value, 0));
    }
    sums = sums.flatMap((sum) => chosen.map((more) => sum + more));
  }
  return sums;
}

const share = (sums: readonly number[], wanted: (sum: number) => boolean): number =>
  sums.filter(wanted).length / sums.length;

function equals(found: SumDistribution, sums: readonly number[]): void {
  for (const sum of new Set(sums)) {
    expect(found.exactly(sum)).toBeCloseTo(
      share(sums, (each) => each === sum),
      9,
    );
    expect(found.atMost(sum)).toBeCloseTo(
      share(sums, (each) => each <= sum),
      9,
    );
    expect(found.atLeast(sum)).toBeCloseTo(
      share(sums, (each) => each >= sum),
      9,
    );
    expect(found.lowerUpTo(found.atMost(sum))).toBeCloseTo(found.atMost(sum), 9);
    expect(found.upperUpTo(found.atLeast(sum))).toBeCloseTo(found.atLeast(sum), 9);
  }
  expect(found.lowerUpTo(0)).toBe(0);
  expect(found.upperUpTo(1)).toBeCloseTo(1, 9);
}

const few = (value: fc.Arbitrary<number>) => fc.array(value, { minLength: 1, maxLength: 3 });
const segments = (value: fc.Arbitrary<number>) =>
  fc.array(fc.record({ before: few(value), now: few(value) }), { minLength: 1, maxLength: 3 });

describe('the distribution of a sum over permutations within segments', () => {
  it('is that of all permutations, for values and for counts', () => {
    fc.assert(
      fc.property(segments(fc.integer({ min: 1, max: 6 })), (values) =>
        equals(valuesOf(values), everySum(values)),
      ),
      { numRuns: 60 },
    );
    const count = (list: readonly number[]) => ({
      having: list.reduce((sum, value) => sum + value, 0),
      of: list.length,
    });
    fc.assert(
      fc.property(segments(fc.integer({ min: 0, max: 1 })), (values) =>
        equals(
          countsOf(values.map(({ before, now }) => ({ before: count(before), now: count(now) }))),
          everySum(values),
        ),
      ),
      { numRuns: 60 },
    );
  });

  it('is near a normal one where it has too many sums to add up', () => {
    const random = seededRandom(4);
    const some = (count: number, size: number): readonly Stratum[] =>
      Array.from({ length: count }, () => {
        const side = () => ({ having: Math.floor(random() * (size + 1)), of: size });
        return { before: side(), now: side() };
      });
    const strata = some(300, 4);
    const [exact, doubled] = [countsOf(strata), countsOf([...strata, ...strata])];
    // Twice the same segments: twice the mean, and the deviation grows by the square root of two.
    const away = (times: number) => Math.round(exact.mean) + times * 8;
    for (const times of [-2, -1, 0, 1, 2]) {
      const sum = away(times);
      const middle = exact.atMost(sum) - exact.exactly(sum) / 2;
      const same = doubled.mean + (sum - exact.mean) * Math.SQRT2;
      expect(Math.abs(middle - doubled.atMost(same))).toBeLessThan(0.003);
    }
  });
});

describe('the test of a change within segments', () => {
  it("is McNemar's with one answer a period and segment, less half of the outcome itself", () => {
    const one = (before: number, now: number): Stratum => ({
      before: { having: before, of: 1 },
      now: { having: now, of: 1 },
    });
    const strata = [
      ...Array.from({ length: 9 }, () => one(0, 1)),
      one(1, 0),
      one(1, 1),
      one(0, 0),
      one(0, 0),
    ];
    const outcome = 10 / 2 ** 10;
    expect(stratifiedTest(strata)).toEqual({
      pValue: expect.closeTo(pairedTest(9, 1) - outcome, 9),
      direction: 1,
    });
  });

  it('sees a change that differences between the segments hide, and none where only they differ', () => {
    const strata = (moved: number): readonly Stratum[] =>
      Array.from({ length: 10 }, (_, at) => ({
        before: { having: at < 5 ? 0 : 8 - moved, of: 8 },
        now: { having: at < 5 ? moved : 8, of: 8 },
      }));
    expect(stratifiedTest(strata(0))).toEqual({ pValue: 1, direction: 0 });
    expect(stratifiedTest(strata(1))?.pValue).toBeLessThan(0.01);
  });

  it('needs three answers a period in one segment, or five segments with one', () => {
    const none = (count: number, of: number): readonly Stratum[] =>
      Array.from({ length: count }, () => ({ before: { having: 0, of }, now: { having: of, of } }));
    expect(stratifiedTest(none(1, 2))).toBeNull();
    expect(stratifiedTest(none(1, 3))?.pValue).toBe(0.05);
    expect(stratifiedTest(none(4, 1))).toBeNull();
    expect(stratifiedTest(none(5, 1))?.pValue).toBe(0.03125);
    expect(stratifiedTest([{ before: { having: 3, of: 3 }, now: { having: 0, of: 0 } }])).toBeNull();
  });
});
