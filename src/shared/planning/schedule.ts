import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import type { Schedule } from '../model/schedule.ts';
import { isTimeZone } from '../model/schedule.ts';

export type ScheduleProblem = { readonly field: 'cron' | 'timeZone'; readonly message: string };

/** Null for a valid schedule; otherwise the field and how to fix it. */
export function scheduleProblem(schedule: Pick<Schedule, 'cron' | 'timeZone'>): ScheduleProblem | null {
  if (!isTimeZone(schedule.timeZone)) {
    return {
      field: 'timeZone',
      message: `"${schedule.timeZone}" is not a time zone. Use a name such as Europe/Berlin or UTC.`,
    };
  }
  try {
    const next = cronOf(schedule).nextRun(new Date(0));
    // A schedule without a description cannot be shown, so it is refused too.
    scheduleLabel(schedule.cron);
    return next === null ? { field: 'cron', message: `"${schedule.cron}" never becomes due.` } : null;
  } catch {
    return {
      field: 'cron',
      message: `"${schedule.cron}" is not a cron expression. Enter minute, hour, day, month and weekday, for example "0 7 * * 1" for Mondays at 7:00.`,
    };
  }
}

/** A description of the schedule, such as "At 07:00, only on Monday". */
export function scheduleLabel(cron: string): string {
  return cronstrue.toString(cron, { use24HourTimeFormat: true, throwExceptionOnParseError: true });
}

/** The next `count` times after `afterMs`, milliseconds since the epoch, ascending. */
export function nextTimes(
  schedule: Pick<Schedule, 'cron' | 'timeZone'>,
  afterMs: number,
  count: number,
): readonly number[] {
  return cronOf(schedule)
    .nextRuns(count, new Date(afterMs))
    .map((time) => time.getTime());
}

/**
 * Scheduled times in (`afterMs`, `untilMs`], oldest first, at most `limit` of the latest. `afterMs` is the last
 * handled time, stored by the monitor: a clock that was set back yields nothing until it has caught up, so no
 * time is handled twice.
 */
export function dueTimes(
  schedule: Pick<Schedule, 'cron' | 'timeZone'>,
  afterMs: number,
  untilMs: number,
  limit: number,
): readonly number[] {
  const cron = cronOf(schedule);
  const times: number[] = [];
  let time = cron.nextRun(new Date(afterMs));
  while (time !== null && time.getTime() <= untilMs) {
    times.push(time.getTime());
    if (times.length > limit) times.shift();
    time = cron.nextRun(time);
  }
  return times;
}

export type DueDecision = {
  /** Times to run now, oldest first. */
  readonly run: readonly number[];
  /** Skipped times, for the monitor's log. */
  readonly leftOut: readonly number[];
};

/**
 * What to do about due times. A time is on time within `graceMs` of now (the program was awake); earlier ones
 * were missed and follow the schedule's `missed` rule.
 */
export function decideDue(
  due: readonly number[],
  missed: Schedule['missed'],
  nowMs: number,
  graceMs: number,
): DueDecision {
  const onTime = due.filter((time) => nowMs - time <= graceMs);
  const late = due.filter((time) => nowMs - time > graceMs);
  if (missed === 'all') return { run: due, leftOut: [] };
  if (missed === 'skip' || onTime.length > 0) return { run: onTime, leftOut: late };
  return { run: late.slice(-1), leftOut: late.slice(0, -1) };
}

function cronOf({ cron, timeZone }: Pick<Schedule, 'cron' | 'timeZone'>): Cron {
  return new Cron(cron, { timezone: timeZone, paused: true, mode: '5-part' });
}
