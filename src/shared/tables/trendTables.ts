/** A trend and what is behind a change, as tables: for the terminal, for files and beside every picture. */

import type { TrendMetric } from '../figures/trends/trendMetrics.ts';
import { pooledSurfaces } from '../interface/surface.ts';
import type { MovementView } from '../model/trend.ts';
import type {
  MovementPart,
  Trend,
  TrendDelta,
  TrendGrouping,
  TrendPoint,
  TrendSeries,
} from '../model/trendLines.ts';
import { percentLabel, pointsLabel } from '../percent.ts';
import { verdictLabel } from './figureLabels.ts';
import { numberColumn, type Sheet, textColumn } from './sheet.ts';

export const lineWords: Readonly<Record<TrendGrouping, string>> = {
  none: 'line',
  brand: 'brand',
  market: 'market',
  engine: 'engine',
  surface: 'surface',
  question: 'question',
  type: 'type',
};

/** One row for each point, gaps included: their value is empty, never 0. */
export function trendSheet(
  trend: Trend,
  metric: TrendMetric,
  by: TrendGrouping,
  lines: readonly TrendSeries[] = trend.series,
): Sheet {
  const pooled = pooledSurfaces(trend.surfaces);
  const notedIn = annotationsOf(trend);
  return {
    id: `trend-${metric.id}`,
    title: metric.label,
    note: `${metric.definition} Metric rules ${trend.ruleVersion}.${pooled === null ? '' : ` ${pooled}.`}`,
    columns: [
      textColumn(lineWords[by]),
      textColumn('from'),
      numberColumn('value'),
      numberColumn('numerator'),
      numberColumn('denominator'),
      numberColumn('low'),
      numberColumn('high'),
      numberColumn('cells', 'segments'),
      numberColumn('brand rules'),
      textColumn('annotations'),
    ],
    rows: lines.flatMap((line) =>
      line.points.map((point) => [
        line.label,
        trend.buckets[point.bucket]?.label ?? '',
        point.value,
        !metric.compute.isCount ? null : point.numerator,
        point.denominator,
        point.low,
        point.high,
        point.cells,
        point.rules === 0 ? null : point.rules,
        notedIn(point.bucket) || null,
      ]),
    ),
  };
}

/** The same as a person reads it; annotations stand elsewhere. */
export function readableTrend(sheet: Sheet, metric: TrendMetric, lines: readonly TrendSeries[]): Sheet {
  const points = lines.flatMap((line) => line.points);
  const [line = textColumn(''), from = textColumn('from')] = sheet.columns;
  return {
    ...sheet,
    columns: [
      line,
      from,
      numberColumn('value'),
      numberColumn('counts'),
      textColumn('95 % interval'),
      numberColumn('segments'),
      numberColumn('brand rules'),
    ],
    rows: sheet.rows.map((row, at) => {
      const point = points[at];
      if (point === undefined) return row;
      const { low, high, cells } = point;
      const interval =
        low === null || high === null ? '' : `${valueLabel(low, metric)} to ${valueLabel(high, metric)}`;
      const counts = point.value === null ? '' : countsLabel(point, metric);
      const [name = null, start = null] = row;
      return [name, start, pointValueLabel(point, metric), counts, interval, cells, row[8] ?? null];
    }),
  };
}

/** What was noted of a period; empty for nothing. */
export const annotationsOf =
  ({ markers }: Pick<Trend, 'markers'>) =>
  (bucket: number): string =>
    markers
      .filter((marker) => marker.kind === 'annotation' && marker.bucket === bucket)
      .map(({ words }) => words)
      .join('; ');

/** The change of each line in one clause; none of a single point. */
export const changeLabels = (
  { buckets, series }: Pick<Trend, 'buckets' | 'series'>,
  metric: TrendMetric,
  compared = false,
): readonly { readonly label: string; readonly change: string }[] =>
  buckets.length < 2 && !compared
    ? []
    : series.map(({ label, delta }) => ({ label, change: deltaLabel(delta, metric, compared) }));

/**
 * The change of a period in one clause.
 * @param compared whether it is from another period, and not between the halves of this one
 */
function deltaLabel(delta: TrendDelta, metric: TrendMetric, compared = false): string {
  if (delta.delta === null || delta.before === null || delta.now === null) return 'Periods not comparable';
  const signed = `${delta.delta > 0 ? '+' : ''}${changeLabel(delta.delta, metric)}`;
  const verdict = delta.verdict === null ? '' : `, ${verdictLabel[delta.verdict].toLowerCase()}`;
  return `${signed} ${compared ? 'from the compared period' : 'from first to second half'} (${valueLabel(delta.before, metric)} → ${valueLabel(delta.now, metric)}, ${delta.commonCells} common ${delta.commonCells === 1 ? 'segment' : 'segments'}${verdict})`;
}

const digitsOf: Readonly<Partial<Record<TrendMetric['format'], number>>> = { index: 3, position: 1 };

/** A value as a person reads it; shares in per cent. */
export function valueLabel(value: number | null, metric: TrendMetric): string {
  if (value === null) return 'no data';
  if (metric.format === 'share') return percentLabel(value);
  return value.toFixed(digitsOf[metric.format] ?? 2);
}

/**
 * The value of a point, a share of counts from these: 59 of 119 is 50 %, which the value with its four decimals does not always
 * round to.
 */
export function pointValueLabel(
  { value, numerator, denominator }: Pick<TrendPoint, 'value' | 'numerator' | 'denominator'>,
  metric: TrendMetric,
): string {
  const { isCount, pooling } = metric.compute;
  const isShare = isCount && pooling !== 'concentration' && pooling !== 'transitions';
  return valueLabel(value === null || !isShare ? value : numerator / denominator, metric);
}

/** A part of a difference, with the decimal that its parts need to add up to it. */
export const partOfChangeLabel = (part: number, metric: TrendMetric): string =>
  metric.format === 'share' ? `${(part * 100).toFixed(1)} points` : changeLabel(part, metric);

/** A difference of two values; of shares in percentage points. */
export function changeLabel(change: number, metric: TrendMetric): string {
  if (metric.format === 'share') return pointsLabel(change);
  return change.toFixed(digitsOf[metric.format] ?? 2);
}

export const partLabel: Readonly<Record<MovementPart, { readonly name: string; readonly meaning: string }>> =
  {
    lost: { name: 'Lost segments', meaning: 'Asked only in the first period.' },
    rules: { name: 'Rule change', meaning: 'The same answers under the later brand rules.' },
    circumstances: { name: 'Provider or response type', meaning: 'Other provider or response type.' },
    real: { name: 'Real change', meaning: 'Same request in both periods, different answers.' },
    new: { name: 'New segments', meaning: 'Asked only in the second period.' },
  };

/** "12 of 254"; "n 254" where what was summed are positions, depths or overlaps, whose sum says nothing. */
export function countsLabel(
  { numerator, denominator }: Pick<TrendPoint, 'numerator' | 'denominator'>,
  { compute }: Pick<TrendMetric, 'compute'>,
  between = ' of ',
): string {
  const n = denominator.toLocaleString('en', { maximumFractionDigits: 0 });
  return !compute.isCount ? `n ${n}` : `${numerator.toLocaleString('en')}${between}${n}`;
}

/** The parts of a change and their sum, which is the whole. */
export function movementSheet(
  movement: Pick<MovementView, 'from' | 'to' | 'change' | 'parts' | 'fromRules' | 'toRules'>,
  metric: TrendMetric,
): Sheet {
  const { from, to, change, parts } = movement;
  const rules =
    movement.fromRules === movement.toRules
      ? ''
      : ` Brand list version ${movement.fromRules} before and ${movement.toRules} after.`;
  return {
    id: `why-${metric.id}`,
    title: `What drove the change: ${metric.label}`,
    note: `${pointValueLabel(from, metric)} (${countsLabel(from, metric)}) → ${pointValueLabel(to, metric)} (${countsLabel(to, metric)}).${rules} The parts add up to the total.`,
    columns: [
      textColumn('part', 'driver'),
      numberColumn('change'),
      numberColumn('cells', 'segments'),
      numberColumn('answers before'),
      numberColumn('answers after'),
      textColumn('meaning'),
    ],
    rows: [
      ...parts.map((part) => [
        partLabel[part.part].name,
        Number(part.change.toFixed(6)),
        part.cells,
        part.beforeCount,
        part.nowCount,
        partLabel[part.part].meaning,
      ]),
      ['Total', change === null ? null : Number(change.toFixed(6)), null, null, null, ''],
    ],
  };
}
