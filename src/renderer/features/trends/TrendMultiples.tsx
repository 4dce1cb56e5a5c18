import { useId, useRef } from 'react';
import type { TrendMetric } from '#shared/figures/trends/trendMetrics.ts';
import type { TrendQueryInput } from '#shared/model/trend.ts';
import type { Trend, TrendInterval, TrendSeries } from '#shared/model/trendLines.ts';
import { filteredSheet } from '#shared/tables/filterLabels.ts';
import { annotationsOf, pointValueLabel, trendSheet, valueLabel } from '#shared/tables/trendTables.ts';
import { useProjectDays } from '../../bridge/projectDays.ts';
import { NoDataKey, NoDataPattern } from '../../ui/EmptyState.tsx';
import { SavePicture } from '../../ui/SavePicture.tsx';
import { pictureText } from '../../ui/saveFile.ts';
import { breaksOf, bridgesOf, gapsOf, linePath, scaleOf, stretchesOf } from './chartShape.ts';
import { AnnotationMark } from './TrendChart.tsx';

const across = 4;
const panel = { width: 228, height: 104, gap: 12, top: 22, foot: 6 } as const;

type TrendMultiplesProps = {
  readonly trend: Trend;
  /** The interval of its points. */
  readonly every: TrendInterval;
  readonly metric: TrendMetric;
  readonly lines: readonly TrendSeries[];
  readonly colours: ReadonlyMap<string, string>;
  readonly title?: string;
  /** What the lines are of, for the heading of the exported data. */
  readonly query: TrendQueryInput;
};

/** Small multiples: the same chart for every market, with one scale and the colours of the main chart. */
export function TrendMultiples(props: TrendMultiplesProps) {
  const { trend, every, metric, lines, colours, title = 'By market', query } = props;
  const { days } = useProjectDays();
  const picture = useRef<SVGSVGElement>(null);
  const pattern = `no-data-${useId()}`;
  const count = trend.buckets.length;
  const notedIn = annotationsOf(trend);
  const breaks = breaksOf(trend);
  const rows = Math.ceil(lines.length / across);
  const width = across * panel.width + (across - 1) * panel.gap;
  const foot = Math.max(1, rows) * (panel.height + panel.gap);
  const { ticks } = scaleOf(metric, lines, count, { ...panel, left: 0 });
  const hatched = lines.some((line) => gapsOf([line], count).length > 0);
  return (
    <section aria-labelledby={`${pattern}-title`} className="mt-6">
      <div className="mb-2 flex items-center gap-2">
        <h2 id={`${pattern}-title`} className="font-semibold">
          {title}
        </h2>
        <span className="text-ink-3 text-table tabular">
          {[trend.buckets[0]?.label, trend.buckets.at(-1)?.label].join(' to ')} · scale{' '}
          {[ticks[0], ticks.at(-1)].map((tick) => valueLabel(tick ?? null, metric)).join(' to ')} · figures of
          the latest {every} with answers
        </span>
        <SavePicture
          name={`${metric.id}-by-market`}
          svg={() => (picture.current ? pictureText(picture.current) : null)}
          sheet={() => filteredSheet(trendSheet(trend, metric, 'market', lines), query, days)}
        />
      </div>
      <svg
        ref={picture}
        viewBox={`0 0 ${width} ${hatched ? foot + 16 : foot}`}
        role="img"
        aria-label="Trend of every market on one scale; break down by market to see the values in the data table"
        fontSize="11"
        className="h-auto w-full"
      >
        <NoDataPattern id={pattern} />
        {lines.map((line, index) => (
          <SmallChart
            key={line.key}
            line={line}
            index={index}
            breaks={breaks}
            scaleIn={(box) => scaleOf(metric, lines, count, box)}
            value={lastValue(line, metric)}
            annotations={trend.buckets.map(({ fromMs }, bucket) => ({ fromMs, text: notedIn(bucket) }))}
            colour={colours.get(line.key) ?? 'var(--ink-2)'}
            pattern={pattern}
          />
        ))}
        {hatched ? <NoDataKey pattern={pattern} x={0} y={foot + 12} /> : null}
      </svg>
    </section>
  );
}

type SmallChartProps = {
  readonly line: TrendSeries;
  /** Position among all charts, from the top left. */
  readonly index: number;
  readonly breaks: ReadonlySet<number>;
  readonly scaleIn: (box: Parameters<typeof scaleOf>[3]) => ReturnType<typeof scaleOf>;
  /** The latest value. */
  readonly value: string;
  /** By bucket; the text is empty if it has none. */
  readonly annotations: readonly { readonly fromMs: number; readonly text: string }[];
  readonly colour: string;
  /** Id of the hatching for periods without data. */
  readonly pattern: string;
};

function SmallChart(props: SmallChartProps) {
  const { line, index, breaks, scaleIn, value, annotations, colour, pattern } = props;
  const box = {
    left: (index % across) * (panel.width + panel.gap),
    top: Math.floor(index / across) * (panel.height + panel.gap) + panel.top,
    width: panel.width,
    height: panel.height - panel.top - panel.foot,
  };
  const scale = scaleIn(box);
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  const whole = stretchesOf(line.points, breaks);
  return (
    <g>
      <text x={box.left} y={box.top - 8} fill="var(--ink)" fontSize="11" fontWeight="600">
        {line.label}
      </text>
      <text x={right} y={box.top - 8} textAnchor="end" fill="var(--ink-2)" fontSize="11">
        {value}
      </text>
      <line x1={box.left} x2={right} y1={bottom} y2={bottom} stroke="var(--line-strong)" strokeWidth="1" />
      {annotations.map(({ fromMs, text }, bucket) =>
        text === '' ? null : (
          <g key={fromMs}>
            <title>{text}</title>
            <AnnotationMark x={scale.x(bucket)} y={bottom} />
          </g>
        ),
      )}
      {gapsOf([line], annotations.length).map(([first, end]) => (
        <rect
          key={first}
          x={scale.x(first) - scale.step / 2}
          y={box.top}
          width={(end - first + 1) * scale.step}
          height={box.height}
          fill={`url(#${pattern})`}
        />
      ))}
      {[...whole, ...bridgesOf(line.points, breaks)].map((points, at) => (
        <path
          key={points.map(({ bucket }) => bucket).join()}
          d={linePath(points, scale)}
          fill="none"
          stroke={colour}
          strokeWidth="1.5"
          strokeDasharray={at < whole.length ? undefined : '2 4'}
        />
      ))}
      {line.points.map(({ bucket, value: height }) =>
        height === null ? null : (
          <circle key={bucket} cx={scale.x(bucket)} cy={scale.y(height)} r="2" fill={colour} />
        ),
      )}
    </g>
  );
}

function lastValue({ points }: TrendSeries, metric: TrendMetric): string {
  const last = points.findLast(({ value }) => value !== null);
  return last === undefined ? valueLabel(null, metric) : pointValueLabel(last, metric);
}
