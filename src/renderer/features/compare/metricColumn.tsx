import type { TableMarket } from '../../reading/tableModel.ts';
import type { TableColumn } from '../../ui/tableColumns.tsx';
import { FigureButton, type ShowDetail } from './FigureDetail.tsx';
import type { MapMetric } from './mapMetrics.ts';

/** A figure by market as a table column. Pressing it shows its calculation. */
export function metricColumn(metric: MapMetric, show: ShowDetail): TableColumn<TableMarket> {
  return {
    id: metric.id,
    header: metric.label,
    align: 'end',
    value: ({ index }) => metric.values[index] ?? null,
    cell: ({ index, name }) => {
      const value = metric.values[index] ?? null;
      const interval = metric.intervals?.[index] ?? null;
      if (value === null) return <span className="text-ink-3">no data</span>;
      return (
        <FigureButton
          heading={`${metric.label} · ${name}`}
          facts={metric.facts(index)}
          show={show}
          walked
          className="text-end"
        >
          {metric.format(value)}
          {interval === null ? null : (
            <span className="text-ink-3">
              {' '}
              {metric.format(interval[0]).replace(' %', '')} to {metric.format(interval[1])}
            </span>
          )}
        </FigureButton>
      );
    },
  };
}
