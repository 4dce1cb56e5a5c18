/** A metric over time: points, the change between the halves of the period, and markers of other changes. */

import { rankSurfaces, type SurfaceCount } from '../../interface/surface.ts';
import { comparisonRuleVersion, type Verdict } from '../../model/comparison/comparison.ts';
import type { Pooled } from '../../model/league.ts';
import type {
  Counts,
  Trend,
  TrendDelta,
  TrendFacts,
  TrendLine,
  TrendMarker,
  TrendPoint,
  TrendSeries,
  TrendValues,
} from '../../model/trendLines.ts';
import { rounded } from '../../rounded.ts';
import { adjusted, alpha, type Side } from '../statistics/significance.ts';
import { type StratifiedTest, type Stratum, stratifiedTest } from '../statistics/stratifiedTest.ts';
import { type Buckets, sortedBy } from './buckets.ts';
import {
  addAnswers,
  addBoard,
  type CellSums,
  clearBoard,
  createBoard,
  placeOf,
  placesOf,
  pool,
  roundedPool,
} from './pooling.ts';
import { contextMarkers, segmentMarkers, wordingMarkers } from './trendMarkers.ts';
import { isRate, type TrendMetric } from './trendMetrics.ts';

export type TrendGroups = {
  readonly names: readonly { readonly key: string; readonly label: string }[];
  /** Index into `names`; -1 if the answer belongs to no group. Omitted if every answer belongs to the only group. */
  readonly of?: (answer: number) => number;
};

const none = new Int32Array(0);

/** @param values contributions of the answers by bucket; the brand rules may differ between buckets */
export function seriesOf(
  metric: TrendMetric,
  facts: TrendFacts,
  { buckets, answersIn: inBucket }: Buckets,
  groups: TrendGroups,
  values: (bucket: number) => TrendValues,
): readonly TrendSeries[] {
  const byBucket = buckets.map((_, bucket) => values(bucket));
  const rulesOf = (bucket: number): number => byBucket[bucket]?.rules ?? 0;
  const { of, names } = groups;
  const byGroup = of === undefined ? null : inBucket.map((all) => sortedBy(all, of, names.length));
  const answersIn = (group: number, bucket: number): Int32Array =>
    (byGroup === null ? inBucket[bucket] : byGroup[bucket]?.[group]) ?? none;
  const [board, before, now] = [createBoard(facts), createBoard(facts), createBoard(facts)];
  const half = Math.floor(buckets.length / 2);
  const [earliest, middle] = [buckets.length - 2 * half, buckets.length - half];
  return names.map((name, group) => {
    const inBuckets = byBucket.map((by, bucket) => ({ by, answers: answersIn(group, bucket) }));
    clearBoard(before);
    clearBoard(now);
    const points = inBuckets.map(({ by, answers }, bucket) => {
      clearBoard(board);
      addAnswers(board, by, answers);
      if (bucket >= middle) addBoard(now, board);
      else if (bucket >= earliest) addBoard(before, board);
      return pointOf(bucket, pool(metric, board), rulesOf(bucket));
    });
    const halves = [inBuckets.slice(earliest, middle), inBuckets.slice(middle)] as const;
    return { ...name, points, delta: deltaOf(metric, facts, before, now, halves) };
  });
}

/**
 * @param series with the pooled series first
 * @param markers of other known changes, such as the brand rules
 * @param values of any series; the same answers count for all of them
 */
export function trendOf(
  metric: TrendMetric,
  facts: TrendFacts,
  answers: Int32Array,
  { buckets, answersIn, of }: Buckets,
  series: readonly TrendSeries[],
  markers: readonly TrendMarker[],
  values: (bucket: number) => TrendValues,
): Trend {
  const byBucket = buckets.map((_, bucket) => values(bucket));
  const all = [
    ...markers,
    ...segmentMarkers(facts, answersIn),
    ...wordingMarkers(facts, answers, of),
    ...contextMarkers(facts, answers, of),
  ];
  return {
    metric: metric.id,
    ruleVersion: comparisonRuleVersion,
    buckets,
    series,
    markers: all.sort((one, two) => one.bucket - two.bucket),
    surfaces: surfacesOf(facts, answersIn, byBucket),
  };
}

/**
 * Surfaces of the answers that count.
 * @param values contributions by list of answers; without them, every answer counts
 */
export function surfacesOf(
  facts: Pick<TrendFacts, 'context' | 'contexts'>,
  answersIn: readonly Int32Array[],
  values?: readonly TrendValues[],
): readonly SurfaceCount[] {
  const inContext = new Int32Array(facts.contexts.length);
  for (const [bucket, answers] of answersIn.entries()) {
    const denominator = values?.[bucket]?.denominator;
    for (let at = 0; at < answers.length; at++) {
      const answer = answers[at] ?? 0;
      if (denominator !== undefined && denominator[answer] === 0) continue;
      const context = facts.context[answer] ?? 0;
      inContext[context] = (inContext[context] ?? 0) + 1;
    }
  }
  const counts = new Map<string | null, number>();
  for (const [context, { surface }] of facts.contexts.entries()) {
    const count = inContext[context] ?? 0;
    if (count > 0) counts.set(surface, (counts.get(surface) ?? 0) + count);
  }
  return rankSurfaces(counts);
}

function pointOf(bucket: number, pooled: Pooled, rules: number): TrendPoint {
  const { value, numerator, denominator, low, high, cells } = roundedPool(pooled);
  return { bucket, value, numerator, denominator, low, high, cells, rules };
}

const countsOf = ({ numerator, denominator }: Pooled): Counts => ({
  numerator: rounded(numerator),
  denominator,
});

type InBucket = { readonly by: TrendValues; readonly answers: Int32Array };

/** The change of every line from one period to another, over the cells that both have. */
export function changesOf(
  metric: TrendMetric,
  facts: TrendFacts,
  { names, of }: TrendGroups,
  before: InBucket,
  now: InBucket,
): readonly TrendLine[] {
  const [earlier, later] = [createBoard(facts), createBoard(facts)];
  const [from, to] = [before, now].map(({ answers }) =>
    of === undefined ? [answers] : sortedBy(answers, of, names.length),
  );
  return names.map((name, group) => {
    const sides = [
      { ...before, answers: from?.[group] ?? none },
      { ...now, answers: to?.[group] ?? none },
    ] as const;
    clearBoard(earlier);
    clearBoard(later);
    addAnswers(earlier, sides[0].by, sides[0].answers);
    addAnswers(later, sides[1].by, sides[1].answers);
    return { ...name, delta: deltaOf(metric, facts, earlier, later, [[sides[0]], [sides[1]]]) };
  });
}

/**
 * Compares the later half of the buckets with as many before, over the cells that both have. The test permutes the
 * answers within their cells.
 */
export function deltaOf(
  metric: TrendMetric,
  facts: TrendFacts,
  before: CellSums,
  now: CellSums,
  [earlier, recent]: readonly [readonly InBucket[], readonly InBucket[]],
): TrendDelta {
  const cells = now.cells.filter((cell) => before.denominator[cell] !== 0);
  const [then, later] = [pool(metric, { ...before, cells }), pool(metric, { ...now, cells })];
  const change = then.value === null || later.value === null ? null : later.value - then.value;
  const comparable =
    earlier.at(-1)?.by.rules === recent.at(-1)?.by.rules && sameShapes(facts, cells, earlier, recent);
  const test =
    change === null || !isRate(metric)
      ? null
      : comparable
        ? stratifiedTest(strataOf(metric, cells, before, now))
        : 'not-comparable';
  return {
    before: roundedPool(then).value,
    now: roundedPool(later).value,
    delta: change === null ? null : rounded(change),
    verdict: change === null || !isRate(metric) ? null : verdictOf(test, change),
    pValue: typeof test === 'object' && test !== null ? test.pValue : null,
    commonCells: cells.length,
    counts: { before: countsOf(then), now: countsOf(later) },
  };
}

function verdictOf(test: StratifiedTest | 'not-comparable' | null, change: number): Verdict {
  if (test === 'not-comparable') return test;
  if (test === null) return 'not-enough-samples';
  // The figure counts all answers and the test compares within segments: the direction of both must agree.
  const real = test.pValue <= alpha && test.direction === Math.sign(change);
  return real ? 'larger-than-noise' : 'within-noise';
}

/** The segments that the test permutes: cells, or the questions or countries that a figure counts. */
export function strataOf(
  { compute: { pooling } }: TrendMetric,
  cells: readonly number[],
  before: CellSums,
  now: CellSums,
): readonly Stratum[] {
  const side = ({ numerator, denominator }: CellSums, cell: number): Side => ({
    having: numerator[cell] ?? 0,
    of: denominator[cell] ?? 0,
  });
  if (pooling === 'mean') return cells.map((cell) => ({ before: side(before, cell), now: side(now, cell) }));
  const unit = pooling === 'questions' ? 'question' : 'country';
  const reached = (sums: CellSums, of: readonly number[]): Side => ({
    having: of.some((cell) => (sums.numerator[cell] ?? 0) > 0) ? 1 : 0,
    of: 1,
  });
  return [...Map.groupBy(cells, (cell) => placeOf(now, cell)?.[unit]).values()].map((of) => ({
    before: reached(before, of),
    now: reached(now, of),
  }));
}

/** Lines that are tested together, with their verdicts after the control of false discoveries among them. */
export function controlledLines<Line extends TrendLine>(series: readonly Line[]): readonly Line[] {
  const all = adjusted(series.map(({ delta }) => delta.pValue));
  return series.map((line, at) => {
    const pValue = all[at] ?? null;
    if (pValue === null) return line;
    const { delta } = line;
    const verdict = pValue <= alpha ? delta.verdict : 'within-noise';
    return { ...line, delta: { ...delta, pValue, verdict } };
  });
}

/** Whether each cell has the same response types in both halves, as far as they are known. */
function sameShapes(
  facts: TrendFacts,
  cells: readonly number[],
  earlier: readonly InBucket[],
  recent: readonly InBucket[],
): boolean {
  const shapes = [...new Set(facts.contexts.map(({ shape }) => shape))];
  if (shapes.length < 2) return true;
  const numbers = facts.contexts.map(({ shape }) => (shape === null ? -1 : shapes.indexOf(shape)));
  const { cellOf } = placesOf(facts);
  const count = shapes.length;
  const [before, now] = [earlier, recent].map((inBuckets) => {
    const seen = new Uint8Array(facts.places.length * count);
    for (const inBucket of inBuckets) markShapes(seen, inBucket, facts, cellOf, numbers, count);
    return seen;
  });
  return cells.every((cell) =>
    shapes.every((_, shape) => before?.[cell * count + shape] === now?.[cell * count + shape]),
  );
}

/** Marks the response types that each cell has. */
function markShapes(
  seen: Uint8Array,
  { by, answers }: InBucket,
  facts: TrendFacts,
  cellOf: Int32Array,
  numbers: readonly number[],
  count: number,
): void {
  for (const answer of answers) {
    const shape = numbers[facts.context[answer] ?? 0] ?? -1;
    const cell = cellOf[facts.place[answer] ?? 0] ?? 0;
    if (shape >= 0 && (by.denominator[answer] ?? 0) !== 0) seen[cell * count + shape] = 1;
  }
}
