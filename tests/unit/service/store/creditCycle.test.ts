import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cycleAt, cycleEnd } from '#service/store/creditCycle.ts';

const at = (text: string): number => Date.parse(text);
const iso = (ms: number): string => new Date(ms).toISOString();

describe('the monthly cycle', () => {
  it('ends a month after it began, at the same time of day', () => {
    const anchor = at('2026-10-03T09:41:07.000Z');
    expect(iso(cycleEnd(anchor, anchor))).toBe('2026-11-03T09:41:07.000Z');
    expect(iso(cycleEnd(anchor, at('2026-11-03T09:41:06.999Z')))).toBe('2026-11-03T09:41:07.000Z');
    expect(iso(cycleEnd(anchor, at('2026-11-03T09:41:07.000Z')))).toBe('2026-12-03T09:41:07.000Z');
  });

  it('keeps the 31st through shorter months', () => {
    const anchor = at('2027-01-31T12:00:00.000Z');
    expect(iso(cycleEnd(anchor, anchor))).toBe('2027-02-28T12:00:00.000Z');
    expect(iso(cycleEnd(anchor, at('2027-02-28T12:00:00.000Z')))).toBe('2027-03-31T12:00:00.000Z');
    expect(iso(cycleEnd(at('2028-01-31T00:00:00.000Z'), at('2028-02-01T00:00:00.000Z')))).toBe(
      '2028-02-29T00:00:00.000Z',
    );
  });

  it('lies after any moment and at most 31 days away', () => {
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 5_000 * 86_400_000 }), (anchor, later) => {
        const now = anchor.getTime() + later;
        const end = cycleEnd(anchor.getTime(), now);
        expect(end).toBeGreaterThan(now);
        expect(end - now).toBeLessThanOrEqual(31 * 86_400_000);
      }),
    );
  });
});

describe('a cycle at a moment', () => {
  const anchor = Date.UTC(2026, 7, 15);
  const inNovember = Date.UTC(2026, 10, 2);

  it('is bounded by its anchor after one start with a clock that was 20 years ahead, without new credits', () => {
    const ahead = cycleAt(anchor, Date.UTC(2026, 10, 15), Date.UTC(2046, 10, 2));
    expect(ahead).toEqual({ endsAt: Date.UTC(2046, 10, 15), renews: true });
    expect(cycleAt(anchor, ahead.endsAt, inNovember)).toEqual({
      endsAt: Date.UTC(2026, 10, 15),
      renews: false,
    });
  });

  it('stays as it is for a clock that is some minutes behind, and for one from before the account', () => {
    const next = Date.UTC(2026, 11, 15);
    for (const now of [Date.UTC(2026, 10, 14, 23, 50), Date.UTC(2020, 0, 1)])
      expect(cycleAt(anchor, next, now)).toEqual({ endsAt: next, renews: false });
  });
});
