/** Prominence (product.md 5.3): how early and how high a brand is named. */
import { median } from '#shared/figures/comparison/brandFigures.ts';
import {
  type Metric,
  type MetricObservation,
  meanMetric,
  type ObservedBrand,
  rateMetric,
  searchedForBrands,
  valueMetric,
} from './metricModel.ts';
import { visibility } from './presence.ts';

function found(observations: readonly MetricObservation[], brand: string): readonly ObservedBrand[] {
  return searchedForBrands(observations).flatMap(({ brands }) => brands[brand] ?? []);
}

/** Mean place by first appearance, over the answers that name the brand. */
export function meanRank(observations: readonly MetricObservation[], brand: string): Metric {
  const ranks = found(observations, brand).map((entry) => entry.rank);
  return meanMetric('mean-rank', sum(ranks), ranks.length);
}

export function medianRank(observations: readonly MetricObservation[], brand: string): Metric {
  const ranks = found(observations, brand).map((entry) => entry.rank);
  return valueMetric('median-rank', ranks.length === 0 ? null : median(ranks), ranks.length);
}

/** Mean item number, over the answers that have the brand in a list. */
export function meanListRank(observations: readonly MetricObservation[], brand: string): Metric {
  const ranks = found(observations, brand).flatMap((entry) => entry.listRank ?? []);
  return meanMetric('list-rank', sum(ranks), ranks.length);
}

/** Valid answers that name the brand first / valid answers. */
export function firstMentionRate(observations: readonly MetricObservation[], brand: string): Metric {
  return rankedWithin('first-mention-rate', observations, brand, 1);
}

/** Valid answers that name the brand among the first three / valid answers. */
export function topThreeRate(observations: readonly MetricObservation[], brand: string): Metric {
  return rankedWithin('top-3-rate', observations, brand, 3);
}

function rankedWithin(
  id: string,
  observations: readonly MetricObservation[],
  brand: string,
  most: number,
): Metric {
  const searched = searchedForBrands(observations);
  return rateMetric(
    id,
    searched.filter(({ brands }) => (brands[brand]?.rank ?? Number.POSITIVE_INFINITY) <= most).length,
    searched.length,
  );
}

/** Mean depth of the first mention: 0 is the first character of the answer, 1 the last. */
export function meanDepth(observations: readonly MetricObservation[], brand: string): Metric {
  const depths = found(observations, brand).map((entry) => entry.depth);
  return meanMetric('depth', sum(depths), depths.length);
}

/** Share of the naming answers whose first mention lies in the top 25, middle 50 and bottom 25 per cent. */
export function depthBands(
  observations: readonly MetricObservation[],
  brand: string,
): { readonly top: Metric; readonly middle: Metric; readonly bottom: Metric } {
  const depths = found(observations, brand).map((entry) => entry.depth);
  const top = depths.filter((depth) => depth < 0.25).length;
  const bottom = depths.filter((depth) => depth >= 0.75).length;
  return {
    top: rateMetric('depth-top', top, depths.length),
    middle: rateMetric('depth-middle', depths.length - top - bottom, depths.length),
    bottom: rateMetric('depth-bottom', bottom, depths.length),
  };
}

/** V × 1 / (1 + 0.1 × (mean rank − 1)); an optional headline, never shown alone. */
export function positionWeightedVisibility(
  observations: readonly MetricObservation[],
  brand: string,
): Metric {
  const seen = visibility(observations, brand);
  const rank = meanRank(observations, brand).value;
  // Never named is a visibility of 0 whatever rank it would have had.
  const value = seen.value === null ? null : rank === null ? 0 : seen.value / (1 + 0.1 * (rank - 1));
  return {
    ...valueMetric('position-weighted-visibility', value, seen.denominator),
    numerator: seen.numerator,
    denominator: seen.denominator,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
