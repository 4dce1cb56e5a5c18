import { type TrendMetric, trendMetric, trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import type { ZonedDays } from '#shared/figures/trends/zonedDays.ts';
import { allSourceTypes } from '#shared/model/comparison/comparison.ts';
import type { TrendQueryInput } from '#shared/model/trend.ts';
import { trendGroupings, trendIntervals } from '#shared/model/trendLines.ts';
import { comparedPeriod, filterOf, filterQuery } from '../../window/answerFilter.ts';

/** Address parameters of the screen. */
export type TrendParams = Readonly<Record<string, string>>;

/** Maximum lines that can be distinguished in a chart. */
export const maxLines = 24;

export function metricOf(params: TrendParams): TrendMetric {
  return trendMetric(params.metric ?? '') ?? (trendMetrics[0] as TrendMetric);
}

/** The query of an address. Unreadable parameters are ignored. Null until a required domain is selected. */
export function queryOf(params: TrendParams, nowMs: number, days: ZonedDays): TrendQueryInput | null {
  const metric = metricOf(params);
  if (metric.of === 'domain' && (params.domain ?? '') === '') return null;
  const filter = filterOf(params);
  const known = <T extends string>(list: readonly T[], value: string | undefined): T | undefined =>
    list.find((each) => each === value);
  const by = known(trendGroupings, params.by);
  const type = known(allSourceTypes, params.type);
  const branded = known(['without', 'only', 'with'] as const, params.branded);
  return {
    metric: metric.id,
    most: maxLines,
    every: known(trendIntervals, params.every) ?? 'auto',
    by:
      (by === 'type' && metric.id !== 'type-mix') || (by === 'brand' && metric.of !== 'brand')
        ? 'none'
        : (by ?? 'none'),
    ...filterQuery(filter, nowMs, days),
    compare: comparedPeriod(filter, nowMs, days),
    imported: params.imported !== 'no',
    rules: params.rules === 'then' ? 'as-then' : 'current',
    ...(metric.of === 'brand' && params.brand ? { brand: params.brand } : {}),
    ...(metric.of === 'domain' && params.domain ? { domain: params.domain } : {}),
    ...(metric.of === 'type' && type !== undefined ? { type } : {}),
    ...(params.series ? { series: params.series } : {}),
    branded,
  };
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
