import { describe, expect, it } from 'vitest';
import { bucketsOf } from '#shared/figures/trends/buckets.ts';
import { zonedDays } from '#shared/figures/trends/zonedDays.ts';
import { trendFacts } from '#tests/support/trendFacts.ts';

const hour = 3_600_000;
const day = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / (24 * hour);

describe('the days of a time zone', () => {
  it.each([
    ['Asia/Tokyo', '2026-11-01', '2026-10-31T15:00:00Z', 24],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
    // Clocks go from midnight to one o'clock.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', 23],
    ['Asia/Kathmandu', '2026-11-01', '2026-10-31T18:15:00Z', 24],
    ['UTC', '2026-11-01', '2026-11-01T00:00:00Z', 24],
    ['Not/AZone', '2026-11-01', '2026-11-01T00:00:00Z', 24],
  ])('in %s, %s begins at %s and has %i hours', (timeZone, date, start, hours) => {
    const days = zonedDays(timeZone);
    const from = days.startOf(day(date));
    expect(new Date(from).toISOString()).toBe(start.replace('Z', '.000Z'));
    expect((days.startOf(day(date) + 1) - from) / hour).toBe(hours);
    expect([days.dayAt(from - 1), days.dayAt(from)]).toEqual([day(date) - 1, day(date)]);
  });

  it('follow one another without gap over ten years', () => {
    for (const timeZone of ['Europe/Berlin', 'America/Sao_Paulo', 'Africa/Cairo', 'Australia/Lord_Howe']) {
      const days = zonedDays(timeZone);
      for (let at = day('2015-01-01'); at < day('2025-01-01'); at += 1) {
        const start = days.startOf(at);
        expect(days.dayAt(start)).toBe(at);
        expect(days.startOf(at + 1)).toBeGreaterThan(start);
      }
    }
  });
});

it('a run of 1 November at 07:00 in Tokyo is of November, of its day and of its week', () => {
  const { facts, all } = trendFacts([
    { day: 0, over: 1, run: 1 },
    { day: 1, over: 1, run: 2 },
  ]);
  facts.at.set([Date.parse('2026-09-30T22:00:00Z'), Date.parse('2026-10-31T22:00:00Z')]);
  const period = { fromMs: null, beforeMs: null };
  const labels = (interval: 'month' | 'day' | 'week' | 'run', timeZone: string) =>
    bucketsOf(interval, facts, all, period, zonedDays(timeZone))?.buckets.map(({ label }) => label) ?? [];
  expect(labels('month', 'Asia/Tokyo')).toEqual(['2026-10', '2026-11']);
  expect(labels('month', 'UTC')).toEqual(['2026-09', '2026-10']);
  expect(labels('day', 'Asia/Tokyo').at(-1)).toBe('2026-11-01');
  expect(labels('week', 'Asia/Tokyo')).toHaveLength(5);
  expect(labels('run', 'Asia/Tokyo').at(-1)).toBe('2026-11-01 07:00');
  const buckets = bucketsOf('month', facts, all, period, zonedDays('Asia/Tokyo'));
  expect([...all].map((answer) => buckets?.of(answer))).toEqual([0, 1]);
});
