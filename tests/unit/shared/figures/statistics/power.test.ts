import { describe, expect, it } from 'vitest';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { powerAt, powerOf, repeatsFor, sidesOf, smallestChange } from '#shared/figures/statistics/power.ts';
import { alpha, balancedP, type Side, shareTest } from '#shared/figures/statistics/significance.ts';
import { type Stratum, stratifiedTest } from '#shared/figures/statistics/stratifiedTest.ts';

const trials = 4000;
/** Three standard errors of a share of the trials. */
const error = 3 * Math.sqrt(0.25 / trials);

/** Answers drawn one by one from segments that have shares of their own, and judged as the program judges them. */
function simulated(
  input: Parameters<typeof powerOf>[0],
  segments: readonly (readonly [from: number, to: number])[],
): number {
  const random = seededRandom(input.answers + 1);
  const each = input.answers / segments.length;
  const drawn = (share: number): Side => {
    let having = 0;
    for (let answer = 0; answer < each; answer++) if (random() < share) having++;
    return { having, of: each };
  };
  let significant = 0;
  for (let trial = 0; trial < trials; trial++) {
    const strata = segments.map(([from, to]) => ({ before: drawn(from), now: drawn(to) }));
    const pValue =
      input.test === 'periods'
        ? (stratifiedTest(strata)?.pValue ?? 1)
        : shareTest((strata[0] as Stratum).before, (strata[0] as Stratum).now).pValue;
    if (pValue <= alpha) significant++;
  }
  return significant / trials;
}

describe('the power that is promised is the one the verdicts have', () => {
  it.each([
    { test: 'periods', from: 0.4, to: 0.6, answers: 120, spread: 1 },
    { test: 'periods', from: 0.9, to: 0.7, answers: 60, spread: 1 },
    { test: 'markets', from: 0.25, to: 0.75, answers: 12, spread: 1 },
    { test: 'markets', from: 0.1, to: 0.5, answers: 30, spread: 1 },
    { test: 'markets', from: 0.5, to: 0.5, answers: 40, spread: 1 },
  ] as const)('$test: $from to $to in $answers answers', (input) => {
    expect(Math.abs(powerOf(input) - simulated(input, [[input.from, input.to]]))).toBeLessThan(error);
  });

  it('and where half of the segments always say the same', () => {
    // Two segments of four say always or never; the other two carry the change: within-variance is half of p(1 − p).
    const input = { test: 'periods', from: 0.5, to: 0.6, answers: 160, spread: 0.5 } as const;
    const power = powerOf(input);
    const seen = simulated(input, [
      [1, 1],
      [0, 0],
      [0.5, 0.7],
      [0.5, 0.7],
    ]);
    // Repeats that moved less than chance make the change easier to see, never harder than promised.
    expect(power).toBeGreaterThan(powerOf({ ...input, spread: 1 }));
    expect(seen).toBeGreaterThan(power - error);
  });
});

describe('the number of repeats', () => {
  const design = { test: 'periods', share: 0.5, change: 0.1, perRepeat: 160, spread: 1 } as const;

  it('is the smallest that reaches the power', () => {
    const repeats = repeatsFor(design) ?? 0;
    expect(powerAt(design, repeats)).toBeGreaterThanOrEqual(0.8);
    expect(powerAt(design, repeats - 1)).toBeLessThan(0.8);
    expect(smallestChange(design, repeats)).toBeLessThanOrEqual(0.1);
  });

  it('falls with the change, and with what repeats of a segment have in common', () => {
    const repeats = (over: object): number => repeatsFor({ ...design, ...over }) ?? 99;
    expect(repeats({ change: 0.15 })).toBeLessThan(repeats({}));
    expect(repeats({ spread: 0.3 })).toBeLessThan(repeats({}));
  });

  it('is none where a plan cannot have so many', () => {
    expect(repeatsFor({ ...design, perRepeat: 1 })).toBeNull();
    expect(smallestChange({ ...design, perRepeat: 1 }, 1)).toBeNull();
  });

  it('takes the side on which a change is harder to see, and stays a share', () => {
    expect(sidesOf({ share: 0.9, change: 0.1 })).toEqual({ from: 0.9, to: expect.closeTo(0.8) });
    expect(sidesOf({ share: 0.1, change: 0.5 })).toEqual({ from: 0.1, to: expect.closeTo(0.6) });
    expect(sidesOf({ share: null, change: 0.5 })).toEqual({ from: 0.25, to: 0.75 });
  });
});

it('periods of forty segments with one answer each, and of five with eight', () => {
  const input = { test: 'periods', from: 0.4, to: 0.7, answers: 40, spread: 1 } as const;
  for (const segments of [40, 5])
    expect(
      Math.abs(
        powerOf(input) -
          simulated(
            input,
            Array.from({ length: segments }, () => [0.4, 0.7] as const),
          ),
      ),
    ).toBeLessThan(0.05);
});

it('the shortened test is the one of the verdicts', () => {
  for (const of of [4, 9, 40])
    for (let one = 0; one <= of; one++)
      for (let two = 0; two <= of; two++)
        expect(balancedP(one, two, of)).toBeCloseTo(
          shareTest({ having: one, of }, { having: two, of }).pValue,
          8,
        );
});
