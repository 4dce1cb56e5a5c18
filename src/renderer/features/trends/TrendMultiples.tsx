import { useId, useRef } from 'react';
import type { TrendMetric } from '#shared/analysis/trends/trendMetrics.ts';
import type { Trend, TrendSeries } from '#shared/analysis/trends/trendModel.ts';
import { annotationsOf, trendSheet, valueLabel } from '#shared/report/trendSheets.ts';
import { NoDataKey, NoDataPattern } from '../../ui/EmptyState.tsx';
import { SavePicture } from '../../ui/SavePicture.tsx';
import { pictureText } from '../../ui/saveFile.ts';
import { bridgesOf, gapsOf, linePath, scaleOf, stretchesOf } from './chartShape.ts';
import { AnnotationMark } from './TrendChart.tsx';

const across = 4;
const panel = { width: 228, height: 104, gap: 12, top: 22, foot: 6 } as const;

type TrendMultiplesProps = {
  readonly trend: Trend;
  readonly metric: TrendMetric;
  readonly lines: readonly TrendSeries[];
  readonly colours: ReadonlyMap<string, string>;
  readonly title?: string;
};

/** The same small picture for every market, on one scale, in the colours of the large one. */
export function TrendMultiples({ trend, metric, lines, colours, title = 'By market' }: TrendMultiplesProps) {
  const picture = useRef<SVGSVGElement>(null);
  const pattern = `no-data-${useId()}`;
  const count = trend.buckets.length;
  const notedIn = annotationsOf(trend);
  const rows = Math.ceil(lines.length / across);
  const width = across * panel.width + (across - 1) * panel.gap;
  const foot = Math.max(1, rows) * (panel.height + panel.gap);
  const { ticks } = scaleOf(metric, lines, count, { ...panel, left: 0 });
  const hatched = lines.some((line) => gapsOf([line], count).length > 0);
  return (
    <section aria-labelledby={`${pattern}-title`} className="mt-6">
      <div className="mb-2 flex items-center gap-2">
        <h2 id={`${pattern}-title`} className="font-medium">
          {title}
        </h2>
        <span className="text-ink-3 text-table tabular">
          {[trend.buckets[0]?.label, trend.buckets.at(-1)?.label].join(' to ')} · scale{' '}
          {[ticks[0], ticks.at(-1)]
            .map((tick) => valueLabel(tick ?? null, metric).replace('.0 %', ' %'))
            .join(' to ')}
        </span>
        <SavePicture
          name={`${metric.id}-by-market`}
          svg={() => (picture.current ? pictureText(picture.current) : null)}
          sheet={trendSheet(trend, metric, 'market', lines)}
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
        {lines.map((line, index) => {
          const box = {
            left: (index % across) * (panel.width + panel.gap),
            top: Math.floor(index / across) * (panel.height + panel.gap) + panel.top,
            width: panel.width,
            height: panel.height - panel.top - panel.foot,
          };
          const scale = scaleOf(metric, lines, count, box);
          const whole = stretchesOf(line.points);
          const last = line.points.findLast(({ value }) => value !== null);
          const colour = colours.get(line.key) ?? 'var(--ink-2)';
          return (
            <g key={line.key}>
              <text x={box.left} y={box.top - 8} fill="var(--ink)" fontSize="11" fontWeight="600">
                {line.label}
              </text>
              <text
                x={box.left + box.width}
                y={box.top - 8}
                textAnchor="end"
                fill="var(--ink-2)"
                fontSize="11"
              >
                {valueLabel(last?.value ?? null, metric)}
              </text>
              <line
                x1={box.left}
                x2={box.left + box.width}
                y1={box.top + box.height}
                y2={box.top + box.height}
                stroke="var(--line-strong)"
                strokeWidth="1"
              />
              {trend.buckets.map(({ fromMs }, bucket) =>
                notedIn(bucket) === '' ? null : (
                  <g key={fromMs}>
                    <title>{notedIn(bucket)}</title>
                    <AnnotationMark x={scale.x(bucket)} y={box.top + box.height} />
                  </g>
                ),
              )}
              {gapsOf([line], count).map(([first, end]) => (
                <rect
                  key={first}
                  x={scale.x(first) - scale.step / 2}
                  y={box.top}
                  width={(end - first + 1) * scale.step}
                  height={box.height}
                  fill={`url(#${pattern})`}
                />
              ))}
              {[...whole, ...bridgesOf(line.points)].map((points, at) => (
                <path
                  key={points.map(({ bucket }) => bucket).join()}
                  d={linePath(points, scale)}
                  fill="none"
                  stroke={colour}
                  strokeWidth="1.5"
                  strokeDasharray={at < whole.length ? undefined : '2 4'}
                />
              ))}
              {line.points.map(({ bucket, value }) =>
                value === null ? null : (
                  <circle key={bucket} cx={scale.x(bucket)} cy={scale.y(value)} r="2" fill={colour} />
                ),
              )}
            </g>
          );
        })}
        {hatched ? <NoDataKey pattern={pattern} x={0} y={foot + 12} /> : null}
      </svg>
    </section>
  );
}
