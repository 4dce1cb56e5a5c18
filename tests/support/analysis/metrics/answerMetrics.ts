/** Fan-out, shopping, ads and cost (product.md 5.7). */
import { foldName } from '#shared/text/words/folding.ts';
import {
  type Metric,
  type MetricObservation,
  meanMetric,
  rateMetric,
  shareMetric,
  validOf,
  valueMetric,
} from './metricModel.ts';

/** Mean number of searches in the answers that ran any. */
export function meanFanout(observations: readonly MetricObservation[]): Metric {
  const counts = validOf(observations).flatMap(({ queries }) =>
    queries !== null && queries.length > 0 ? [queries.length] : [],
  );
  return meanMetric(
    'fan-out',
    counts.reduce((sum, count) => sum + count, 0),
    counts.length,
  );
}

/** Number of different searches, case and width aside. */
export function distinctQueries(observations: readonly MetricObservation[]): Metric {
  const carrying = validOf(observations).filter(({ queries }) => queries !== null);
  const queries = new Set(carrying.flatMap((observation) => (observation.queries ?? []).map(foldName)));
  return valueMetric('distinct-queries', carrying.length === 0 ? null : queries.size, carrying.length);
}

/** Answers that show the product / valid answers where products were looked for. */
export function productPresence(observations: readonly MetricObservation[], product: string): Metric {
  const looked = validOf(observations).filter(({ products }) => products !== null);
  return rateMetric(
    'product-presence',
    looked.filter(({ products }) => products?.includes(product) === true).length,
    looked.length,
  );
}

/** Answers with at least one ad / valid answers where ads were looked for. */
export function adRate(observations: readonly MetricObservation[]): Metric {
  const looked = validOf(observations).filter(({ ads }) => ads !== null);
  return rateMetric('ad-rate', looked.filter(({ ads }) => (ads ?? []).length > 0).length, looked.length);
}

/** Ads of the advertiser / all ads. */
export function advertiserShare(observations: readonly MetricObservation[], advertiser: string): Metric {
  const ads = validOf(observations).flatMap((observation) => observation.ads ?? []);
  return shareMetric('advertiser-share', ads.filter((name) => name === advertiser).length, ads.length);
}

/** Credits charged, as the service's own header says. */
export function creditsCharged(observations: readonly MetricObservation[]): Metric {
  const charged = observations.flatMap((observation) => observation.creditsCharged ?? []);
  return valueMetric(
    'credits',
    charged.length === 0 ? null : charged.reduce((sum, credits) => sum + credits, 0),
    charged.length,
  );
}

/** All credits charged / valid answers: what failed but was charged makes the valid ones dearer. */
export function creditsPerValidAnswer(observations: readonly MetricObservation[]): Metric {
  const charged = observations.reduce((sum, observation) => sum + (observation.creditsCharged ?? 0), 0);
  return meanMetric('credits-per-valid-answer', charged, validOf(observations).length);
}

/** Charged − estimated, over the answers that have both; negative when the worst case did not happen. */
export function estimateError(observations: readonly MetricObservation[]): Metric {
  const both = observations.flatMap(({ creditsCharged: charged, creditsEstimated: estimated }) =>
    charged === null || estimated === null ? [] : [charged - estimated],
  );
  return valueMetric(
    'estimate-error',
    both.length === 0 ? null : both.reduce((sum, error) => sum + error, 0),
    both.length,
  );
}

/** Worst case of a plan: base + shared add-on once + the most that clusters can cost, summed over its cells. */
export function worstCase(
  cells: readonly { readonly base: number; readonly addOn: number; readonly clusterMost: number }[],
): Metric {
  return valueMetric(
    'worst-case',
    cells.reduce((sum, cell) => sum + cell.base + cell.addOn + cell.clusterMost, 0),
    cells.length,
  );
}
