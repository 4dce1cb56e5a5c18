import type { TrendMetric } from '#shared/figures/trends/trendMetrics.ts';
import { leastLinePoints, type Trend, type TrendPoint, type TrendSeries } from '#shared/model/trendLines.ts';

export type ChartBox = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type ChartScale = {
  readonly x: (bucket: number) => number;
  readonly y: (value: number) => number;
  readonly ticks: readonly number[];
  /** Whether the axis does not begin at zero. */
  readonly isCut: boolean;
  /** Width of one bucket. */
  readonly step: number;
};

/**
 * Ranks start with 1 at the top. Other values end with a round number above the maximum, and start with 0 at the
 * bottom unless all are in the upper half.
 */
export function scaleOf(
  metric: TrendMetric,
  lines: readonly TrendSeries[],
  buckets: number,
  box: ChartBox,
): ChartScale {
  const values = lines.flatMap(({ points }) => points.flatMap(({ value, high }) => high ?? value ?? []));
  const most = Math.max(...values, 0);
  const step = box.width / Math.max(1, buckets);
  const x = (bucket: number): number => box.left + (bucket + 0.5) * step;
  if (metric.format === 'position') {
    const last = Math.max(2, Math.ceil(most));
    return {
      x,
      step,
      isCut: false,
      ticks: [1, ...(last > 3 ? [Math.round((1 + last) / 2)] : []), last],
      y: (value) => box.top + ((value - 1) / (last - 1)) * box.height,
    };
  }
  // Half of each, and of each cut, is a whole percentage.
  const top = [0.02, 0.04, 0.1, 0.2, 0.5, 1].find((each) => most <= each) ?? most;
  const least = Math.min(
    ...lines.flatMap(({ points }) => points.flatMap(({ value, low }) => low ?? value ?? [])),
  );
  // Cut only where everything is in the upper half, and then said so: otherwise a small change looks large.
  const bottom =
    Number.isFinite(least) && top >= 0.1 && least > top / 2
      ? Math.floor((least / top) * 5 - 0.01) * (top / 5)
      : 0;
  return {
    x,
    step,
    isCut: bottom > 0,
    ticks: [bottom, (bottom + top) / 2, top],
    y: (value) => box.top + box.height - ((value - bottom) / (top - bottom)) * box.height,
  };
}

/** Buckets from which on other questions, engines or countries were asked. */
export const breaksOf = ({ markers }: Pick<Trend, 'markers'>): ReadonlySet<number> =>
  new Set(markers.flatMap(({ kind, bucket }) => (kind === 'segments' ? [bucket] : [])));

/** Sequences of points that are joined by a line: without a gap, by the same rules, and of the same questions. */
export function stretchesOf(
  points: readonly TrendPoint[],
  breaks: ReadonlySet<number>,
): readonly (readonly TrendPoint[])[] {
  if (points.filter(({ value }) => value !== null).length < leastLinePoints) return [];
  const stretches: TrendPoint[][] = [];
  let open: TrendPoint[] = [];
  for (const point of points) {
    const before = open.at(-1);
    if (
      point.value === null ||
      (before !== undefined && (before.rules !== point.rules || breaks.has(point.bucket)))
    ) {
      if (open.length > 1) stretches.push(open);
      open = [];
    }
    if (point.value !== null) open.push(point);
  }
  if (open.length > 1) stretches.push(open);
  return stretches;
}

/** Adjacent points of the same rules with a gap or other questions between them: joined by a different line. */
export function bridgesOf(
  points: readonly TrendPoint[],
  breaks: ReadonlySet<number>,
): readonly (readonly [TrendPoint, TrendPoint])[] {
  const known = points.filter(({ value }) => value !== null);
  if (known.length < leastLinePoints) return [];
  return known.slice(1).flatMap((point, at): readonly (readonly [TrendPoint, TrendPoint])[] => {
    const before = known[at];
    if (before === undefined || before.rules !== point.rules) return [];
    return point.bucket - before.bucket < 2 && !breaks.has(point.bucket) ? [] : [[before, point]];
  });
}

export function linePath(points: readonly TrendPoint[], { x, y }: ChartScale): string {
  return points
    .map(
      ({ bucket, value }, at) => `${at === 0 ? 'M' : 'L'}${x(bucket).toFixed(1)} ${y(value ?? 0).toFixed(1)}`,
    )
    .join('');
}

/** The area between the interval bounds; null if a point has no interval. */
export function bandPath(points: readonly TrendPoint[], { x, y }: ChartScale): string | null {
  if (points.some(({ low, high }) => low === null || high === null)) return null;
  const upper = points.map(({ bucket, high }) => `${x(bucket).toFixed(1)} ${y(high ?? 0).toFixed(1)}`);
  const lower = points.map(({ bucket, low }) => `${x(bucket).toFixed(1)} ${y(low ?? 0).toFixed(1)}`);
  return `M${upper.join('L')}L${lower.reverse().join('L')}Z`;
}

/** Buckets in which no line has a value, as ranges of the first and last index. */
export function gapsOf(
  lines: readonly TrendSeries[],
  buckets: number,
): readonly (readonly [number, number])[] {
  const gaps: [number, number][] = [];
  for (let bucket = 0; bucket < buckets; bucket++) {
    if (lines.some(({ points }) => points[bucket]?.value != null)) continue;
    const last = gaps.at(-1);
    if (last !== undefined && last[1] === bucket - 1) last[1] = bucket;
    else gaps.push([bucket, bucket]);
  }
  // Hatching is not useful if most of the chart is a gap: then questions were simply asked less often.
  const hatched = gaps.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return hatched * 2 > buckets ? [] : gaps;
}

/** Vertical positions of labels without overlap, in the given order. */
export function apart(heights: readonly number[], least: number): readonly number[] {
  const order = heights
    .map((height, index) => ({ height, index }))
    .sort((one, two) => one.height - two.height);
  const placed = [...heights];
  let last = Number.NEGATIVE_INFINITY;
  for (const { height, index } of order) {
    last = Math.max(height, last + least);
    placed[index] = last;
  }
  return placed;
}
