import { type Contribution, contributionsOf } from '../figures/trends/contributions.ts';
import type { ZonedDays } from '../figures/trends/zonedDays.ts';
import type { Rate } from '../model/comparison/comparison.ts';
import type { MonitorView } from '../model/monitor.ts';
import type {
  AnswerFilterInput,
  TrendChanges,
  TrendChoices,
  TrendPeriod,
  TrendQueryInput,
} from '../model/trend.ts';
import type { TrendGrouping, TrendLine } from '../model/trendLines.ts';
import { periodSentences } from './periodSentences.ts';

/** The overview of a project: the same figures in window and terminal. */

/** Maximum rows of a list in the overview; its own screen or command has the others. */
export const overviewListLength = 5;

export type TwoPeriods = {
  readonly now: TrendPeriod;
  readonly before: TrendPeriod;
  /** Length in days, if these are the last days and as many before; otherwise null. */
  readonly days: number | null;
};

type PeriodInput = { readonly fromMs?: number; readonly beforeMs?: number; readonly compare?: TrendPeriod };

/** The given periods; by default the last days of a calendar, including today, and as many before. */
export function twoPeriods(
  nowMs: number,
  days: number,
  { dayAt, startOf }: ZonedDays,
  { fromMs, beforeMs, compare }: PeriodInput = {},
): TwoPeriods {
  const tomorrow = startOf(dayAt(nowMs) + 1);
  const end = beforeMs ?? tomorrow;
  const start = fromMs ?? startOf(dayAt(end) - days);
  const length = dayAt(end) - dayAt(start);
  const earlier = { fromMs: startOf(dayAt(start) - length), beforeMs: start };
  return {
    now: { fromMs: start, beforeMs: end },
    before: compare ?? earlier,
    days: compare === undefined && end === tomorrow ? length : null,
  };
}

/** Both periods and the time between them. */
export const wholePeriod = ({ now, before }: TwoPeriods): TrendPeriod => ({
  fromMs: Math.min(now.fromMs, before.fromMs),
  beforeMs: Math.max(now.beforeMs, before.beforeMs),
});

/** The filter of an overview, without its period. */
export type OverviewFilter = Omit<AnswerFilterInput, 'fromMs' | 'beforeMs'>;

/** The change of visibility from one period to the other. */
export const periodQuery = (
  { now, before }: TwoPeriods,
  by: TrendGrouping,
  filter: OverviewFilter = {},
): TrendQueryInput => ({
  ...{ ...filter, metric: 'visibility', every: 'month', by, most: 1000 },
  ...{ ...now, compare: before },
});

/** Heading of the change by brand. */
export const visibilityTitle = (days: TwoPeriods['days']): string =>
  days === null
    ? 'Visibility against the compared period'
    : `Visibility in the last ${days} days against the ${days} days before`;

type Changes = Readonly<Record<'brand' | 'market' | 'engine' | 'question', TrendChanges>>;

export type PeriodOverview = {
  readonly sentences: readonly string[];
  /** Of both periods together. */
  readonly answers: number;
  /** Answered in both periods, for your brand. */
  readonly segments: number;
  /** Your brand and the competitors. */
  readonly brands: readonly TrendLine[];
  /** Your brand by market. */
  readonly markets: readonly TrendLine[];
  /** Contributions to the change of your brand; empty unless it is significant. */
  readonly engines: readonly Contribution[];
  readonly questions: readonly Contribution[];
};

export function periodOverview(
  { days }: Pick<TwoPeriods, 'days'>,
  { brands: known }: Pick<TrendChoices, 'brands'>,
  changes: Changes,
  reach: Rate | null,
  engineName: (engine: string) => string = (engine) => engine,
): PeriodOverview {
  const own = known.find(({ kind }) => kind === 'own')?.id ?? null;
  const competitors = new Set(known.filter(({ kind }) => kind === 'competitor').map(({ id }) => id));
  const brands = changes.brand.lines.filter(({ key }) => key === own || competitors.has(key));
  const markets = changes.market.lines.filter(({ key }) => own !== null && key !== '');
  const moved = brands.find(({ key }) => key === own)?.delta;
  const partsBy = ({ lines }: TrendChanges): readonly Contribution[] =>
    moved?.verdict === 'larger-than-noise' ? contributionsOf(moved, lines) : [];
  const engines = partsBy(changes.engine).map((line) => ({ ...line, label: engineName(line.key) }));
  const questions = partsBy(changes.question);
  return {
    sentences: periodSentences({ days, brands, own, competitors, reach, markets, engines, questions }),
    answers: changes.brand.answers,
    segments: moved?.commonCells ?? 0,
    ...{ brands, markets, engines, questions },
  };
}

export type NextRun = Pick<MonitorView, 'id' | 'name'> & {
  readonly atMs: number;
  /** Of its schedule. */
  readonly timeZone: string;
};

/**
 * The next run of each monitor that is not paused, earliest first: otherwise a daily one would fill the list.
 */
export function nextRunsOf(monitors: readonly MonitorView[]): readonly NextRun[] {
  return monitors
    .filter(({ pausedAtMs }) => pausedAtMs === null)
    .flatMap(({ id, name, schedule: { timeZone }, nextTimesMs: [atMs] }) =>
      atMs === undefined ? [] : [{ id, name, atMs, timeZone }],
    )
    .sort((one, two) => one.atMs - two.atMs)
    .slice(0, overviewListLength);
}
