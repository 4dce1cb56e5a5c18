import { describe, expect, it } from 'vitest';
import { createAdaptiveConcurrency } from '#main/runs/adaptiveConcurrency.ts';

const window = (limit: number | null) => createAdaptiveConcurrency({ limit, random: () => 0.5 });

describe('the slots of an account', () => {
  it('are used up to the limit that is known', () => {
    expect(window(20).allowance(0)).toBe(20);
  });

  it('are guessed low while nothing is known, and taken from the first answer', () => {
    const slots = window(null);
    expect(slots.allowance(0)).toBe(8);
    slots.admitted(75);
    expect(slots.allowance(0)).toBe(75);
  });

  it('shrink to what really runs when others take their share, and grow back by probing', () => {
    const slots = window(30);
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
    const slots = window(10);
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
    const slots = window(5);
    slots.refused(0, 5, 0);
    expect(slots.allowance(0)).toBe(0);
    expect(slots.allowance(slots.nextChangeAtMs() ?? 0)).toBe(1);
  });

  it('follow a changed plan', () => {
    const slots = window(10);
    slots.admitted(50);
    expect(slots.allowance(0)).toBe(50);
    slots.admitted(1);
    expect(slots.allowance(0)).toBe(1);
  });

  it('rest for a moment when requests come too fast', () => {
    const slots = window(10);
    slots.slowDown(1000);
    expect(slots.allowance(1000)).toBe(0);
    const next = slots.nextChangeAtMs() ?? 0;
    expect(next - 1000).toBeLessThanOrEqual(1000);
    expect(slots.allowance(next)).toBe(10);
  });
});
