import { type KeyboardEvent, type Ref, useId, useMemo, useState } from 'react';
import type { TrendMetric } from '#shared/figures/trends/trendMetrics.ts';
import type { Trend, TrendInterval, TrendPoint, TrendSeries } from '#shared/model/trendLines.ts';
import { annotationsOf, countsLabel, pointValueLabel, valueLabel } from '#shared/tables/trendTables.ts';
import { NoDataKey, NoDataPattern } from '../../ui/EmptyState.tsx';
import {
  apart,
  bandPath,
  breaksOf,
  bridgesOf,
  gapsOf,
  linePath,
  scaleOf,
  stretchesOf,
} from './chartShape.ts';

const size = { width: 960, height: 320 } as const;
/** Height of the legend line below the axis. */
const keyHeight = 18;
const box = { left: 52, top: 22, width: 748, height: 264 } as const;
/** With more lines, no bands are drawn, because they would cover each other. */
const maxBands = 2;
/** Width of the words at a change of the questions. One with another change that near has its number only. */
const breakWords = 140;

type TrendChartProps = {
  readonly trend: Trend;
  /** The interval of its points. */
  readonly every: TrendInterval;
  readonly metric: TrendMetric;
  readonly lines: readonly TrendSeries[];
  readonly colours: ReadonlyMap<string, string>;
  readonly picture: Ref<SVGSVGElement>;
  /** Key of the emphasised line; all lines are equal if absent. */
  readonly emphasised?: string;
  readonly onOpen: (line: TrendSeries, point: TrendPoint) => void;
};

/** A point as text for the readout and screen readers. */
export function pointLabel(trend: Trend, metric: TrendMetric, line: TrendSeries, point: TrendPoint): string {
  const when = trend.buckets[point.bucket]?.label ?? '';
  const interval =
    point.low === null || point.high === null
      ? ''
      : `, 95 % interval ${valueLabel(point.low, metric)} to ${valueLabel(point.high, metric)}`;
  const counts = point.value === null ? '' : `, ${countsLabel(point, metric)}`;
  const noted = annotationsOf(trend)(point.bucket);
  const words = `${line.label}, ${when}: ${pointValueLabel(point, metric)}${counts}${interval}`;
  return noted === '' ? words : `${words}; annotation: ${noted}`;
}

/** Lines over time with their intervals. Arrow keys move between points, Enter opens the answers of a point. */
export function TrendChart(props: TrendChartProps) {
  const { trend, every, metric, lines, colours, picture, emphasised, onOpen } = props;
  const pattern = `no-data-${useId()}`;
  const readout = useId();
  const [active, setActive] = useState<{ readonly line: number; readonly bucket: number } | null>(null);
  const count = trend.buckets.length;
  const scale = useMemo(() => scaleOf(metric, lines, count, box), [metric, lines, count]);
  // The default is the newest point with a value: today may have no answers yet.
  const newest = lines[0]?.points.findLast(({ value }) => value !== null)?.bucket ?? count - 1;
  const shown = active ?? { line: 0, bucket: Math.max(0, newest) };
  const line = lines[Math.min(shown.line, lines.length - 1)];
  const point = line?.points[Math.min(shown.bucket, count - 1)];
  const words = line && point ? pointLabel(trend, metric, line, point) : '';

  const onKeyDown = (event: KeyboardEvent): void => {
    const [bucket, at] = [Math.min(shown.bucket, count - 1), Math.min(shown.line, lines.length - 1)];
    const moves: Readonly<Record<string, { line: number; bucket: number }>> = {
      ArrowRight: { line: at, bucket: Math.min(count - 1, bucket + 1) },
      ArrowLeft: { line: at, bucket: Math.max(0, bucket - 1) },
      ArrowDown: { line: Math.min(lines.length - 1, at + 1), bucket },
      ArrowUp: { line: Math.max(0, at - 1), bucket },
      Home: { line: at, bucket: 0 },
      End: { line: at, bucket: count - 1 },
    };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setActive(to);
    } else if (event.key === 'Enter' && line && point && point.value !== null) {
      event.preventDefault();
      onOpen(line, point);
    }
  };

  const gaps = gapsOf(lines, count);
  const breaks = useMemo(() => breaksOf(trend), [trend]);
  const bridged = lines.some(({ points }) => bridgesOf(points, breaks).length > 0);
  const height = size.height + (bridged || gaps.length > 0 ? keyHeight : 0);
  const labelled = Math.max(1, Math.ceil(count / 8));
  return (
    <div>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Trend chart. Up and Down change the line, Enter opens the answers"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, count - 1)}
        aria-valuenow={Math.min(shown.bucket, Math.max(0, count - 1))}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
        className="rounded-md border border-line bg-surface p-2"
      >
        <svg
          ref={picture}
          viewBox={`0 0 ${size.width} ${height}`}
          role="img"
          aria-label="Trend; also in the data table"
          fontSize="11"
          className="h-auto w-full"
        >
          <NoDataPattern id={pattern} />
          {scale.ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={box.left}
                x2={box.left + box.width}
                y1={scale.y(tick)}
                y2={scale.y(tick)}
                stroke="var(--line)"
                strokeWidth="1"
              />
              <text x={box.left - 6} y={scale.y(tick) + 4} textAnchor="end" fill="var(--ink-2)" fontSize="11">
                {valueLabel(tick, metric)}
              </text>
            </g>
          ))}
          {gaps.map(([first, last]) => (
            <rect
              key={first}
              x={scale.x(first) - scale.step / 2}
              y={box.top}
              width={(last - first + 1) * scale.step}
              height={box.height}
              fill={`url(#${pattern})`}
            >
              <title>No data</title>
            </rect>
          ))}
          {trend.buckets.map((bucket, index) =>
            index % labelled === 0 ? (
              <text
                key={bucket.fromMs}
                x={scale.x(index)}
                y={size.height - 14}
                textAnchor="middle"
                fill="var(--ink-2)"
                fontSize="11"
              >
                {bucket.label}
              </text>
            ) : null,
          )}
          {scale.isCut ? (
            <text x={box.left + 4} y={box.top + box.height - 5} fill="var(--ink-2)" fontSize="10">
              Axis does not start at 0
            </text>
          ) : null}
          {gaps.length > 0 ? <NoDataKey pattern={pattern} x={box.left} y={height - 8} /> : null}
          {bridged ? <BridgeKey x={box.left + (gaps.length > 0 ? 90 : 0)} y={height - 8} /> : null}
          <Markers trend={trend} x={scale.x} />
          {lines.map((each) => (
            <Line
              key={each.key}
              line={each}
              colour={colours.get(each.key) ?? 'var(--ink)'}
              banded={lines.length <= maxBands || each.key === emphasised}
              strong={each.key === '' || each.key === emphasised}
              scale={scale}
              breaks={breaks}
              words={(one) => pointLabel(trend, metric, each, one)}
              onPoint={(one) => {
                setActive({ line: lines.indexOf(each), bucket: one.bucket });
                onOpen(each, one);
              }}
              onHover={(one) => setActive({ line: lines.indexOf(each), bucket: one.bucket })}
            />
          ))}
          <EndLabels {...{ trend, every, metric, lines, colours, emphasised }} yOf={scale.y} />
          {active !== null && point?.value != null ? (
            <circle
              cx={scale.x(point.bucket)}
              cy={scale.y(point.value)}
              r="7"
              fill="none"
              stroke="var(--ink)"
              strokeWidth="1.5"
            />
          ) : null}
        </svg>
      </div>
      <p id={readout} dir="auto" className="mt-1 min-h-5 text-ink-2 text-table tabular print:hidden">
        {words}
      </p>
    </div>
  );
}

type EndLabelsProps = Pick<
  TrendChartProps,
  'trend' | 'every' | 'metric' | 'lines' | 'colours' | 'emphasised'
> & { readonly yOf: (value: number) => number };

/** The last value of each line, and above them of which day or week they are: a sentence about the period counts more. */
function EndLabels({ trend, every, metric, lines, colours, emphasised, yOf }: EndLabelsProps) {
  const ends = lines.flatMap((line) => {
    const last = line.points.findLast(({ value }) => value !== null);
    return last?.value == null ? [] : [{ line, last, at: yOf(last.value) }];
  });
  if (ends.length === 0) return null;
  const heights = apart(
    ends.map(({ at }) => at),
    13,
  );
  const latest = Math.max(...ends.map(({ last }) => last.bucket));
  const dateOf = (bucket: number): string => trend.buckets[bucket]?.label ?? '';
  return (
    <g fontSize="11">
      <text x={size.width} y={box.top - 8} textAnchor="end" fill="var(--ink-2)" fontSize="10">
        {lastPeriodLabel(every, dateOf(latest))}
      </text>
      {ends.map(({ line, last }, index) => (
        <text
          key={line.key}
          x={box.left + box.width + 8}
          y={(heights[index] ?? 0) + 4}
          fill={colours.get(line.key) ?? 'var(--ink)'}
          fontWeight={emphasised === undefined || line.key === emphasised ? '600' : '400'}
        >
          {clipped(line.label, last.bucket === latest ? 14 : 8)} {pointValueLabel(last, metric)}
          {last.bucket === latest ? '' : ` ${dateOf(last.bucket)}`}
        </text>
      ))}
    </g>
  );
}

const clipped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** What the last values are of: `Latest: week of 2026-11-23`, or the date of another point. */
const lastPeriodLabel = (every: TrendInterval, label: string): string =>
  `Latest: ${every === 'week' ? 'week of ' : every === 'run' ? 'run of ' : ''}${label}`;

/**
 * Markers of other changes: a dashed line with its number in the list below. Annotations have a solid line and a mark
 * on the axis.
 */
function Markers({ trend, x }: { readonly trend: Trend; readonly x: (bucket: number) => number }) {
  const notedIn = annotationsOf(trend);
  const breaks = breaksOf(trend);
  const marked = [...new Set(trend.markers.map(({ bucket }) => bucket))];
  const isAlone = (bucket: number): boolean =>
    marked.every((other) => other === bucket || Math.abs(x(other) - x(bucket)) >= breakWords);
  return marked.map((bucket, index) => (
    <g key={bucket}>
      <line
        x1={x(bucket)}
        x2={x(bucket)}
        y1={box.top - 4}
        y2={box.top + box.height}
        stroke={notedIn(bucket) === '' ? 'var(--ink-3)' : 'var(--ink-2)'}
        strokeWidth="1"
        strokeDasharray={notedIn(bucket) === '' ? '3 3' : undefined}
      />
      {notedIn(bucket) === '' ? null : <AnnotationMark x={x(bucket)} y={box.top + box.height} />}
      <text
        x={x(bucket)}
        y={box.top - 8}
        // The date of the last values is to the right of it.
        textAnchor={x(bucket) > box.left + box.width - 90 ? 'end' : 'middle'}
        fill="var(--ink-2)"
        fontSize="10"
      >
        {index + 1}
        {breaks.has(bucket) && isAlone(bucket) ? ' · other questions asked' : ''}
      </text>
      <title>
        {trend.markers
          .filter((marker) => marker.bucket === bucket)
          .map(({ words }) => words)
          .join('; ')}
      </title>
    </g>
  ));
}

/** Legend entry of a dotted line. */
function BridgeKey({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g fontSize="10" fill="var(--ink-2)">
      <path d={`M${x} ${y - 4}h22`} stroke="var(--ink-2)" strokeWidth="1" strokeDasharray="2 4" />
      <text x={x + 28} y={y}>
        No data, or other questions, between two points
      </text>
    </g>
  );
}

/** The mark of an annotation below the axis. */
export function AnnotationMark({ x, y }: { readonly x: number; readonly y: number }) {
  return <path d={`M${x} ${y}l5 8h-10Z`} fill="var(--ink)" />;
}

function Line({
  line,
  colour,
  banded,
  strong,
  scale,
  breaks,
  words,
  onPoint,
  onHover,
}: {
  readonly line: TrendSeries;
  readonly colour: string;
  readonly banded: boolean;
  readonly strong: boolean;
  readonly scale: ReturnType<typeof scaleOf>;
  readonly breaks: ReadonlySet<number>;
  readonly words: (point: TrendPoint) => string;
  readonly onPoint: (point: TrendPoint) => void;
  readonly onHover: (point: TrendPoint) => void;
}) {
  const stretches = stretchesOf(line.points, breaks);
  return (
    <g>
      {banded
        ? stretches.map((points) => {
            const band = bandPath(points, scale);
            return band === null ? null : (
              <path key={points[0]?.bucket} d={band} fill={colour} fillOpacity="0.12" stroke="none" />
            );
          })
        : null}
      {stretches.map((points) => (
        <path
          key={points[0]?.bucket}
          d={linePath(points, scale)}
          fill="none"
          stroke={colour}
          strokeWidth={strong ? 2.5 : 1.5}
        />
      ))}
      {bridgesOf(line.points, breaks).map((points) => (
        <path
          key={`bridge ${points[0].bucket}`}
          d={linePath(points, scale)}
          fill="none"
          stroke={colour}
          strokeWidth="1"
          strokeDasharray="2 4"
        />
      ))}
      {line.points.map((point) =>
        point.value === null ? null : (
          // By keyboard, points are reached by the slider around the chart, and by the table.
          <g key={point.bucket} {...{ onClick: () => onPoint(point), onPointerEnter: () => onHover(point) }}>
            <title>{words(point)}</title>
            {point.low !== null && point.high !== null ? (
              <line
                x1={scale.x(point.bucket)}
                x2={scale.x(point.bucket)}
                y1={scale.y(point.low)}
                y2={scale.y(point.high)}
                stroke={colour}
                strokeWidth="1"
                strokeOpacity="0.5"
              />
            ) : null}
            <circle
              cx={scale.x(point.bucket)}
              cy={scale.y(point.value)}
              r="12"
              fill="transparent"
              stroke="none"
            />
            <circle cx={scale.x(point.bucket)} cy={scale.y(point.value)} r="3" fill={colour} stroke="none" />
          </g>
        ),
      )}
    </g>
  );
}
