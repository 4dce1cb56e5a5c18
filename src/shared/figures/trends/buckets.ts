/** Divides time into days, weeks (from Monday) and months of a time zone, or into runs. */
import type { TrendBucket, TrendFacts, TrendInterval } from '../../model/trendLines.ts';
import { utcDays, type ZonedDays } from './zonedDays.ts';

const dayMs = 86_400_000;
/** The days since the epoch of the first Monday, 1970-01-05. */
const firstMonday = 4;

const lengths = { day: dayMs, week: 7 * dayMs } as const;

/** Maximum number of points. A longer interval is more readable than more points. */
export const maxBuckets = 2000;

export type Buckets = {
  readonly buckets: readonly TrendBucket[];
  /** Index of an answer's bucket; -1 if outside. */
  readonly of: (answer: number) => number;
  /** Answers of each bucket, ascending in time. */
  readonly answersIn: readonly Int32Array[];
};

/** Intervals for automatic selection, shortest first. */
const fitting: readonly TrendInterval[] = ['day', 'week', 'month'];

/**
 * The shortest interval for which at least half the periods have answers. With weekly answers, days would mostly be
 * gaps.
 * @param answers indices into the facts, ascending in time
 */
export function fittingInterval(
  facts: TrendFacts,
  answers: Int32Array,
  days: ZonedDays = utcDays,
): TrendInterval {
  const fits = fitting.find((interval) => {
    const buckets = bucketsOf(interval, facts, answers, { fromMs: null, beforeMs: null }, days);
    if (buckets === null) return false;
    return buckets.answersIn.filter(({ length }) => length > 0).length * 2 >= buckets.buckets.length;
  });
  return fits ?? 'month';
}

/** Points of a line in a table; more are not told apart. */
const maxSmall = 60;

/** The buckets of a line in a table: the fitting interval, or a longer one if there were too many points. */
export function smallBuckets(
  facts: TrendFacts,
  answers: Int32Array,
  period: { readonly fromMs: number | null; readonly beforeMs: number | null },
  days: ZonedDays,
): Buckets {
  const least = fittingInterval(facts, answers, days);
  const found = fitting
    .slice(fitting.indexOf(least))
    .map((interval) => bucketsOf(interval, facts, answers, period, days))
    .find((buckets) => buckets !== null && buckets.buckets.length <= maxSmall);
  return found ?? { buckets: [], of: () => -1, answersIn: [] };
}

/**
 * All buckets from the first to the last. Buckets without an answer are the gaps of a trend.
 * @param period half-open, milliseconds since the epoch; null sides default to the first or last answer
 * @param answers indices into the facts, ascending in time
 * @param days calendar of the project
 * @returns null if there would be more than `maxBuckets`
 */
export function bucketsOf(
  interval: TrendInterval,
  facts: TrendFacts,
  answers: Int32Array,
  period: { readonly fromMs: number | null; readonly beforeMs: number | null },
  days: ZonedDays = utcDays,
): Buckets | null {
  if (interval === 'run') return runBuckets(facts, answers, days);
  if (answers.length === 0) return { buckets: [], of: () => -1, answersIn: [] };
  const last = (period.beforeMs ?? (facts.at[answers[answers.length - 1] ?? 0] ?? 0) + 1) - 1;
  let day = firstDay(interval, days.dayAt(period.fromMs ?? facts.at[answers[0] ?? 0] ?? 0));
  const first = days.startOf(day);
  const starts: number[] = [];
  const labels: string[] = [];
  let next = first;
  while (next <= last) {
    if (starts.length === maxBuckets) return null;
    starts.push(next);
    labels.push(labelOf(interval, day));
    day = nextDay(interval, day);
    next = days.startOf(day);
  }
  const end = firstFrom(last + 1, facts, answers);
  const ends = [...starts.slice(1).map((start) => Math.min(end, firstFrom(start, facts, answers))), end];
  return {
    answersIn: ends.map((beyond, index) => answers.subarray(ends[index - 1] ?? 0, beyond)),
    buckets: starts.map((fromMs, at) => ({
      label: labels[at] ?? '',
      fromMs,
      beforeMs: starts[at + 1] ?? next,
    })),
    of: (answer) => {
      const at = facts.at[answer] ?? 0;
      return at > last
        ? -1
        : interval === 'month' || !days.isUtc
          ? indexIn(starts, at)
          : Math.floor((at - first) / lengths[interval]);
    },
  };
}

function runBuckets(facts: TrendFacts, answers: Int32Array, days: ZonedDays): Buckets | null {
  const spans = new Map<number, { first: number; last: number }>();
  for (const answer of answers) {
    const at = facts.at[answer] ?? 0;
    const span = spans.get(facts.run[answer] ?? 0);
    if (span === undefined) spans.set(facts.run[answer] ?? 0, { first: at, last: at });
    else span.last = at;
  }
  if (spans.size > maxBuckets) return null;
  const index = new Map([...spans.keys()].map((run, place) => [run, place]));
  const of = (answer: number): number => index.get(facts.run[answer] ?? 0) ?? -1;
  return {
    of,
    answersIn: sortedBy(answers, of, spans.size),
    buckets: [...spans.values()].map(({ first, last }) => ({
      label: new Date(days.clockAt(first)).toISOString().slice(0, 16).replace('T', ' '),
      fromMs: first,
      beforeMs: last + 1,
    })),
  };
}

/** Groups answers by a number, keeping their order. Answers with -1 are skipped. */
export function sortedBy(
  answers: Int32Array,
  numberOf: (answer: number) => number,
  count: number,
): readonly Int32Array[] {
  const numbers = new Int32Array(answers.length);
  const sizes = new Int32Array(count);
  for (let at = 0; at < answers.length; at++) {
    const number = numberOf(answers[at] ?? 0);
    numbers[at] = number;
    if (number >= 0) sizes[number] = (sizes[number] ?? 0) + 1;
  }
  const lists = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  for (let at = 0; at < answers.length; at++) {
    const number = numbers[at] ?? -1;
    const list = lists[number];
    if (list === undefined) continue;
    const place = sizes[number] ?? 0;
    list[place] = answers[at] ?? 0;
    sizes[number] = place + 1;
  }
  return lists;
}

/**
 * Index of the first answer received at this time or later.
 * @param answers indices into the facts, ascending in time
 */
export function firstFrom(time: number, facts: Pick<TrendFacts, 'at'>, answers: Int32Array): number {
  let low = 0;
  let high = answers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((facts.at[answers[middle] ?? 0] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Calendar = Exclude<TrendInterval, 'run'>;

/** The first day of the interval that a day is in. */
function firstDay(interval: Calendar, day: number): number {
  if (interval === 'day') return day;
  if (interval === 'week') return Math.floor((day - firstMonday) / 7) * 7 + firstMonday;
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / dayMs;
}

function nextDay(interval: Calendar, day: number): number {
  if (interval === 'day') return day + 1;
  if (interval === 'week') return day + 7;
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / dayMs;
}

const labelOf = (interval: Calendar, day: number): string =>
  new Date(day * dayMs).toISOString().slice(0, interval === 'month' ? 7 : 10);

function indexIn(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
