/** A metric through time: points, the change between the halves of the period, and what else changed meanwhile. */
import { RULE_VERSION } from '../comparison.ts';
import { rateVerdict, rounded } from '../wilson.ts';
import type { Buckets } from './buckets.ts';
import { addTo, type CellTally, merged, type Pooled, pool, roundedPool } from './pooling.ts';
import { circumstanceMarkers } from './trendMarkers.ts';
import type { TrendMetric } from './trendMetrics.ts';
import type {
  Circumstance,
  Trend,
  TrendDelta,
  TrendFacts,
  TrendMarker,
  TrendPoint,
  TrendSeries,
  TrendValues,
} from './trendModel.ts';

export interface TrendGroups {
  readonly names: readonly { readonly key: string; readonly label: string }[];
  /** Index into `names`; -1 for an answer that belongs to none. */
  readonly of: (answer: number) => number;
}

type Tallies = ReadonlyMap<number, CellTally>;

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
  const tallies = groups.names.map(() => buckets.map(() => new Map<number, CellTally>()));
  for (const answer of answers) {
    const bucket = of(answer);
    const into = tallies[groups.of(answer)]?.[bucket];
    const by = byBucket[bucket];
    if (into !== undefined && by !== undefined) addTo(into, facts, by, answer);
  }
  const rulesOf = (bucket: number): number => byBucket[bucket]?.rules ?? 0;
  return groups.names.map((name, group) => ({
    ...name,
    points: (tallies[group] ?? []).map((cells, bucket) =>
      pointOf(bucket, pool(metric, cells), rulesOf(bucket)),
    ),
    delta: deltaOf(metric, tallies[group] ?? [], rulesOf, facts.circumstances),
  }));
}

/**
 * @param series everything pooled first
 * @param markers what else is known to have changed, such as the rules
 */
export function trendOf(
  metric: TrendMetric,
  facts: TrendFacts,
  answers: Int32Array,
  { buckets, of }: Buckets,
  series: readonly TrendSeries[],
  markers: readonly TrendMarker[],
): Trend {
  const all = [...markers, ...circumstanceMarkers(facts, answers, of)];
  return {
    metric: metric.id,
    ruleVersion: RULE_VERSION,
    buckets,
    series,
    markers: all.sort((one, two) => one.bucket - two.bucket),
  };
}

function pointOf(bucket: number, pooled: Pooled, rules: number): TrendPoint {
  const { value, numerator, denominator, low, high, cells } = roundedPool(pooled);
  return { bucket, value, numerator: rounded(numerator), denominator, low, high, cells, rules };
}

/** The later half of the buckets against as many before, on the cells both have. */
function deltaOf(
  metric: TrendMetric,
  tallies: readonly Tallies[],
  rulesOf: (bucket: number) => number,
  circumstances: readonly Circumstance[],
): TrendDelta {
  const count = tallies.length;
  const length = Math.floor(count / 2);
  const before = merged(tallies.slice(count - 2 * length, count - length));
  const now = merged(tallies.slice(count - length));
  const common = new Set([...now.keys()].filter((cell) => before.has(cell)));
  const basket = (side: Tallies): Tallies => new Map([...side].filter(([cell]) => common.has(cell)));
  const [then, later] = [pool(metric, basket(before)), pool(metric, basket(now))];
  const sameShape = shapesOf(basket(before), circumstances) === shapesOf(basket(now), circumstances);
  const sameRules = length === 0 || rulesOf(count - length - 1) === rulesOf(count - 1);
  const known = then.value !== null && later.value !== null;
  return {
    before: roundedPool(then).value,
    now: roundedPool(later).value,
    delta: then.value === null || later.value === null ? null : rounded(later.value - then.value),
    verdict:
      metric.rate && known
        ? rateVerdict(then, later, sameShape ? (sameRules ? null : 'rule-version') : 'shape')
        : null,
    commonCells: common.size,
  };
}

/** The shapes that are known, cell by cell. */
function shapesOf(cells: Tallies, circumstances: readonly Circumstance[]): string {
  return [...cells]
    .map(([cell, tally]) => {
      const shapes = new Set(tally.circumstances.flatMap((each) => circumstances[each]?.shape ?? []));
      return `${cell} ${[...shapes].sort().join()}`;
    })
    .sort()
    .join('\n');
}
