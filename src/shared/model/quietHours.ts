import { z } from 'zod';
import { strictSchema } from '../lazySchema.ts';
import { isTimeZone } from './schedule.ts';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.');

/** From `from` until `to` in local time of a zone, across midnight if `to` is earlier. */
export const quietHoursSchema = strictSchema(() => ({
  from: clockTime,
  to: clockTime,
  /** IANA name. */
  timeZone: z.string().refine(isTimeZone, 'Enter a time zone such as Europe/Berlin.'),
}));

export type QuietHours = z.output<typeof quietHoursSchema>;

/** When an alert may be sent: now, or at the end of the current quiet hours. Milliseconds. */
export function tellAt(quiet: QuietHours | null, nowMs: number): number {
  if (quiet === null || quiet.from === quiet.to) return nowMs;
  const wallClock = new Intl.DateTimeFormat('en-GB', {
    timeZone: quiet.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const isQuiet = (atMs: number): boolean => {
    const time = wallClock.format(atMs);
    return quiet.from < quiet.to
      ? quiet.from <= time && time < quiet.to
      : time >= quiet.from || time < quiet.to;
  };
  if (!isQuiet(nowMs)) return nowMs;
  // Computed by the minute, because an hour of the night may be missing or occur twice.
  let at = Math.floor(nowMs / 60_000) * 60_000;
  while (isQuiet(at)) at += 60_000;
  return at;
}
