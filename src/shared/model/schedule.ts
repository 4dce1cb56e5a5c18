import { z } from 'zod';
import { strictSchema } from '../lazySchema.ts';

/** When a monitor runs, and how to handle times that passed while the program was closed. */
export const scheduleSchema = strictSchema(() => ({
  /** Five fields: minute, hour, day of month, month, day of week. */
  cron: z.string().trim().min(1, 'Enter a schedule, for example "0 7 * * 1" for Mondays at 7:00.').max(120),
  /** IANA name, such as Europe/Berlin: times are local time of this zone, across daylight saving. */
  timeZone: z.string().trim().min(1).max(60),
  /** Each run starts up to this many seconds later, so that many monitors do not start in the same second. */
  jitterSeconds: z.number().int().min(0).max(86_400).default(0),
  /** Runs missed while closed: none of them, one for all, or every one. */
  missed: z.enum(['skip', 'once', 'all']).default('once'),
  /** If the previous run has not finished: skip this one, wait for it, or run in parallel. */
  overlap: z.enum(['skip', 'wait', 'parallel']).default('skip'),
}));

export type Schedule = z.output<typeof scheduleSchema>;

/** Whether it is a known IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
