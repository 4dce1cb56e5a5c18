import { spanIn, utcDays, type ZonedDays, zonedDays } from '#shared/figures/trends/zonedDays.ts';
import { dayRange } from '#shared/search/query.ts';
import { UsageError } from './exitCodes.ts';
import type { Caller } from './projectCaller.ts';

export type TimeFlags = { readonly from?: string; readonly to?: string };

type Span = { readonly startMs: number; readonly endMs: number };

/** The calendar of a project, by default of the current one; UTC over all projects. */
export async function projectDays(call: Caller, wanted?: string): Promise<ZonedDays> {
  const { projects, currentId } = await call('projects.list', {});
  const name = wanted?.toLowerCase();
  const found = projects.find((project) =>
    name === undefined
      ? project.id === currentId
      : project.id === wanted || project.name.toLowerCase() === name,
  );
  return zonedDays(found?.timeZone ?? 'UTC');
}

/**
 * `--from` and `--to` in milliseconds since 1970; the end of `--to` is exclusive.
 * @param days the calendar that they are days of
 * @throws UsageError for an invalid time, and for a `--to` before `--from`
 */
export function periodOf(
  { from, to }: TimeFlags,
  days: ZonedDays = utcDays,
  spanOf: (flag: string, value: string, days: ZonedDays) => Span = daysOf,
): { readonly fromMs?: number; readonly beforeMs?: number } {
  const first = from === undefined ? undefined : spanOf('--from', from, days);
  const last = to === undefined ? undefined : spanOf('--to', to, days);
  if (first !== undefined && last !== undefined && last.endMs <= first.startMs)
    throw new UsageError(`--to "${to}" is before --from "${from}". Use the earlier time as --from.`);
  return { fromMs: first?.startMs, beforeMs: last?.endMs };
}

function rangeIn(value: string, days: ZonedDays): Span | null {
  const range = dayRange(value);
  return range && spanIn(range, days);
}

/** A day, month or year. @throws UsageError for anything else */
export function daysOf(flag: string, value: string, days: ZonedDays): Span {
  const range = rangeIn(value, days);
  if (range) return range;
  throw new UsageError(`${flag} "${value}" is not a date. Use 2026, 2026-10 or 2026-10-31.`);
}

/** The same, or a moment in ISO 8601. */
export function daysOrMoment(flag: string, value: string, days: ZonedDays): Span {
  const range = rangeIn(value, days);
  if (range) return range;
  const at = /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(at)) return { startMs: at, endMs: at };
  throw new UsageError(
    `${flag} "${value}" is not a time. Use 2026, 2026-10, 2026-10-31 or a time such as 2026-10-31T08:00:00Z.`,
  );
}
