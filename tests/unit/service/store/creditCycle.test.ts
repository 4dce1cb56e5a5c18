import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cycleEnd } from '#service/store/creditCycle.ts';

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
