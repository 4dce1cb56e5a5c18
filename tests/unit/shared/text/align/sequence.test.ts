import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { commonSubsequence } from '#shared/text/align/commonSubsequence.ts';
import { increasingSubsequence } from '#shared/text/align/increasingSubsequence.ts';

/** Textbook dynamic programming, O(nm). */
function lcsLength(a: readonly number[], b: readonly number[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    for (let j = 0; j < b.length; j++) {
      next.push(x === b[j] ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
const sequence = fc.array(fc.nat(6), { maxLength: 40 });

/** Textbook dynamic programming, O(n²). */
function heaviest(values: readonly number[], weights: readonly number[]): number {
  const best: number[] = [];
  values.forEach((value, at) => {
    best.push((weights[at] ?? 1) + Math.max(0, ...best.filter((_, before) => (values[before] ?? 0) < value)));
  });
  return Math.max(0, ...best);
}

describe('sequence', () => {
  it('finds a common subsequence that is truly common, ordered, and as long as possible', () => {
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        const pairs = commonSubsequence(a, b);
        expect(pairs.length / 2).toBe(lcsLength(a, b));
        for (let i = 0; i < pairs.length; i += 2) {
          expect(a[pairs[i] as number]).toBe(b[pairs[i + 1] as number]);
          if (i > 0) {
            expect(pairs[i]).toBeGreaterThan(pairs[i - 2] as number);
            expect(pairs[i + 1]).toBeGreaterThan(pairs[i - 1] as number);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('of long sequences that differ nearly everywhere is common, ordered and long', () => {
    const random = seededRandom(11);
    const symbols = (length: number) => Array.from({ length }, () => Math.floor(random() * 61));
    for (let round = 0; round < 5; round++) {
      const a = symbols(1500);
      const b = symbols(1700);
      const pairs = commonSubsequence(a, b);
      for (let i = 0; i < pairs.length; i += 2) {
        expect(a[pairs[i] as number]).toBe(b[pairs[i + 1] as number]);
        if (i > 0) {
          expect(pairs[i]).toBeGreaterThan(pairs[i - 2] as number);
          expect(pairs[i + 1]).toBeGreaterThan(pairs[i - 1] as number);
        }
      }
      expect(pairs.length / 2).toBeGreaterThan(0.75 * lcsLength(a, b));
    }
  });

  it('finds the same if it may skip short ones, and nothing only if there is none that long', () => {
    fc.assert(
      fc.property(sequence, sequence, fc.nat(20), (a, b, least) => {
        const pairs = commonSubsequence(a, b, least);
        if (lcsLength(a, b) >= least) expect(pairs).toEqual(commonSubsequence(a, b));
      }),
      { numRuns: 2000 },
    );
    const random = seededRandom(29);
    for (const symbols of [60, 180, 540]) {
      const values = () => Array.from({ length: 1500 }, () => Math.floor(random() * symbols));
      const [a, b] = [values(), values()];
      const longest = lcsLength(a, b);
      expect(commonSubsequence(a, b, longest)).toEqual(commonSubsequence(a, b));
      expect(commonSubsequence(a, b, longest + 1)).toEqual([]);
    }
  });

  it('scans a long sequence a bounded number of times, however little the two have in common', () => {
    const random = seededRandom(3);
    const reads = (length: number): number => {
      let count = 0;
      const counted = (values: readonly number[]): ArrayLike<number> =>
        new Proxy(values, {
          get: (target, name) => {
            if (name !== 'length') count++;
            return Reflect.get(target, name);
          },
        });
      const values = () => Array.from({ length }, () => Math.floor(random() * 50));
      commonSubsequence(counted(values()), counted(values()));
      return count;
    };
    const growth = [1, 2, 4, 8, 16].map((times) => reads(1000 * times));
    growth.forEach((count, doubling) => {
      expect(count).toBeLessThanOrEqual((growth[0] ?? 0) * 2 ** doubling * 1.1);
    });
  });

  it('has the same length in both directions', () => {
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        expect(commonSubsequence(a, b).length).toBe(commonSubsequence(b, a).length);
      }),
    );
  });

  it('keeps as many as possible in place: only what really moved is excluded', () => {
    expect([...increasingSubsequence([3, 0, 1, 2])].sort()).toEqual([1, 2, 3]);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50), { maxLength: 12 }), (values) => {
        const kept = [...increasingSubsequence(values)]
          .sort((a, b) => a - b)
          .map((index) => values[index] as number);
        expect([...kept].sort((a, b) => a - b)).toEqual(kept);
        expect(kept.length).toBe(
          lcsLength(
            values,
            [...values].sort((a, b) => a - b),
          ),
        );
      }),
    );
  });

  it('keeps the heaviest where pieces have weights', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 9 })), { maxLength: 30 }),
        (pieces) => {
          const values = pieces.map(([value]) => value);
          const weights = pieces.map(([, weight]) => weight);
          const kept = [...increasingSubsequence(values, weights)].sort((one, two) => one - two);
          kept.forEach((at, index) => {
            if (index > 0) expect(values[at]).toBeGreaterThan(values[kept[index - 1] ?? 0] ?? 0);
          });
          expect(kept.reduce((sum, at) => sum + (weights[at] ?? 0), 0)).toBe(heaviest(values, weights));
        },
      ),
    );
  });

  it('lets the lighter of two crossing pieces be the one that moved', () => {
    expect([...increasingSubsequence([1, 0], [10, 1])]).toEqual([0]);
    expect([...increasingSubsequence([1, 0], [1, 10])]).toEqual([1]);
  });
});
