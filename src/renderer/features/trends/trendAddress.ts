import { type TrendMetric, trendMetric, trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import type { ZonedDays } from '#shared/figures/trends/zonedDays.ts';
import { isEngine } from '#shared/interface/engines.ts';
import { surfaceChoices } from '#shared/interface/surface.ts';
import { allSourceTypes } from '#shared/model/comparison/comparison.ts';
import type { TrendQueryInput } from '#shared/model/trend.ts';
import { trendGroupings, trendIntervals } from '#shared/model/trendLines.ts';

/** Address parameters of the screen. */
export type TrendParams = Readonly<Record<string, string>>;

const dayMs = 86_400_000;
/** Maximum lines that can be distinguished in a chart. */
export const maxLines = 24;

export const periods = [
  { value: '', label: 'All time' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
  { value: 'dates', label: 'From … to …' },
] as const;

export function metricOf(params: TrendParams): TrendMetric {
  return trendMetric(params.metric ?? '') ?? (trendMetrics[0] as TrendMetric);
}

/** The query of an address. Unreadable parameters are ignored. Null until a required domain is selected. */
export function queryOf(params: TrendParams, nowMs: number, days: ZonedDays): TrendQueryInput | null {
  const metric = metricOf(params);
  if (metric.of === 'domain' && (params.domain ?? '') === '') return null;
  const known = <T extends string>(list: readonly T[], value: string | undefined): T | undefined =>
    list.find((each) => each === value);
  const by = known(trendGroupings, params.by);
  const type = known(allSourceTypes, params.type);
  const surface = known(surfaceChoices, params.surface);
  const branded = known(['without', 'only', 'with'] as const, params.branded);
  return {
    metric: metric.id,
    most: maxLines,
    every: known(trendIntervals, params.every) ?? 'auto',
    by:
      (by === 'type' && metric.id !== 'type-mix') || (by === 'brand' && metric.of !== 'brand')
        ? 'none'
        : (by ?? 'none'),
    engines: list(params.engines).filter(isEngine),
    markets: [...list(params.markets)],
    imported: params.imported !== 'no',
    rules: params.rules === 'then' ? 'as-then' : 'current',
    ...(metric.of === 'brand' && params.brand ? { brand: params.brand } : {}),
    ...(metric.of === 'domain' && params.domain ? { domain: params.domain } : {}),
    ...(metric.of === 'type' && type !== undefined ? { type } : {}),
    surface,
    ...(params.question ? { question: params.question } : {}),
    ...(params.tag ? { tag: params.tag } : {}),
    ...(params.series ? { series: params.series } : {}),
    branded,
    ...periodOf(params, nowMs, days),
  };
}

function periodOf(
  params: TrendParams,
  nowMs: number,
  { dayAt, startOf }: ZonedDays,
): Pick<TrendQueryInput, 'fromMs' | 'beforeMs'> {
  const tomorrow = dayAt(nowMs) + 1;
  const length = Number(params.period);
  if (Number.isInteger(length) && length > 0)
    return { fromMs: startOf(tomorrow - length), beforeMs: startOf(tomorrow) };
  if (params.period !== 'dates') return {};
  const [from, to] = [Date.parse(params.from ?? ''), Date.parse(params.to ?? '')];
  return {
    ...(Number.isNaN(from) ? {} : { fromMs: startOf(Math.floor(from / dayMs)) }),
    ...(Number.isNaN(to) ? {} : { beforeMs: startOf(Math.floor(to / dayMs) + 1) }),
  };
}

export function list(text = ''): readonly string[] {
  return text.split(',').filter((part) => part !== '');
}

/** Adds or removes an entry of a list in the address. */
export function toggled(text: string | undefined, entry: string): string {
  const entries = list(text);
  return (entries.includes(entry) ? entries.filter((each) => each !== entry) : [...entries, entry]).join();
}

const colours = ['accent', 'removed', 'moved', 'added', 'good', 'bad', 'warn', 'ink-2'] as const;

/** The colour of each line by key, consistent within the screen. The pooled line has the text colour. */
export function coloursOf(keys: readonly string[]): ReadonlyMap<string, string> {
  const named = [...keys].filter((key) => key !== '').sort();
  return new Map([
    ['', 'var(--ink)'],
    ...named.map((key, at) => [key, `var(--${colours[at % colours.length]})`] as const),
  ]);
}
