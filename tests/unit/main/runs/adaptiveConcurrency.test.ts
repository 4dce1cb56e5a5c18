import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowance,
  type Concurrency,
  initialConcurrency,
  nextChangeAtMs,
  stepConcurrency,
} from '#main/runs/adaptiveConcurrency.ts';

/** The slots of an account, told one thing after the other. */
function slotsOf(limit: number | null) {
  let state = initialConcurrency(limit);
  const chance = 0.5;
  return {
    allowance: (nowMs: number) => {
      state = stepConcurrency(state, { kind: 'timePassed', nowMs });
      return allowance(state, nowMs);
    },
    nextChangeAtMs: () => nextChangeAtMs(state),
    admitted: (next: number | null) => {
      state = stepConcurrency(state, { kind: 'admitted', limit: next });
    },
    refused: (inFlight: number, next: number | null, nowMs: number) => {
      state = stepConcurrency(state, { kind: 'refused', inFlight, limit: next, nowMs, chance });
    },
    slowDown: (nowMs: number) => {
      state = stepConcurrency(state, { kind: 'rateLimited', nowMs, chance });
    },
  };
}

describe('the slots of an account', () => {
  it('are used up to the limit that is known', () => {
    expect(slotsOf(20).allowance(0)).toBe(20);
  });

  it('are guessed low while nothing is known, and taken from the first answer', () => {
    const slots = slotsOf(null);
    expect(slots.allowance(0)).toBe(8);
    slots.admitted(75);
    expect(slots.allowance(0)).toBe(75);
  });

  it('shrink to what really runs when others take their share, and grow back by probing', () => {
    const slots = slotsOf(30);
    for (let inFlight = 29; inFlight >= 20; inFlight--) slots.refused(inFlight, 30, 1000);
    expect(slots.allowance(1000)).toBe(20);
    const first = slots.nextChangeAtMs() ?? 0;
    expect(first).toBeGreaterThan(1000);
    expect(slots.allowance(first)).toBe(21);
    expect(slots.allowance(first + 200)).toBe(23);
    expect(slots.allowance(first + 1000)).toBe(30);
    expect(slots.nextChangeAtMs()).toBeNull();
  });

  it('are probed ever more rarely while every probe is refused', () => {
    const slots = slotsOf(10);
    const gaps: number[] = [];
    let nowMs = 0;
    for (let round = 0; round < 8; round++) {
      slots.refused(3, 10, nowMs);
      const next = slots.nextChangeAtMs() ?? 0;
      gaps.push(next - nowMs);
      nowMs = next;
      expect(slots.allowance(nowMs)).toBe(4);
    }
    expect(gaps).toEqual([275, 525, 1025, 2025, 2025, 2025, 2025, 2025]);
  });

  it('are probed one at a time again even when nothing of ours runs', () => {
    const slots = slotsOf(5);
    slots.refused(0, 5, 0);
    expect(slots.allowance(0)).toBe(0);
    expect(slots.allowance(slots.nextChangeAtMs() ?? 0)).toBe(1);
  });

  it('follow a changed plan', () => {
    const slots = slotsOf(10);
    slots.admitted(50);
    expect(slots.allowance(0)).toBe(50);
    slots.admitted(1);
    expect(slots.allowance(0)).toBe(1);
  });

  it('rest for a moment when requests come too fast', () => {
    const slots = slotsOf(10);
    slots.slowDown(1000);
    expect(slots.allowance(1000)).toBe(0);
    const next = slots.nextChangeAtMs() ?? 0;
    expect(next - 1000).toBeLessThanOrEqual(1000);
    expect(slots.allowance(next)).toBe(10);
  });

  const kind = fc.constantFrom('admitted', 'refused', 'rateLimited', 'timePassed');
  const news = fc.record({
    kind,
    waitMs: fc.nat(5000),
    inFlight: fc.nat(1200),
    limit: fc.option(fc.integer({ min: -1, max: 1500 })),
    chance: fc.double({ min: 0, max: 0.999, noNaN: true }),
  });
  type News = typeof news extends fc.Arbitrary<infer N> ? N : never;
  const told = (limit: number | null, list: readonly News[]) => {
    let state: Concurrency = initialConcurrency(limit);
    let nowMs = 1;
    for (const { waitMs, ...event } of list) {
      nowMs += waitMs;
      state = stepConcurrency(state, { ...event, nowMs });
    }
    return { state, nowMs };
  };

  it('are never exceeded and never negative, and are all used again once there are no refusals', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 1, max: 1000 })),
        fc.array(news, { size: 'medium' }),
        (limit, list) => {
          let { state, nowMs } = told(limit, list);
          const now = allowance(state, nowMs);
          expect(now).toBeGreaterThanOrEqual(0);
          expect(now).toBeLessThanOrEqual(state.limit ?? 1000);
          for (let at = nextChangeAtMs(state), tries = 0; at !== null && tries < 20; tries += 1) {
            nowMs = Math.max(at, nowMs);
            state = stepConcurrency(state, { kind: 'timePassed', nowMs });
            at = nextChangeAtMs(state);
          }
          expect(nextChangeAtMs(state)).toBeNull();
          if (state.limit !== null) expect(allowance(state, nowMs)).toBe(state.limit);
          else expect(allowance(state, nowMs)).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('are asked for one by one after a refusal, at a time that comes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 1000 }),
        fc.array(news, { size: 'medium' }),
        fc.nat(1),
        (limit, list, inFlight) => {
          const { state, nowMs } = told(limit, list);
          const refused = stepConcurrency(state, {
            kind: 'refused',
            inFlight,
            limit: null,
            nowMs: nowMs + 10_000,
            chance: 0.5,
          });
          expect(allowance(refused, nowMs + 10_000)).toBeLessThanOrEqual(inFlight);
          expect(nextChangeAtMs(refused)).toBeGreaterThan(nowMs + 10_000);
        },
      ),
    );
  });
});
