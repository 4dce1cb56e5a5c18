import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonSubsequence, increasingSubsequence } from '#shared/analysis/sequence.ts';

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

  it('has the same length in both directions', () => {
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        expect(commonSubsequence(a, b).length).toBe(commonSubsequence(b, a).length);
      }),
    );
  });

  it('keeps in place as many as possible: only what really moved is left out', () => {
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

  it('lets the lighter of two crossing pieces be the one that moved', () => {
    expect([...increasingSubsequence([1, 0], [10, 1])]).toEqual([0]);
    expect([...increasingSubsequence([1, 0], [1, 10])]).toEqual([1]);
  });
});
