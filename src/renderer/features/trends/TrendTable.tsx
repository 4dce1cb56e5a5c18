import type { TrendMetric } from '#shared/figures/trends/trendMetrics.ts';
import type { Trend, TrendPoint, TrendSeries } from '#shared/model/trendLines.ts';
import { countsLabel, pointValueLabel, valueLabel } from '#shared/tables/trendTables.ts';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/tableColumns.tsx';
import { pointLabel } from './TrendChart.tsx';

type TrendTableProps = {
  readonly trend: Trend;
  /** Of the periods. */
  readonly timeZone: string;
  readonly metric: TrendMetric;
  readonly lines: readonly TrendSeries[];
  readonly onOpen: (line: TrendSeries, point: TrendPoint) => void;
};

/** Data table of the chart. A number opens its answers. */
export function TrendTable({ trend, timeZone, metric, lines, onOpen }: TrendTableProps) {
  const rows = trend.buckets.map((bucket, at) => ({ ...bucket, at }));
  return (
    <Table
      label="Data table"
      className="max-h-96 print:max-h-none"
      rows={rows}
      rowKey={({ fromMs }) => fromMs}
      empty="No data."
      columns={[
        {
          id: 'from',
          header: `From (${timeZone})`,
          rowHeader: true,
          className: 'whitespace-nowrap',
          value: ({ fromMs }) => fromMs,
          cell: ({ label }) => label,
        },
        ...lines.map((line): TableColumn<(typeof rows)[number]> => {
          return {
            id: `line ${line.key}`,
            header: line.label,
            align: 'end',
            className: 'whitespace-nowrap',
            value: ({ at }) => line.points[at]?.value ?? null,
            cell: ({ at }) => {
              const point = line.points[at];
              if (point?.value == null) return <span className="text-ink-3">no data</span>;
              return (
                <button
                  type="button"
                  aria-label={`${pointLabel(trend, metric, line, point)}: open the answers`}
                  onClick={() => onOpen(line, point)}
                  className="min-h-6 min-w-6 rounded-sm px-1 hover:bg-pressed"
                >
                  {pointValueLabel(point, metric)}{' '}
                  <span className="text-ink-3">
                    {countsLabel(point, metric, '/')}
                    {point.low === null || point.high === null
                      ? ''
                      : ` · ${valueLabel(point.low, metric).replace(' %', '')}–${valueLabel(point.high, metric)}`}
                  </span>
                </button>
              );
            },
          };
        }),
      ]}
    />
  );
}
