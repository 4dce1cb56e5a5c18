import type { ZonedDays } from '#shared/figures/trends/zonedDays.ts';
import { type Engine, isEngine } from '#shared/interface/engines.ts';
import { type SurfaceChoice, surfaceChoices } from '#shared/interface/surface.ts';
import type { AnswerFilterInput, TrendPeriod } from '#shared/model/trend.ts';

/** What the figures of a screen are of. Every screen keeps it in its address under the same names. */
export type AnswerFilter = {
  /** Empty for all time, a number of days up to today, or `dates`. */
  readonly period: string;
  readonly from: string;
  readonly to: string;
  /** What the period is compared with: nothing, as many days `before` it, or other `dates`. */
  readonly compare: '' | 'before' | 'dates';
  readonly compareFrom: string;
  readonly compareTo: string;
  readonly markets: readonly string[];
  readonly engines: readonly Engine[];
  readonly surfaces: readonly SurfaceChoice[];
  readonly tags: readonly string[];
  readonly questions: readonly string[];
};

type Params = Readonly<Record<string, string>>;

const dayMs = 86_400_000;
/** Between questions, which may contain any printed character. */
const separator = '\u001e';

/** Names that copied addresses of some screens had before. */
const former = { days: 'period', market: 'markets', engine: 'engines' } as const;

/** The filter of an address. Unreadable parts are ignored. */
export function filterOf(params: Params): AnswerFilter {
  const of = (name: string): string => {
    const old = Object.entries(former).find(([, now]) => now === name)?.[0] ?? '';
    return params[name] ?? params[old] ?? '';
  };
  const { compare } = params;
  return {
    period: of('period'),
    from: of('from'),
    to: of('to'),
    compare: compare === 'before' || compare === 'dates' ? compare : '',
    compareFrom: of('compareFrom'),
    compareTo: of('compareTo'),
    markets: listed(of('markets')),
    engines: listed(of('engines')).filter(isEngine),
    surfaces: surfaceChoices.filter((surface) => listed(of('surface')).includes(surface)),
    tags: listed(of('tag')),
    questions: of('question').split(separator).filter(Boolean),
  };
}

/** The parameters of an address that change a filter. */
export function filterParams(changes: Partial<AnswerFilter>): Params {
  const { markets, engines, surfaces, tags, questions, ...texts } = changes;
  return {
    ...texts,
    ...(texts.period === undefined ? {} : { days: '' }),
    ...(markets && { markets: markets.join(), market: '' }),
    ...(engines && { engines: engines.join(), engine: '' }),
    ...(surfaces && { surface: surfaces.join() }),
    ...(tags && { tag: tags.join() }),
    ...(questions && { question: questions.join(separator) }),
  };
}

/** The parameters of the filter in an address, for a link to another screen. */
export const keptFilter = (params: Params): Params =>
  Object.fromEntries(Object.entries(filterParams(filterOf(params))).filter(([, value]) => value !== ''));

/** The filter of a read. @param days the calendar of the project */
export function filterQuery(filter: AnswerFilter, nowMs: number, days: ZonedDays): AnswerFilterInput {
  const { markets, engines, surfaces, tags, questions } = filter;
  return {
    ...periodOf(filter, nowMs, days),
    ...{ markets: [...markets], engines: [...engines], surfaces: [...surfaces] },
    ...{ tags: [...tags], questions: [...questions] },
  };
}

/** The compared period; undefined without one. */
export function comparedPeriod(
  filter: AnswerFilter,
  nowMs: number,
  days: ZonedDays,
): TrendPeriod | undefined {
  if (filter.compare === 'dates') {
    const { fromMs, beforeMs } = datesOf(filter.compareFrom, filter.compareTo, days);
    return fromMs === undefined || beforeMs === undefined ? undefined : { fromMs, beforeMs };
  }
  const { fromMs, beforeMs } = periodOf(filter, nowMs, days);
  if (filter.compare === '' || fromMs === undefined || beforeMs === undefined) return undefined;
  const first = days.dayAt(fromMs);
  return { fromMs: days.startOf(2 * first - days.dayAt(beforeMs)), beforeMs: fromMs };
}

type Span = { readonly fromMs?: number; readonly beforeMs?: number };

function periodOf({ period, from, to }: AnswerFilter, nowMs: number, days: ZonedDays): Span {
  const tomorrow = days.dayAt(nowMs) + 1;
  const length = Number(period);
  if (Number.isInteger(length) && length > 0)
    return { fromMs: days.startOf(tomorrow - length), beforeMs: days.startOf(tomorrow) };
  return period === 'dates' ? datesOf(from, to, days) : {};
}

function datesOf(from: string, to: string, { startOf }: ZonedDays): Span {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return {
    ...(Number.isNaN(first) ? {} : { fromMs: startOf(Math.floor(first / dayMs)) }),
    ...(Number.isNaN(last) ? {} : { beforeMs: startOf(Math.floor(last / dayMs) + 1) }),
  };
}

const listed = (text: string): readonly string[] => text.split(',').filter(Boolean);
