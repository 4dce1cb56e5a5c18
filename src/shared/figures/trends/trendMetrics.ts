/** Metrics with a trend. Their definitions are in the catalogue. */

import type { MetricDefinition } from '../definitions/definition.ts';
import { metrics } from '../definitions/metricCatalogue.ts';

export type TrendSubject = 'brand' | 'domain' | 'type' | 'none';

export type TrendMetric = {
  readonly id: string;
  readonly subject: TrendSubject;
  /**
   * How cells are pooled: `mean` of the cells' values, share of `questions` or `countries` reached, index over the
   * pooled distribution, or mean over all transitions.
   */
  readonly pooling: 'mean' | 'questions' | 'countries' | 'concentration' | 'transitions';
  /** Whether it is a rate of answers, with an interval. */
  readonly rate: boolean;
  /** The numerator is a sum of positions, depths or overlaps, so it is not displayed as "k of n". */
  readonly sum?: true;
  /** `share` is 0..1 and displayed in percent. `rank` starts at 1 for the best. */
  readonly unit: 'share' | 'index' | 'rank';
};

export const trendMetrics: readonly TrendMetric[] = [
  { id: 'visibility', subject: 'brand', pooling: 'mean', rate: true, unit: 'share' },
  { id: 'prompt-coverage', subject: 'brand', pooling: 'questions', rate: true, unit: 'share' },
  { id: 'country-reach', subject: 'brand', pooling: 'countries', rate: true, unit: 'share' },
  { id: 'share-of-voice', subject: 'brand', pooling: 'mean', rate: false, unit: 'share' },
  { id: 'mean-rank', subject: 'brand', pooling: 'mean', rate: false, unit: 'rank', sum: true },
  { id: 'list-rank', subject: 'brand', pooling: 'mean', rate: false, unit: 'rank', sum: true },
  { id: 'first-mention-rate', subject: 'brand', pooling: 'mean', rate: true, unit: 'share' },
  { id: 'top-3-rate', subject: 'brand', pooling: 'mean', rate: true, unit: 'share' },
  { id: 'depth', subject: 'brand', pooling: 'mean', rate: false, unit: 'share', sum: true },
  { id: 'depth-top', subject: 'brand', pooling: 'mean', rate: true, unit: 'share' },
  { id: 'depth-middle', subject: 'brand', pooling: 'mean', rate: true, unit: 'share' },
  { id: 'depth-bottom', subject: 'brand', pooling: 'mean', rate: true, unit: 'share' },
  { id: 'source-presence', subject: 'domain', pooling: 'mean', rate: true, unit: 'share' },
  { id: 'citation-rate', subject: 'domain', pooling: 'mean', rate: true, unit: 'share' },
  { id: 'citation-share', subject: 'domain', pooling: 'mean', rate: false, unit: 'share' },
  { id: 'mean-source-position', subject: 'domain', pooling: 'mean', rate: false, unit: 'rank', sum: true },
  { id: 'prompt-reach', subject: 'domain', pooling: 'questions', rate: true, unit: 'share' },
  { id: 'type-mix', subject: 'type', pooling: 'mean', rate: false, unit: 'share' },
  { id: 'concentration', subject: 'none', pooling: 'concentration', rate: false, unit: 'index', sum: true },
  { id: 'stability', subject: 'none', pooling: 'transitions', rate: false, unit: 'share', sum: true },
];

/** The metric by id or by name. Case is ignored, and `Share of voice` equals `share-of-voice`. Null if unknown. */
export function trendMetric(name: string): TrendMetric | null {
  const wanted = slug(name);
  return (
    trendMetrics.find((metric) => metric.id === wanted) ??
    trendMetrics.find((metric) => slug(definitionOf(metric).name) === wanted) ??
    null
  );
}

export function definitionOf(metric: TrendMetric): MetricDefinition {
  const definition = metrics.find((each) => each.id === metric.id);
  if (definition === undefined) throw new Error(`The catalogue has no metric ${metric.id}`);
  return definition;
}

function slug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
