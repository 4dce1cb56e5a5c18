import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TrendChart } from '#renderer/features/trends/TrendChart.tsx';
import { trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import type { Trend, TrendInterval, TrendPoint, TrendSeries } from '#shared/model/trendLines.ts';

const [metric] = trendMetrics;
if (!metric) throw new Error('No metric.');

const point = (bucket: number, named: number | null): TrendPoint => ({
  ...{ bucket, rules: 1, numerator: named ?? 0, denominator: named === null ? 0 : 10, cells: 1 },
  ...{ value: named === null ? null : named / 10, low: null, high: null },
});

const line = (label: string, named: readonly (number | null)[]): TrendSeries => ({
  key: label,
  label,
  points: named.map((of, bucket) => point(bucket, of)),
  delta: {
    ...{ before: null, now: null, delta: null, verdict: null, pValue: null, commonCells: 0 },
    counts: { before: { numerator: 0, denominator: 0 }, now: { numerator: 0, denominator: 0 } },
  },
});

function textsOf(
  every: TrendInterval,
  labels: readonly string[],
  lines: readonly TrendSeries[],
  markers: Trend['markers'] = [],
) {
  const trend: Trend = {
    metric: metric?.id ?? '',
    buckets: labels.map((label, at) => ({ label, fromMs: at, beforeMs: at + 1 })),
    ...{ series: lines, markers, surfaces: [], ruleVersion: '1' },
  };
  const markup = renderToStaticMarkup(
    <TrendChart
      {...{ trend, every, lines, colours: new Map(), picture: null, onOpen: () => {} }}
      metric={metric as NonNullable<typeof metric>}
    />,
  );
  return [...markup.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text]) =>
    (text ?? '').replace(/<!-- -->/g, ''),
  );
}

it('says of which week its last values are, as a sentence beside it counts the whole period', () => {
  const weeks = ['2026-11-09', '2026-11-16', '2026-11-23'];
  const texts = textsOf('week', weeks, [line('Halewick', [3, 3, 4]), line('Brivanto', [1, 2, null])]);
  expect(texts).toContain('Latest: week of 2026-11-23');
  expect(texts).toContain('Halewick 40 %');
  // A line that ends earlier has the date of its own last value.
  expect(texts).toContain('Brivanto 20 % 2026-11-16');
  expect(textsOf('day', weeks, [line('Halewick', [3, 3, 4])])).toContain('Latest: 2026-11-23');
});

it('names a change of the questions only where no other change is near', () => {
  const days = Array.from({ length: 28 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`);
  const named = [
    line(
      'Halewick',
      days.map(() => 3),
    ),
  ];
  const changes = (buckets: readonly number[]): Trend['markers'] =>
    buckets.map((bucket) => ({ kind: 'segments', bucket, words: 'other questions' }));
  const words = (...buckets: readonly number[]): number =>
    textsOf('day', days, named, changes(buckets)).filter((text) => text.endsWith('other questions asked'))
      .length;
  expect([words(3), words(3, 20), words(3, 5), words(3, 5, 20)]).toEqual([1, 2, 0, 1]);
});
