import { describe, expect, it } from 'vitest';
import { marketKeys } from '#main/hosts/cli/filterFlags.ts';
import { daysOrMoment, periodOf } from '#main/hosts/cli/timeFlags.ts';
import { utcDays, zonedDays } from '#shared/figures/trends/zonedDays.ts';

describe('--from and --to', () => {
  it('include a full day, month or year, and filter nothing if absent', () => {
    expect(periodOf({ from: '2026-10', to: '2026' })).toEqual({
      fromMs: Date.UTC(2026, 9, 1),
      beforeMs: Date.UTC(2027, 0, 1),
    });
    expect(periodOf({ from: '2026-10-31', to: '2026-10-31' })).toEqual({
      fromMs: Date.UTC(2026, 9, 31),
      beforeMs: Date.UTC(2026, 10, 1),
    });
    expect(periodOf({})).toEqual({});
  });

  it('are refused by name: what is no date, and an end before the beginning', () => {
    expect(() => periodOf({ from: '2026-13' })).toThrow('--from "2026-13" is not a date');
    expect(() => periodOf({ from: '2026-11', to: '2026-10' })).toThrow('--to "2026-10" is before --from');
  });

  it('are moments as well where answers are taken out', () => {
    const at = '2026-10-31T08:00:00Z';
    expect(periodOf({ to: at }, utcDays, daysOrMoment)).toEqual({ beforeMs: Date.parse(at) });
    expect(periodOf({ from: '2026-10' }, utcDays, daysOrMoment)).toEqual({ fromMs: Date.UTC(2026, 9, 1) });
    expect(() => periodOf({ to: '31.10.2026' }, utcDays, daysOrMoment)).toThrow(
      '--to "31.10.2026" is not a time',
    );
  });
});

describe('a list of markets', () => {
  it('is read like everywhere, and keeps whole keys', () => {
    expect(marketKeys('--country', 'germany, US:CA')).toEqual(['DE', 'US:CA']);
    expect(marketKeys('--country', 'DE~de,*')).toEqual(['DE~de', '*']);
  });

  it('names the flag and the invalid market', () => {
    expect(() => marketKeys('--country', 'DE,Narnia')).toThrow(/^--country: unknown market "Narnia"/);
    expect(() => marketKeys('--markets', ' ')).toThrow('--markets is empty');
  });
});

it('means the days of a time zone', () => {
  const tokyo = zonedDays('Asia/Tokyo');
  expect(periodOf({ from: '2026-11', to: '2026-11-01' }, tokyo)).toEqual({
    fromMs: Date.parse('2026-10-31T15:00:00Z'),
    beforeMs: Date.parse('2026-11-01T15:00:00Z'),
  });
  // A moment is the same everywhere.
  const at = '2026-10-31T08:00:00Z';
  expect(periodOf({ to: at }, tokyo, daysOrMoment)).toEqual({ beforeMs: Date.parse(at) });
  // The day on which clocks go back has 25 hours.
  expect(periodOf({ from: '2026-10-25', to: '2026-10-25' }, zonedDays('Europe/Berlin'))).toEqual({
    fromMs: Date.parse('2026-10-24T22:00:00Z'),
    beforeMs: Date.parse('2026-10-25T23:00:00Z'),
  });
});
