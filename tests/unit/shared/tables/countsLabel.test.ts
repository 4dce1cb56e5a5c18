import { expect, it } from 'vitest';
import { trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import type { Trend } from '#shared/model/trendLines.ts';
import { countsLabel, pointValueLabel, trendSheet } from '#shared/tables/trendTables.ts';

const metricOf = (id: string) => {
  const metric = trendMetrics.find((each) => each.id === id);
  if (metric === undefined) throw new Error(`no metric ${id}`);
  return metric;
};

it('says "of" only of what was counted, not of sums of positions, depths or overlaps', () => {
  const [visibility, position] = [metricOf('visibility'), metricOf('mean-rank')];
  expect(countsLabel({ numerator: 1219, denominator: 2540 }, visibility)).toBe('1,219 of 2,540');
  expect(countsLabel({ numerator: 12, denominator: 254 }, visibility, '/')).toBe('12/254');
  // Also where the positions happen to add up to a whole number, as they do.
  expect(countsLabel({ numerator: 510, denominator: 254 }, position)).toBe('n 254');
});

it('writes a share from its counts, and a sum of positions from its value', () => {
  // 49.49 %, which the value with three decimals would round to 50 %.
  const share = { value: 0.495, numerator: 2524, denominator: 5100 };
  expect(pointValueLabel(share, metricOf('visibility'))).toBe('49 %');
  const position = { value: 2.4651, numerator: 212, denominator: 86 };
  expect(pointValueLabel(position, metricOf('mean-rank'))).toBe('2.5');
  expect(pointValueLabel({ value: null, numerator: 0, denominator: 0 }, metricOf('visibility'))).toBe(
    'no data',
  );
});

it('leaves the numerator of a file empty if it is not a count', () => {
  const point = {
    bucket: 0,
    numerator: 219.5492,
    denominator: 254,
    low: null,
    high: null,
    cells: 3,
    rules: 1,
  };
  const none = { numerator: 0, denominator: 0 };
  const counts = { before: none, now: none };
  const delta = { before: null, now: null, delta: null, verdict: null, pValue: null, commonCells: 0, counts };
  const trend: Trend = {
    metric: 'depth',
    ruleVersion: '1',
    buckets: [{ label: '2026-09-01', fromMs: 0, beforeMs: 1 }],
    series: [{ key: '', label: 'All', delta, points: [{ ...point, value: 0.8644 }] }],
    markers: [],
    surfaces: [],
  };
  expect(trendSheet(trend, metricOf('depth'), 'none').rows[0]?.slice(2, 5)).toEqual([0.8644, null, 254]);
  const counted = trendSheet(trend, metricOf('share-of-voice'), 'none').rows[0]?.slice(2, 5);
  expect(counted).toEqual([0.8644, 219.5492, 254]);
});
