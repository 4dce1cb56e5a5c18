import { useRef, useState } from 'react';
import { unansweredLabel } from '#shared/documents/rollupSentences.ts';
import type { TrendMetric } from '#shared/figures/trends/trendMetrics.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { MatrixCell } from '#shared/model/league.ts';
import type { RollupMatrix } from '#shared/model/rollup.ts';
import { cellLabel, columnName, intervalLabel } from '#shared/tables/rollupTables.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Flag } from '../../ui/Flag.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { locationLabel } from '../../ui/locationLabels.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { useFigureWalk } from '../../ui/useFigureWalk.ts';
import { formatAddress } from '../../window/address.ts';
import { type MatrixOrder, orderedRows, strengthOf } from './planView.ts';

/** Maximum cells rendered at first. More would delay the first paint. */
const cellsAtFirst = 4000;

type MatrixProps = {
  readonly matrix: RollupMatrix;
  readonly metric: TrendMetric;
  readonly order: MatrixOrder;
  readonly runId: string;
  readonly connectionId: string;
  readonly onOpen: (row: string, column: string) => void;
};

/** A figure by question or brand and by market or engine, as a heat map. Every cell opens its answers. */
export function RollupMatrixTable({ matrix, metric, order, runId, connectionId, onOpen }: MatrixProps) {
  const table = useRef<HTMLTableElement>(null);
  const walk = useFigureWalk(table);
  const nameOf = useEngineNames();
  const [all, setAll] = useState(false);
  const rows = orderedRows(matrix, order);
  const most = Math.max(20, Math.floor(cellsAtFirst / Math.max(1, matrix.columns.length)));
  const shown = all ? rows : rows.slice(0, most);
  const brands = matrix.rows.some(({ kind }) => kind !== null);
  const columns = matrix.columns.map((column) => ({
    ...column,
    label: column.market === null ? nameOf(column.id as Engine, connectionId) : columnName(column),
    name:
      column.market === null ? nameOf(column.id as Engine, connectionId) : locationLabel(column.market).name,
  }));
  const head = 'sticky top-0 z-10 border-line-strong border-b bg-surface px-2 py-1 font-medium text-ink-2';
  return (
    <>
      <ScrollRegion
        framed
        label={`${metric.label} by ${brands ? 'brand' : 'question'}`}
        className="max-h-[70vh] overflow-auto"
      >
        <table ref={table} {...walk} className="w-full border-separate border-spacing-0 text-table tabular">
          <thead>
            <tr>
              <th scope="col" className={classNames(head, 'start-0 z-20 text-start')}>
                {brands ? 'Brand' : 'Question'}
              </th>
              <th scope="col" className={classNames(head, 'text-end')}>
                All
              </th>
              {columns.map(({ id, market, label, name }) => (
                <th key={id} scope="col" title={name} className={classNames(head, 'text-center')}>
                  <span className="inline-flex items-center gap-1 whitespace-nowrap">
                    {market === null ? null : <Flag country={market.country} />}
                    {label}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((at) => {
              const row = matrix.rows[at];
              if (row === undefined) return null;
              return (
                <tr key={row.id}>
                  <th
                    scope="row"
                    className="sticky start-0 z-10 max-w-80 border-line border-b bg-surface px-2 py-0 text-start font-normal"
                  >
                    <RowHead row={row} runId={runId} />
                  </th>
                  <td
                    className="whitespace-nowrap border-line border-b px-2 text-end font-medium"
                    title={intervalLabel(row.total)}
                  >
                    {cellLabel(row.total.value, metric)}
                  </td>
                  {columns.map(({ id, name }, on) => (
                    <MatrixFigure
                      key={id}
                      cell={matrix.cells[at]?.[on] ?? null}
                      metric={metric}
                      name={`${row.label}, ${name}`}
                      onOpen={() => onOpen(row.id, id)}
                    />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
      {shown.length === rows.length ? null : (
        <Button look="quiet" size="small" className="mt-1" onClick={() => setAll(true)}>
          Show all {formatCount(rows.length)} questions
        </Button>
      )}
    </>
  );
}

function RowHead({ row, runId }: { readonly row: RollupMatrix['rows'][number]; readonly runId: string }) {
  if (row.kind !== null)
    return (
      <span className="flex h-7 items-center gap-1.5">
        <span
          dir="auto"
          className={classNames('truncate', row.kind === 'own' && 'font-semibold')}
          title={row.label}
        >
          {row.label}
        </span>
      </span>
    );
  return (
    <a
      href={formatAddress({ name: 'run', runId }, { question: row.id })}
      className="flex h-7 items-center gap-1.5 hover:text-accent hover:underline"
    >
      <span dir="auto" className="truncate" title={row.label}>
        {row.label}
      </span>
      {row.tags.slice(0, 2).map((tag) => (
        <span key={tag} className="shrink-0 rounded bg-sunken px-1 text-ink-3 text-mini">
          {tag}
        </span>
      ))}
    </a>
  );
}

type FigureProps = {
  readonly cell: MatrixCell | null;
  readonly metric: TrendMetric;
  readonly name: string;
  readonly onOpen: () => void;
};

function MatrixFigure({ cell, metric, name, onOpen }: FigureProps) {
  const look = 'border-line border-b border-s p-0 text-center';
  if (cell === null) return <td className={classNames(look, 'bg-sunken')} />;
  const { value, denominator } = cell;
  if (value === null) {
    const reason = whyEmpty(cell);
    return (
      <td className={classNames(look, 'text-ink-3')} title={reason}>
        {cell.failed > 0 && cell.failed === cell.planned ? <span className="text-bad">failed</span> : '–'}
        <span className="sr-only"> {reason}</span>
      </td>
    );
  }
  const strength = strengthOf(value, metric);
  const counts = !metric.compute.isCount ? `${denominator} answers` : `${cell.numerator} of ${denominator}`;
  return (
    <td className={look}>
      <button
        type="button"
        data-figure=""
        tabIndex={-1}
        onClick={onOpen}
        title={`${counts}${cell.low === null ? '' : `, ${intervalLabel(cell)}`}`}
        aria-label={`${name}: ${cellLabel(value, metric)}, ${counts}. Show answers`}
        className="h-7 w-full min-w-12 px-1 hover:underline focus-visible:outline-offset-[-2px]"
        style={{
          background: `color-mix(in oklab, var(--accent) ${Math.round(strength * 42)}%, var(--surface))`,
        }}
      >
        {cellLabel(value, metric)}
      </button>
    </td>
  );
}

function whyEmpty(cell: MatrixCell): string {
  const { planned, failed, unknown, cancelled, open } = cell;
  if (open > 0) return `${open} of ${planned} requests still to come`;
  return failed + unknown + cancelled === planned
    ? `${formatQuantity(planned, 'request')}: ${unansweredLabel(cell)}`
    : 'Not counted in these answers';
}
