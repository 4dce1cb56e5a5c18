/** Over time (product.md 5.6): periods of equal length, on the questions, engines and countries both have. */

import { weightedOverlap } from '#shared/figures/statistics/setMeasures.ts';
import { rateVerdict } from '#shared/figures/statistics/wilson.ts';
import { leastStabilityTransitions } from '#shared/figures/trends/pooling.ts';
import type { Verdict } from '#shared/model/comparison/comparison.ts';
import { cellOf, type Metric, type MetricObservation, valueMetric, withCitations } from './metricModel.ts';

export type PeriodDelta = {
  readonly now: Metric;
  readonly before: Metric;
  /** now − before, null when a side has no data. */
  readonly delta: number | null;
  readonly verdict: Verdict;
  /** Cells both periods have; only these are compared. */
  readonly commonCells: number;
};

/**
 * A metric in [start, end) against the equally long period before, on the common basket of cells only, so
 * that a country added last week does not look like growth.
 */
export function periodDelta(
  observations: readonly MetricObservation[],
  start: number,
  end: number,
  metric: (observations: readonly MetricObservation[]) => Metric,
): PeriodDelta {
  const length = end - start;
  const current = observations.filter(({ at }) => at >= start && at < end);
  const previous = observations.filter(({ at }) => at >= start - length && at < start);
  const valid = (list: readonly MetricObservation[]) =>
    new Set(list.filter((entry) => entry.valid).map(cellOf));
  const before = valid(previous);
  const common = new Set([...valid(current)].filter((cell) => before.has(cell)));
  const inBasket = (list: readonly MetricObservation[]) => list.filter((entry) => common.has(cellOf(entry)));
  const now = metric(inBasket(current));
  const then = metric(inBasket(previous));
  return {
    now,
    before: then,
    delta:
      now.value === null || then.value === null
        ? null
        : valueMetric('delta', now.value - then.value, now.denominator).value,
    verdict: rateVerdict(now, then, null),
    commonCells: common.size,
  };
}

/** Mean of the last k values minus the mean of the k before, k = min(3, ⌊n/2⌋); null under two values. */
export function smoothedDelta(values: readonly number[]): number | null {
  const k = Math.min(3, Math.floor(values.length / 2));
  if (k === 0) return null;
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  return valueMetric('smoothed-delta', mean(values.slice(-k)) - mean(values.slice(-2 * k, -k)), values.length)
    .value;
}

export type SourceChange = {
  readonly domain: string;
  readonly before: number;
  readonly now: number;
};

/** New: at least 2 citations now and none before. Dropped: at least 2 before and down by at least half. */
export function sourceChanges(
  before: readonly MetricObservation[],
  now: readonly MetricObservation[],
): { readonly added: readonly SourceChange[]; readonly dropped: readonly SourceChange[] } {
  const count = (list: readonly MetricObservation[]) => {
    const counts = new Map<string, number>();
    for (const { citations } of withCitations(list))
      for (const { domain } of citations) counts.set(domain, (counts.get(domain) ?? 0) + 1);
    return counts;
  };
  const counted = { before: count(before), now: count(now) };
  const changes = [...new Set([...counted.before.keys(), ...counted.now.keys()])].sort().map((domain) => ({
    domain,
    before: counted.before.get(domain) ?? 0,
    now: counted.now.get(domain) ?? 0,
  }));
  return {
    added: changes.filter((change) => change.before === 0 && change.now >= 2),
    dropped: changes.filter((change) => change.before >= 2 && change.now <= change.before / 2),
  };
}

/** When each URL was first cited, milliseconds since the epoch. */
export function firstCited(observations: readonly MetricObservation[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { citations, at } of withCitations(observations)) {
    for (const { url } of citations) first.set(url, Math.min(first.get(url) ?? at, at));
  }
  return first;
}

/**
 * Stability of a cell's sources: mean weighted overlap of each run with the one before it in the same cell.
 * No data under 20 such transitions.
 */
export function stability(observations: readonly MetricObservation[]): Metric {
  const cells = new Map<string, { readonly at: number; readonly counts: ReadonlyMap<string, number> }[]>();
  for (const observation of withCitations(observations)) {
    const counts = new Map<string, number>();
    for (const { domain } of observation.citations) counts.set(domain, (counts.get(domain) ?? 0) + 1);
    const runs = cells.get(cellOf(observation)) ?? [];
    runs.push({ at: observation.at, counts });
    cells.set(cellOf(observation), runs);
  }
  const overlaps: number[] = [];
  for (const runs of cells.values()) {
    runs.sort((one, two) => one.at - two.at);
    for (let at = 1; at < runs.length; at++) {
      const overlap = weightedOverlap(runs[at - 1]?.counts ?? new Map(), runs[at]?.counts ?? new Map());
      if (overlap !== null) overlaps.push(overlap);
    }
  }
  const value =
    overlaps.length < leastStabilityTransitions
      ? null
      : overlaps.reduce((sum, overlap) => sum + overlap, 0) / overlaps.length;
  return valueMetric('stability', value, overlaps.length);
}
