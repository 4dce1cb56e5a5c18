import { useId, useMemo, useRef, useState } from 'react';
import { useColumnLabels } from '../../reading/tableMarkets.ts';
import type { TableMarket } from '../../reading/tableModel.ts';
import { Button } from '../../ui/Button.tsx';
import { NoDataKey, NoDataPattern } from '../../ui/EmptyState.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { LongTable } from '../../ui/LongTable.tsx';
import { SavePicture } from '../../ui/SavePicture.tsx';
import { pictureText } from '../../ui/saveFile.ts';
import type { TableColumn } from '../../ui/tableColumns.tsx';
import { useFigureWalk } from '../../ui/useFigureWalk.ts';
import { useFigureDetail } from './FigureDetail.tsx';
import { type MapMetric, metricsSheet } from './mapMetrics.ts';
import { metricColumn } from './metricColumn.tsx';

const across = 3;
const panel = { width: 312, height: 128, gap: 12, top: 30, foot: 16 } as const;
const keyHeight = 16;
/** With more markets, bars have no labels. */
const maxNamed = 14;

type SmallMultiplesProps = {
  readonly metrics: readonly MapMetric[];
  readonly markets: readonly TableMarket[];
  readonly onMarket: (key: string) => void;
};

/** Small multiples: the same chart for every figure, with the markets in the same order, and the data table. */
export function SmallMultiples({ metrics, markets, onMarket }: SmallMultiplesProps) {
  const picture = useRef<SVGSVGElement>(null);
  const pattern = `no-data-${useId()}`;
  const [table, setTable] = useState(false);
  const words = useColumnLabels();
  const { key, one } = words;
  const sheet = useMemo(() => metricsSheet(metrics, markets, words), [metrics, markets, words]);
  const rows = Math.ceil(metrics.length / across);
  const width = across * panel.width + (across - 1) * panel.gap;
  const hatched = metrics.some(({ values }) => markets.some(({ index }) => values[index] == null));
  const foot = rows * (panel.height + panel.gap);
  return (
    <section aria-label="Charts" className="mt-8">
      <div className="mb-2 flex items-center gap-2">
        <h2 className="font-semibold">All metrics by {one}</h2>
        <SavePicture
          name={`figures-by-${key}`}
          svg={() => (picture.current ? pictureText(picture.current) : null)}
          sheet={sheet}
        />
        <Button size="small" look="quiet" aria-expanded={table} onClick={() => setTable(!table)}>
          {table ? 'Hide data table' : 'Show data table'}
        </Button>
      </div>
      <svg
        ref={picture}
        viewBox={`0 0 ${width} ${hatched ? foot + keyHeight : foot}`}
        role="img"
        aria-label={`Metrics by ${one}; also in the data table`}
        fontSize="11"
        className="h-auto w-full max-w-[1240px]"
      >
        <NoDataPattern id={pattern} />
        {metrics.map((metric, index) => (
          <Panel
            key={metric.id}
            metric={metric}
            markets={markets}
            pattern={pattern}
            x={(index % across) * (panel.width + panel.gap)}
            y={Math.floor(index / across) * (panel.height + panel.gap)}
          />
        ))}
        {hatched ? <NoDataKey pattern={pattern} x={0} y={foot + 12} /> : null}
      </svg>
      {table ? <FiguresTable metrics={metrics} markets={markets} onMarket={onMarket} /> : null}
    </section>
  );
}

function Panel({
  metric,
  markets,
  pattern,
  x,
  y,
}: {
  readonly metric: MapMetric;
  /** Id of the pattern for "no data". */
  readonly pattern: string;
  readonly markets: readonly TableMarket[];
  readonly x: number;
  readonly y: number;
}) {
  const known = metric.values.filter((value) => value !== null);
  const most = Math.max(...known, ...(metric.intervals ?? []).flatMap((each) => each?.[1] ?? []), 0);
  const room = panel.height - panel.top - panel.foot;
  const step = panel.width / Math.max(1, markets.length);
  const bar = Math.max(1, Math.min(24, step - 2));
  const named = markets.length <= maxNamed;
  const heightOf = (value: number): number => (most === 0 ? 0 : (value / most) * room);
  const floor = y + panel.top + room;
  /** Bars with visible values need no scale. */
  const labelled =
    named &&
    markets.some(({ index }) => metric.values[index] != null && (metric.intervals?.[index] ?? null) === null);
  return (
    <g>
      <text x={x} y={y + 12} fill="var(--ink)" fontWeight="600">
        {metric.label}
      </text>
      <line x1={x} x2={x + panel.width} y1={floor} y2={floor} stroke="var(--line-strong)" strokeWidth="1" />
      {named ? (
        markets.map((market, index) => (
          <NamedBar
            key={market.key}
            metric={metric}
            market={market}
            pattern={pattern}
            left={x + index * step + (step - bar) / 2}
            bar={bar}
            floor={floor}
            room={room}
            heightOf={heightOf}
          />
        ))
      ) : (
        <Bars
          metric={metric}
          markets={markets}
          pattern={pattern}
          leftOf={(index) => x + index * step + (step - bar) / 2}
          bar={bar}
          floor={floor}
          room={room}
          heightOf={heightOf}
        />
      )}
      {labelled ? null : (
        <text x={x + panel.width} y={y + 24} textAnchor="end" fill="var(--ink-3)" fontSize="9">
          up to {metric.format(most)}
        </text>
      )}
    </g>
  );
}

type BarShape = {
  readonly metric: MapMetric;
  readonly pattern: string;
  readonly bar: number;
  readonly floor: number;
  readonly room: number;
  readonly heightOf: (value: number) => number;
};

/** A labelled bar with value and interval, for few markets. */
function NamedBar({
  metric,
  market,
  pattern,
  left,
  bar,
  floor,
  room,
  heightOf,
}: BarShape & { readonly market: TableMarket; readonly left: number }) {
  const value = metric.values[market.index] ?? null;
  const interval = metric.intervals?.[market.index] ?? null;
  const middle = left + bar / 2;
  const words = `${market.code} ${market.name}: ${value === null ? 'no data' : metric.format(value)}`;
  return (
    <g>
      <title>{words}</title>
      {value === null ? (
        <rect x={left} y={floor - room} width={bar} height={room} fill={`url(#${pattern})`} />
      ) : (
        <rect
          x={left}
          y={floor - heightOf(value)}
          width={bar}
          height={heightOf(value)}
          fill="var(--accent)"
          fillOpacity="0.75"
        />
      )}
      {value !== null && interval !== null ? (
        <line
          x1={middle}
          x2={middle}
          y1={floor - heightOf(interval[0])}
          y2={floor - heightOf(interval[1])}
          stroke="var(--ink)"
          strokeWidth="1"
        />
      ) : null}
      <text x={middle} y={floor + 12} textAnchor="middle" fill="var(--ink-2)" fontSize="9">
        {market.code}
      </text>
      {value !== null && interval === null ? (
        <text x={middle} y={floor - heightOf(value) - 3} textAnchor="middle" fill="var(--ink-2)" fontSize="9">
          {metric.format(value)}
        </text>
      ) : null}
    </g>
  );
}

/** Many narrow bars without labels, drawn as one outline. A page with a shape per bar takes seconds to open. */
function Bars({
  metric,
  markets,
  pattern,
  leftOf,
  bar,
  floor,
  room,
  heightOf,
}: BarShape & { readonly markets: readonly TableMarket[]; readonly leftOf: (index: number) => number }) {
  const drawn = { bars: '', empty: '', intervals: '' };
  markets.forEach((market, index) => {
    const value = metric.values[market.index] ?? null;
    const interval = metric.intervals?.[market.index] ?? null;
    const left = leftOf(index);
    const box = (height: number): string =>
      `M${left.toFixed(2)} ${floor}v${(-height).toFixed(2)}h${bar.toFixed(2)}V${floor}z`;
    if (value === null) drawn.empty += box(room);
    else drawn.bars += box(heightOf(value));
    if (value !== null && interval !== null && bar >= 4)
      drawn.intervals += `M${(left + bar / 2).toFixed(2)} ${(floor - heightOf(interval[0])).toFixed(2)}V${(floor - heightOf(interval[1])).toFixed(2)}`;
  });
  return (
    <>
      <path d={drawn.empty} fill={`url(#${pattern})`} />
      <path d={drawn.bars} fill="var(--accent)" fillOpacity="0.75" />
      <path d={drawn.intervals} fill="none" stroke="var(--ink)" strokeWidth="1" />
    </>
  );
}

function FiguresTable({ metrics, markets, onMarket }: SmallMultiplesProps) {
  const words = useColumnLabels();
  const detail = useFigureDetail();
  const table = useRef<HTMLDivElement>(null);
  const walk = useFigureWalk(table);
  const columns = useMemo<readonly TableColumn<TableMarket>[]>(
    () => [
      {
        id: 'market',
        header: words.title,
        value: ({ name }) => name,
        cell: (market) => (
          <button
            type="button"
            onClick={() => onMarket(market.key)}
            className="flex items-center gap-1.5 rounded-sm py-1 hover:bg-hover"
          >
            <Flag country={market.country} />
            {market.code} <span className="truncate text-ink-2">{market.name}</span>
          </button>
        ),
      },
      ...metrics.map((metric) => metricColumn(metric, detail.show)),
    ],
    [metrics, words, onMarket, detail.show],
  );
  return (
    <div ref={table} className="mt-2" {...walk}>
      <LongTable
        label={`All metrics by ${words.one}`}
        columns={columns}
        rows={markets}
        rowKey={({ key }) => key}
        columnWidth={170}
        empty="No data"
      />
      {detail.panel}
    </div>
  );
}
