/** A metric through time: points, the change between the halves of the period, and what else changed meanwhile. */
import { countSurfaces } from '../../provider/surface.ts';
import { comparisonRuleVersion } from '../comparison.ts';
import { rateVerdict, rounded } from '../wilson.ts';
import type { Buckets } from './buckets.ts';
import { type CellSums, createBoard, type Pooled, pool, roundedPool } from './pooling.ts';
import { contextMarkers, segmentMarkers } from './trendMarkers.ts';
import type { TrendMetric } from './trendMetrics.ts';
import type {
  Trend,
  TrendDelta,
  TrendFacts,
  TrendMarker,
  TrendPoint,
  TrendSeries,
  TrendValues,
} from './trendModel.ts';

export type TrendGroups = {
  readonly names: readonly { readonly key: string; readonly label: string }[];
  /** Index into `names`; -1 for an answer that belongs to none. */
  readonly of: (answer: number) => number;
};

/**
 * @param answers indices into the facts that pass every filter, ascending in time
 * @param values what each answer adds, by the bucket it falls in: rules may differ from one to the next
 */
export function seriesOf(
  metric: TrendMetric,
  facts: TrendFacts,
  answers: Int32Array,
  { buckets, of }: Buckets,
  groups: TrendGroups,
  values: (bucket: number) => TrendValues,
): readonly TrendSeries[] {
  const byBucket = buckets.map((_, bucket) => values(bucket));
  const rulesOf = (bucket: number): number => byBucket[bucket]?.rules ?? 0;
  const answersIn = sorted(answers, of, groups, buckets.length);
  const board = createBoard(facts);
  const sumsIn = (group: number, bucket: number): CellSums => {
    const by = byBucket[bucket];
    board.clear();
    if (by !== undefined) board.add(by, answersIn(group, bucket));
    return board;
  };
  return groups.names.map((name, group) => {
    const inBuckets = byBucket.map((by, bucket) => ({ by, answers: answersIn(group, bucket) }));
    return {
      ...name,
      points: buckets.map((_, bucket) =>
        pointOf(bucket, pool(metric, sumsIn(group, bucket)), rulesOf(bucket)),
      ),
      delta: deltaOf(metric, facts, inBuckets),
    };
  });
}

/** Answers by group and bucket: sorted once by counting, so that every bucket is a stretch of one list. */
function sorted(
  answers: Int32Array,
  bucketOf: (answer: number) => number,
  groups: TrendGroups,
  buckets: number,
): (group: number, bucket: number) => Int32Array {
  const slots = new Int32Array(answers.length);
  const ends = new Int32Array(groups.names.length * buckets + 1);
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at] ?? 0;
    const bucket = bucketOf(answer);
    const group = groups.of(answer);
    const slot = bucket < 0 || group < 0 ? -1 : group * buckets + bucket;
    slots[at] = slot;
    if (slot >= 0) ends[slot + 1] = (ends[slot + 1] ?? 0) + 1;
  }
  for (let slot = 1; slot < ends.length; slot++) ends[slot] = (ends[slot] ?? 0) + (ends[slot - 1] ?? 0);
  const next = ends.slice();
  const list = new Int32Array(answers.length);
  for (let at = 0; at < answers.length; at++) {
    const slot = slots[at] ?? -1;
    if (slot < 0) continue;
    const place = next[slot] ?? 0;
    list[place] = answers[at] ?? 0;
    next[slot] = place + 1;
  }
  return (group, bucket) => list.subarray(ends[group * buckets + bucket], ends[group * buckets + bucket + 1]);
}

/**
 * @param series everything pooled first
 * @param markers what else is known to have changed, such as the rules
 * @param values of any of the series: which answers count is the same for all of them
 */
export function trendOf(
  metric: TrendMetric,
  facts: TrendFacts,
  answers: Int32Array,
  { buckets, of }: Buckets,
  series: readonly TrendSeries[],
  markers: readonly TrendMarker[],
  values: (bucket: number) => TrendValues,
): Trend {
  const byBucket = buckets.map((_, bucket) => values(bucket));
  const all = [...markers, ...segmentMarkers(facts, answers, of), ...contextMarkers(facts, answers, of)];
  return {
    metric: metric.id,
    ruleVersion: comparisonRuleVersion,
    buckets,
    series,
    markers: all.sort((one, two) => one.bucket - two.bucket),
    surfaces: countSurfaces(surfacesOf(facts, answers, of, byBucket)),
  };
}

/** The surface of every answer that counts. */
function* surfacesOf(
  facts: TrendFacts,
  answers: Int32Array,
  bucketOf: (answer: number) => number,
  values: readonly TrendValues[],
): Iterable<string | null> {
  for (const answer of answers) {
    if ((values[bucketOf(answer)]?.denominator[answer] ?? 0) === 0) continue;
    yield facts.contexts[facts.context[answer] ?? 0]?.surface ?? null;
  }
}

function pointOf(bucket: number, pooled: Pooled, rules: number): TrendPoint {
  const { value, numerator, denominator, low, high, cells } = roundedPool(pooled);
  return { bucket, value, numerator, denominator, low, high, cells, rules };
}

type InBucket = { readonly by: TrendValues; readonly answers: Int32Array };

/** The later half of the buckets against as many before, on the cells both have. */
function deltaOf(metric: TrendMetric, facts: TrendFacts, inBuckets: readonly InBucket[]): TrendDelta {
  const count = inBuckets.length;
  const length = Math.floor(count / 2);
  const earlier = inBuckets.slice(count - 2 * length, count - length);
  const recent = inBuckets.slice(count - length);
  const [before, now] = [togetherIn(facts, earlier), togetherIn(facts, recent)];
  const cells = now.cells.filter((cell) => before.denominator[cell] !== 0);
  const [then, later] = [pool(metric, { ...before, cells }), pool(metric, { ...now, cells })];
  const verdict = (): TrendDelta['verdict'] => {
    if (!metric.rate || then.value === null || later.value === null) return null;
    if (!sameShapes(facts, cells, earlier, recent)) return rateVerdict(then, later, 'shape');
    return rateVerdict(
      then,
      later,
      earlier.at(-1)?.by.rules === recent.at(-1)?.by.rules ? null : 'rule-version',
    );
  };
  return {
    before: roundedPool(then).value,
    now: roundedPool(later).value,
    delta: then.value === null || later.value === null ? null : rounded(later.value - then.value),
    verdict: verdict(),
    commonCells: cells.length,
  };
}

function togetherIn(facts: TrendFacts, inBuckets: readonly InBucket[]): CellSums {
  const board = createBoard(facts);
  for (const { by, answers } of inBuckets) board.add(by, answers);
  return board;
}

/** Whether every one of the cells came in the same shapes in both, as far as they are known. */
function sameShapes(
  facts: TrendFacts,
  cells: readonly number[],
  earlier: readonly InBucket[],
  recent: readonly InBucket[],
): boolean {
  const shapes = [...new Set(facts.contexts.map(({ shape }) => shape))];
  if (shapes.length < 2) return true;
  const numbers = facts.contexts.map(({ shape }) => (shape === null ? -1 : shapes.indexOf(shape)));
  const seenIn = (inBuckets: readonly InBucket[]): Uint8Array => {
    const seen = new Uint8Array(facts.places.length * shapes.length);
    for (const { by, answers } of inBuckets) {
      for (const answer of answers) {
        const shape = numbers[facts.context[answer] ?? 0] ?? -1;
        const cell = facts.places[facts.place[answer] ?? 0]?.cell ?? 0;
        if (shape >= 0 && (by.denominator[answer] ?? 0) !== 0) seen[cell * shapes.length + shape] = 1;
      }
    }
    return seen;
  };
  const [before, now] = [seenIn(earlier), seenIn(recent)];
  return cells.every((cell) =>
    shapes.every((_, shape) => before[cell * shapes.length + shape] === now[cell * shapes.length + shape]),
  );
}
