import { type Contribution, contributionsOf } from '../figures/trends/contributions.ts';
import type { ZonedDays } from '../figures/trends/zonedDays.ts';
import type { Rate } from '../model/comparison/comparison.ts';
import type { MonitorView } from '../model/monitor.ts';
import type { TrendChanges, TrendChoices, TrendQueryInput } from '../model/trend.ts';
import type { TrendGrouping, TrendLine } from '../model/trendLines.ts';
import { periodSentences } from './periodSentences.ts';

/** The overview of a project: the same figures in window and terminal. */

/** Maximum rows of a list in the overview; its own screen or command has the others. */
export const overviewListLength = 5;

export type TwoPeriods = {
  readonly days: number;
  readonly fromMs: number;
  /** The beginning of the period, and the end of the previous one. */
  readonly startMs: number;
  /** Not included. */
  readonly beforeMs: number;
};

/** The last days of a calendar, including today, and as many before. */
export function twoPeriods(nowMs: number, days: number, { dayAt, startOf }: ZonedDays): TwoPeriods {
  const tomorrow = dayAt(nowMs) + 1;
  return {
    days,
    fromMs: startOf(tomorrow - 2 * days),
    startMs: startOf(tomorrow - days),
    beforeMs: startOf(tomorrow),
  };
}

/** Visibility over both periods: days cut the time exactly in two, so that the change of the trend is theirs. */
export const periodQuery = ({ fromMs, beforeMs }: TwoPeriods, by: TrendGrouping): TrendQueryInput => ({
  ...{ metric: 'visibility', every: 'day', by, most: 1000 },
  ...{ fromMs, beforeMs },
});

type Changes = Readonly<Record<'brand' | 'market' | 'engine' | 'question', TrendChanges>>;

export type PeriodOverview = {
  readonly sentences: readonly string[];
  /** Of both periods. */
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
  days: number,
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

export type NextRun = Pick<MonitorView, 'id' | 'name'> & { readonly atMs: number };

/**
 * The next run of each monitor that is not paused, earliest first: otherwise a daily one would fill the list.
 */
export function nextRunsOf(monitors: readonly MonitorView[]): readonly NextRun[] {
  return monitors
    .filter(({ pausedAtMs }) => pausedAtMs === null)
    .flatMap(({ id, name, nextTimesMs: [atMs] }) => (atMs === undefined ? [] : [{ id, name, atMs }]))
    .sort((one, two) => one.atMs - two.atMs)
    .slice(0, overviewListLength);
}
