import type { TrendMetric } from '#shared/analysis/trends/trendMetrics.ts';
import { leastLinePoints, type TrendPoint, type TrendSeries } from '#shared/analysis/trends/trendModel.ts';

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
  /** Width of one bucket. */
  readonly step: number;
};

/** Ranks count from 1 at the top; everything else from 0 at the bottom to a round number above the highest. */
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
  if (metric.unit === 'rank') {
    const last = Math.max(2, Math.ceil(most));
    return {
      x,
      step,
      ticks: [1, ...(last > 3 ? [Math.round((1 + last) / 2)] : []), last],
      y: (value) => box.top + ((value - 1) / (last - 1)) * box.height,
    };
  }
  // Shares stand on one scale everywhere: a change of two points must not look like one of twenty.
  const top = metric.unit === 'share' ? 1 : ([0.05, 0.1, 0.25, 0.5, 1].find((each) => most <= each) ?? most);
  return {
    x,
    step,
    ticks: [0, top / 2, top],
    y: (value) => box.top + box.height - (value / top) * box.height,
  };
}

/** Stretches of points that may be joined: no gap between them, and counted by the same rules. */
export function stretchesOf(points: readonly TrendPoint[]): readonly (readonly TrendPoint[])[] {
  if (points.filter(({ value }) => value !== null).length < leastLinePoints) return [];
  const stretches: TrendPoint[][] = [];
  let open: TrendPoint[] = [];
  for (const point of points) {
    const before = open.at(-1);
    if (point.value === null || (before !== undefined && before.rules !== point.rules)) {
      if (open.length > 1) stretches.push(open);
      open = [];
    }
    if (point.value !== null) open.push(point);
  }
  if (open.length > 1) stretches.push(open);
  return stretches;
}

/** Neighbours with a gap between them that are counted by the same rules: joined, but not as if there were data. */
export function bridgesOf(points: readonly TrendPoint[]): readonly (readonly [TrendPoint, TrendPoint])[] {
  const known = points.filter(({ value }) => value !== null);
  if (known.length < leastLinePoints) return [];
  return known.slice(1).flatMap((point, at): readonly (readonly [TrendPoint, TrendPoint])[] => {
    const before = known[at];
    if (before === undefined || before.rules !== point.rules || point.bucket - before.bucket < 2) return [];
    return [[before, point]];
  });
}

export function linePath(points: readonly TrendPoint[], { x, y }: ChartScale): string {
  return points
    .map(
      ({ bucket, value }, at) => `${at === 0 ? 'M' : 'L'}${x(bucket).toFixed(1)} ${y(value ?? 0).toFixed(1)}`,
    )
    .join('');
}

/** The area between the ends of the intervals; null where a point has none. */
export function bandPath(points: readonly TrendPoint[], { x, y }: ChartScale): string | null {
  if (points.some(({ low, high }) => low === null || high === null)) return null;
  const upper = points.map(({ bucket, high }) => `${x(bucket).toFixed(1)} ${y(high ?? 0).toFixed(1)}`);
  const lower = points.map(({ bucket, low }) => `${x(bucket).toFixed(1)} ${y(low ?? 0).toFixed(1)}`);
  return `M${upper.join('L')}L${lower.reverse().join('L')}Z`;
}

/** Buckets in which no line has a value, as ranges from the first to the last of them. */
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
  // Where most is a gap, hatching says less than the points: there was simply asked more seldom.
  const hatched = gaps.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return hatched * 2 > buckets ? [] : gaps;
}

/** Heights for labels that would otherwise cover each other, in the order given. */
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
