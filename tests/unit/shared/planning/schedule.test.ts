import { describe, expect, it } from 'vitest';
import { decideDue, dueTimes, nextTimes, scheduleLabel, scheduleProblem } from '#shared/planning/schedule.ts';

const at = (iso: string): number => Date.parse(iso);
const iso = (times: readonly number[]): readonly string[] =>
  times.map((time) => new Date(time).toISOString());
const berlin = { cron: '30 2 * * *', timeZone: 'Europe/Berlin' };

describe('a schedule', () => {
  it('follows the wall clock of its zone', () => {
    const weekly = { cron: '0 7 * * 1', timeZone: 'Asia/Tokyo' };
    expect(iso(nextTimes(weekly, at('2026-11-21T00:00:00Z'), 2))).toEqual([
      '2026-11-22T22:00:00.000Z',
      '2026-11-29T22:00:00.000Z',
    ]);
  });

  it('fires once on the day an hour is repeated', () => {
    // Berlin, 25 October 2026: 02:30 happens twice.
    const times = dueTimes(berlin, at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z'), 10);
    expect(times).toHaveLength(1);
  });

  it('fires once on the day its hour does not exist', () => {
    // Berlin, 28 March 2027: 02:00 jumps to 03:00.
    const times = dueTimes(berlin, at('2027-03-27T12:00:00Z'), at('2027-03-28T12:00:00Z'), 10);
    expect(times).toHaveLength(1);
  });

  // Forwards and back, in both hemispheres, at midnight, by half an hour, and across a day line.
  it.each([
    ['America/New_York', '30 2 * * *', '2026-03-01T12:00:00Z', '2026-03-15T12:00:00Z', 14],
    ['America/New_York', '30 1 * * *', '2026-10-25T12:00:00Z', '2026-11-08T12:00:00Z', 14],
    ['Australia/Lord_Howe', '15 2 * * *', '2026-09-27T00:00:00Z', '2026-10-11T00:00:00Z', 14],
    ['Australia/Lord_Howe', '45 1 * * *', '2026-03-29T00:00:00Z', '2026-04-12T00:00:00Z', 14],
    ['America/Sao_Paulo', '0 0 * * *', '2026-10-10T12:00:00Z', '2026-10-24T12:00:00Z', 14],
    ['Africa/Cairo', '0 0 * * *', '2026-04-17T12:00:00Z', '2026-05-01T12:00:00Z', 14],
    ['Pacific/Apia', '0 12 * * *', '2026-09-20T00:00:00Z', '2026-10-04T00:00:00Z', 14],
    ['Asia/Kolkata', '30 2 * * *', '2026-03-22T12:00:00Z', '2026-04-05T12:00:00Z', 14],
    ['Europe/London', '30 1 * * 0', '2026-10-12T00:00:00Z', '2026-11-09T00:00:00Z', 4],
  ])(
    'fires once on each of its days across the change of the clocks: %s %s from %s',
    (timeZone, cron, from, until, count) => {
      const found: number[] = [];
      // Looked at every twenty minutes, as a program does that is awake.
      for (let now = at(from), last = now; now <= at(until); now += 20 * 60_000) {
        const due = dueTimes({ cron, timeZone }, last, now, 100);
        found.push(...due);
        last = due.at(-1) ?? last;
      }
      expect(found).toHaveLength(count);
      expect(new Set(found).size).toBe(count);
      const day = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short' });
      expect(new Set(found.map((time) => day.format(time))).size).toBe(count);
      // Looking once after a long sleep finds the same times.
      expect(dueTimes({ cron, timeZone }, at(from), at(until), 100)).toEqual(found);
    },
  );

  it('gives no time twice when the clock is set back', () => {
    const hourly = { cron: '0 * * * *', timeZone: 'UTC' };
    const first = dueTimes(hourly, at('2026-11-21T08:30:00Z'), at('2026-11-21T10:10:00Z'), 10);
    expect(iso(first)).toEqual(['2026-11-21T09:00:00.000Z', '2026-11-21T10:00:00.000Z']);
    expect(dueTimes(hourly, first.at(-1) ?? 0, at('2026-11-21T09:30:00Z'), 10)).toEqual([]);
  });

  it('keeps the latest times when very many were missed', () => {
    const everyMinute = { cron: '* * * * *', timeZone: 'UTC' };
    const times = dueTimes(everyMinute, at('2026-11-20T00:00:00Z'), at('2026-11-21T00:00:00Z'), 3);
    expect(iso(times)).toEqual([
      '2026-11-20T23:58:00.000Z',
      '2026-11-20T23:59:00.000Z',
      '2026-11-21T00:00:00.000Z',
    ]);
  });

  it('names what is wrong with it', () => {
    expect(scheduleProblem({ cron: '0 7 * * 1', timeZone: 'Europe/Berlin' })).toBeNull();
    expect(scheduleProblem({ cron: '0 7 * * 1', timeZone: 'Europe/Atlantis' })?.field).toBe('timeZone');
    expect(scheduleProblem({ cron: 'every monday', timeZone: 'UTC' })?.field).toBe('cron');
    expect(scheduleProblem({ cron: '0 0 31 2 *', timeZone: 'UTC' })?.message).toContain('never');
  });

  it('reads as words', () => {
    expect(scheduleLabel('0 7 * * 1')).toBe('At 07:00, only on Monday');
  });
});

describe('times that passed while the program was closed', () => {
  const due = [at('2026-11-21T07:00:00Z'), at('2026-11-21T08:00:00Z'), at('2026-11-21T09:00:00Z')];
  const now = at('2026-11-21T09:30:00Z');

  it('are skipped, caught up once, or run each, as the schedule says', () => {
    expect(decideDue(due, 'skip', now, 60_000)).toEqual({ run: [], leftOut: due });
    expect(decideDue(due, 'once', now, 60_000)).toEqual({ run: [due[2]], leftOut: due.slice(0, 2) });
    expect(decideDue(due, 'all', now, 60_000)).toEqual({ run: due, leftOut: [] });
  });

  it('do not add a run to the one that is on time', () => {
    const onTime = at('2026-11-21T09:00:30Z');
    expect(decideDue(due, 'once', onTime, 60_000)).toEqual({ run: [due[2]], leftOut: due.slice(0, 2) });
  });
});
