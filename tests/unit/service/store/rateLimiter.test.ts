import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '#service/store/rateLimiter.ts';

describe('the rate limit', () => {
  it('admits a burst of one second’s worth, then one for each that is a second old', () => {
    const limiter = createRateLimiter(3);
    expect([0, 1, 2, 3, 999].map((at) => limiter.count(1, at))).toEqual([2, 1, 0, -1, -1]);
    expect([1_000, 1_000, 1_001, 1_002, 1_999].map((at) => limiter.count(1, at))).toEqual([0, -1, 0, 0, -1]);
    expect(limiter.count(1, 3_002)).toBe(2);
  });

  it('counts each account separately', () => {
    const limiter = createRateLimiter(1);
    expect(limiter.count(1, 0)).toBe(0);
    expect(limiter.count(2, 0)).toBe(0);
    expect(limiter.count(1, 0)).toBe(-1);
  });

  it('admits no second over the limit and refuses nothing that would not make one', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 300 });
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(100)), steps, (limit, gaps) => {
        const limiter = createRateLimiter(limit);
        const admitted: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          // A large limit is only reached by many requests in a short time.
          now += limit > 5 ? gap / 40 : gap;
          const lately = admitted.filter((at) => at > now - 1_000).length;
          const left = limiter.count(7, now);
          expect(left).toBe(lately < limit ? limit - lately - 1 : -1);
          if (left >= 0) admitted.push(now);
        }
      }),
    );
  });
});
