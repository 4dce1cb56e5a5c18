/**
 * What metrics over many observations are computed from (product.md section 5). One observation is one
 * question asked once; `valid` says whether it counts. Unknown is `null` everywhere and never "no".
 */

import { rateOf, shareOf } from '#shared/figures/statistics/wilson.ts';
import { comparisonRuleVersion } from '#shared/model/comparison/comparison.ts';
import { rounded } from '#shared/rounded.ts';

export type ObservedBrand = {
  /** 1 for the brand named first among the tracked ones. */
  readonly rank: number;
  readonly listRank: number | null;
  /** Offset of the first mention / length of the answer, 0..1. */
  readonly depth: number;
  readonly mentions: number;
};

export type ObservedCitation = {
  /** Normalized URL; a URL counts once an answer. */
  readonly url: string;
  readonly domain: string;
  /** 1-based place in the answer's list. */
  readonly position: number;
  readonly inline: boolean;
  /** On the country's own suffix or the user's local list. */
  readonly local: boolean;
  readonly type: string;
};

export type MetricObservation = {
  readonly prompt: string;
  readonly engine: string;
  readonly country: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Finished with a non-empty answer. Everything else lowers coverage and nothing else. */
  readonly valid: boolean;
  /** Brands named, by id; null when the answer could not be searched for them. */
  readonly brands: Readonly<Record<string, ObservedBrand>> | null;
  /** Null when the engine gives no sources. */
  readonly citations: readonly ObservedCitation[] | null;
  readonly queries: readonly string[] | null;
  /** Product keys; null when products were not looked for. */
  readonly products: readonly string[] | null;
  /** Advertisers, one entry an ad; null when ads were not looked for. */
  readonly ads: readonly string[] | null;
  readonly creditsCharged: number | null;
  readonly creditsEstimated: number | null;
};

/** A figure with everything needed to check it. */
export type Metric = {
  readonly id: string;
  /** Null is "no data": there was nothing to divide by. */
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number;
  /** 95 % interval; null for figures that are no rate over answers. */
  readonly low: number | null;
  readonly high: number | null;
  readonly ruleVersion: string;
};

/** A rate over independent answers, with its Wilson interval. */
export function rateMetric(id: string, numerator: number, denominator: number): Metric {
  return { id, ...rateOf(numerator, denominator), ruleVersion: comparisonRuleVersion };
}

/** A share of things that are not independent (citations of one answer): no interval. */
export function shareMetric(id: string, numerator: number, denominator: number): Metric {
  return { id, ...shareOf(numerator, denominator), ruleVersion: comparisonRuleVersion };
}

/** A quotient that may exceed 1 (a mean, a cost): value = numerator / denominator. */
export function meanMetric(id: string, sum: number, count: number): Metric {
  return {
    id,
    value: count === 0 ? null : rounded(sum / count),
    numerator: rounded(sum),
    denominator: count,
    low: null,
    high: null,
    ruleVersion: comparisonRuleVersion,
  };
}

/** A figure that is no quotient; `count` is how many answers stand behind it. */
export function valueMetric(id: string, value: number | null, count: number): Metric {
  return {
    id,
    value: value === null ? null : rounded(value),
    numerator: count,
    denominator: count,
    low: null,
    high: null,
    ruleVersion: comparisonRuleVersion,
  };
}

export function validOf(observations: readonly MetricObservation[]): readonly MetricObservation[] {
  return observations.filter((observation) => observation.valid);
}

/** Valid observations whose brands are known: unknown is left out of n. */
export function searchedForBrands(
  observations: readonly MetricObservation[],
): readonly (MetricObservation & { readonly brands: Readonly<Record<string, ObservedBrand>> })[] {
  return observations.flatMap((observation) =>
    observation.valid && observation.brands !== null ? [{ ...observation, brands: observation.brands }] : [],
  );
}

export function withCitations(
  observations: readonly MetricObservation[],
): readonly (MetricObservation & { readonly citations: readonly ObservedCitation[] })[] {
  return observations.flatMap((observation) =>
    observation.valid && observation.citations !== null
      ? [{ ...observation, citations: distinctUrls(observation.citations) }]
      : [],
  );
}

function distinctUrls(citations: readonly ObservedCitation[]): readonly ObservedCitation[] {
  const seen = new Set<string>();
  return citations.filter((citation) => {
    if (seen.has(citation.url)) return false;
    seen.add(citation.url);
    return true;
  });
}

/** Key of a cell: question, engine and country. */
export function cellOf(observation: MetricObservation): string {
  return `${observation.prompt}\u0000${observation.engine}\u0000${observation.country}`;
}
