import type { TrendMetric } from '#shared/analysis/trends/trendMetrics.ts';
import type { Trend, TrendPoint, TrendSeries } from '#shared/analysis/trends/trendModel.ts';
import { countsLabel, valueLabel } from '#shared/report/trendSheets.ts';
import { ScrollRegion } from '../../ui/Table.tsx';
import { pointLabel } from './TrendChart.tsx';

type TrendTableProps = {
  readonly trend: Trend;
  readonly metric: TrendMetric;
  readonly lines: readonly TrendSeries[];
  readonly onOpen: (line: TrendSeries, point: TrendPoint) => void;
};

/** The numbers of the picture; a number opens the answers behind it. */
export function TrendTable({ trend, metric, lines, onOpen }: TrendTableProps) {
  return (
    <ScrollRegion label="Data table" className="max-h-96 overflow-auto print:max-h-none">
      <table className="border-separate border-spacing-0 text-table tabular">
        <thead className="sticky top-0 bg-surface">
          <tr>
            <th scope="col" className="border-line-strong border-b px-3 py-1 text-start font-medium">
              From (UTC)
            </th>
            {lines.map((line) => (
              <th
                key={line.key}
                scope="col"
                dir="auto"
                className="max-w-48 truncate border-line-strong border-b px-2 py-1 text-end font-medium"
              >
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {trend.buckets.map((bucket, index) => (
            <tr key={bucket.fromMs} className="hover:bg-hover">
              <th scope="row" className="whitespace-nowrap border-line border-b px-3 text-start font-normal">
                {bucket.label}
              </th>
              {lines.map((line) => {
                const point = line.points[index];
                return (
                  <td key={line.key} className="whitespace-nowrap border-line border-b px-2 text-end">
                    {point?.value == null ? (
                      <span className="text-ink-3">no data</span>
                    ) : (
                      <button
                        type="button"
                        aria-label={`${pointLabel(trend, metric, line, point)}: open the answers`}
                        onClick={() => onOpen(line, point)}
                        className="min-h-6 min-w-6 rounded-sm px-1 hover:bg-pressed"
                      >
                        {valueLabel(point.value, metric)}{' '}
                        <span className="text-ink-3">
                          {countsLabel(point, metric, '/')}
                          {point.low === null || point.high === null
                            ? ''
                            : ` · ${valueLabel(point.low, metric).replace(' %', '')}–${valueLabel(point.high, metric)}`}
                        </span>
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
