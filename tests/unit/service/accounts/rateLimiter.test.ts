import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '#service/accounts/rateLimiter.ts';

describe('the rate limit', () => {
  it('admits a burst of one second’s worth, then refuses until the window is over', () => {
    const limiter = createRateLimiter(3);
    expect([0, 1, 2, 3, 999].map((at) => limiter.count(1, at))).toEqual([2, 1, 0, -1, -1]);
    expect(limiter.count(1, 1_000)).toBe(2);
  });

  it('counts each account by itself', () => {
    const limiter = createRateLimiter(1);
    expect(limiter.count(1, 0)).toBe(0);
    expect(limiter.count(2, 0)).toBe(0);
    expect(limiter.count(1, 0)).toBe(-1);
  });

  it('never admits more than the limit within one of its windows, and never refuses the first of a window', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }),
        (limit, steps) => {
          const limiter = createRateLimiter(limit);
          let now = 0;
          let openedAt = Number.NEGATIVE_INFINITY;
          let admitted = 0;
          for (const step of steps) {
            now += step;
            if (now - openedAt >= 1_000) {
              openedAt = now;
              admitted = 0;
            }
            const left = limiter.count(7, now);
            if (admitted < limit) {
              admitted += 1;
              expect(left).toBe(limit - admitted);
            } else expect(left).toBe(-1);
          }
        },
      ),
    );
  });
});
