/** A trend and what is behind a change, as tables: for the terminal, for files and beside every picture. */
import type { MovementPart } from '../analysis/trends/movement.ts';
import { definitionOf, type TrendMetric } from '../analysis/trends/trendMetrics.ts';
import type { Trend, TrendDelta, TrendGrouping, TrendSeries } from '../analysis/trends/trendModel.ts';
import type { MovementView } from '../model/trend.ts';
import { verdictLabel } from './figures.ts';
import { numberColumn, type Sheet, textColumn } from './sheet.ts';

export const lineWords: Readonly<Record<TrendGrouping, string>> = {
  none: 'line',
  market: 'market',
  engine: 'engine',
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
  const definition = definitionOf(metric);
  return {
    id: `trend-${metric.id}`,
    title: definition.name,
    note: `${definition.definition} Metric rules ${trend.ruleVersion}. Cells of question, engine and country weigh the same.`,
    columns: [
      textColumn(lineWords[by]),
      textColumn('from'),
      numberColumn('value'),
      numberColumn('numerator'),
      numberColumn('denominator'),
      numberColumn('low'),
      numberColumn('high'),
      numberColumn('cells'),
      numberColumn('brand rules'),
    ],
    rows: lines.flatMap((line) =>
      line.points.map((point) => [
        line.label,
        trend.buckets[point.bucket]?.label ?? '',
        point.value,
        point.numerator,
        point.denominator,
        point.low,
        point.high,
        point.cells,
        point.rules === 0 ? null : point.rules,
      ]),
    ),
  };
}

/** The change between the halves of the period in one clause. */
export function deltaLabel(delta: TrendDelta, metric: TrendMetric): string {
  if (delta.delta === null || delta.before === null || delta.now === null)
    return 'no change to tell: the halves of the period have no cell in common';
  const signed = `${delta.delta > 0 ? '+' : ''}${changeLabel(delta.delta, metric)}`;
  const verdict = delta.verdict === null ? '' : `, ${verdictLabel[delta.verdict].toLowerCase()}`;
  return `${signed} from the earlier to the later half (${valueLabel(delta.before, metric)} → ${valueLabel(delta.now, metric)}, ${delta.commonCells} common ${delta.commonCells === 1 ? 'cell' : 'cells'}${verdict})`;
}

/** A value as a person reads it; shares in per cent. */
export function valueLabel(value: number | null, metric: TrendMetric): string {
  if (value === null) return 'no data';
  if (metric.unit === 'share') return `${(value * 100).toFixed(1)} %`;
  return value.toFixed(metric.unit === 'index' ? 3 : 2);
}

/** A difference of two values; of shares in percentage points. */
export function changeLabel(change: number, metric: TrendMetric): string {
  if (metric.unit === 'share') return `${(change * 100).toFixed(1)} points`;
  return change.toFixed(metric.unit === 'index' ? 3 : 2);
}

export const partLabel: Readonly<Record<MovementPart, { readonly name: string; readonly meaning: string }>> =
  {
    lost: { name: 'Lost cells', meaning: 'Asked in the first period and not in the second.' },
    rules: { name: 'Rule change', meaning: 'The same answers, counted by the later brand rules.' },
    circumstances: { name: 'Driver or shape', meaning: 'Answered by another driver, or in another form.' },
    real: { name: 'Real change', meaning: 'Asked in the same way in both periods, and answered otherwise.' },
    new: { name: 'New cells', meaning: 'Asked in the second period and not in the first.' },
  };

/** The parts of a change and their sum, which is the whole. */
export function movementSheet(
  movement: Pick<MovementView, 'from' | 'to' | 'change' | 'parts' | 'fromRules' | 'toRules'>,
  metric: TrendMetric,
): Sheet {
  const { from, to, change, parts } = movement;
  const rules =
    movement.fromRules === movement.toRules
      ? ''
      : ` Brand rules ${movement.fromRules} before and ${movement.toRules} after.`;
  return {
    id: `why-${metric.id}`,
    title: `Why did ${definitionOf(metric).name.toLowerCase()} move`,
    note: `${valueLabel(from.value, metric)} (${from.numerator} of ${from.denominator}) → ${valueLabel(to.value, metric)} (${to.numerator} of ${to.denominator}).${rules} The parts add up to the whole.`,
    columns: [
      textColumn('part'),
      numberColumn('change'),
      numberColumn('cells'),
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
      ['Whole', change === null ? null : Number(change.toFixed(6)), null, null, null, ''],
    ],
  };
}
