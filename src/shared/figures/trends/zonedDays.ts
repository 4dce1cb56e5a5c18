/** Calendar days of a time zone, numbered like those of UTC since 1970-01-01. */

const dayMs = 86_400_000;

export type ZonedDays = {
  /** The day of a moment (milliseconds since the epoch). */
  readonly dayAt: (atMs: number) => number;
  /** The first moment of a day: 23 to 25 hours before the next one's where clocks change. */
  readonly startOf: (day: number) => number;
  /** The clock of the zone, as milliseconds of a moment at which UTC shows the same. */
  readonly clockAt: (atMs: number) => number;
  /** Whether every day has 24 hours and begins at midnight of UTC. */
  readonly isUtc: boolean;
};

export const utcDays: ZonedDays = {
  dayAt: (atMs) => Math.floor(atMs / dayMs),
  startOf: (day) => day * dayMs,
  clockAt: (atMs) => atMs,
  isUtc: true,
};

/** Days of UTC, start inclusive and end exclusive, as the same days of a calendar. */
export const spanIn = (
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  days: ZonedDays,
) => ({ startMs: days.startOf(startMs / dayMs), endMs: days.startOf(endMs / dayMs) });

/** @param timeZone an IANA name; UTC for one that this program does not know (any more) */
export function zonedDays(timeZone: string): ZonedDays {
  const clock = timeZone === 'UTC' ? null : clockOf(timeZone);
  if (clock === null) return utcDays;
  const dayAt = (atMs: number): number => Math.floor(clock(atMs) / dayMs);
  return {
    dayAt,
    clockAt: clock,
    isUtc: false,
    startOf: (day) => {
      const midnight = day * dayMs;
      const near = midnight - (clock(midnight) - midnight);
      const at = midnight - (clock(near) - near);
      if (clock(at) === midnight) return at;
      // There is no midnight where clocks are set forward at it: the day begins when the day before ends.
      let [before, after] = [midnight - dayMs, midnight + dayMs];
      while (after - before > 1000) {
        const middle = before + Math.floor((after - before) / 2000) * 1000;
        if (dayAt(middle) < day) before = middle;
        else after = middle;
      }
      return after;
    },
  };
}

function clockOf(timeZone: string): ((atMs: number) => number) | null {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'iso8601', ...parts, ...time });
  } catch {
    return null;
  }
  const offsetAt = (atMs: number): number => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(atMs)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
  };
  // Formatting a time is slow, and clocks never change twice within a week.
  const weeks = new Map<number, number>();
  const offsetOfWeek = (week: number): number => {
    const offset = weeks.get(week) ?? offsetAt(week * 7 * dayMs);
    weeks.set(week, offset);
    return offset;
  };
  return (atMs) => {
    const week = Math.floor(atMs / (7 * dayMs));
    const offset = offsetOfWeek(week);
    return atMs + (offset === offsetOfWeek(week + 1) ? offset : offsetAt(atMs));
  };
}
