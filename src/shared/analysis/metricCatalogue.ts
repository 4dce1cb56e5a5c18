/** Every metric with its definition, as shown beside figures and in docs/metrics.md. */
import { comparisonRuleVersion } from './comparison.ts';
import { answersMetrics } from './metricDefinitions/answers.ts';
import { claimsMetrics } from './metricDefinitions/claims.ts';
import { comparingMetrics } from './metricDefinitions/comparing.ts';
import type { DefinitionRow, MetricDefinition } from './metricDefinitions/definition.ts';
import { noiseMetrics } from './metricDefinitions/noise.ts';
import { presenceMetrics } from './metricDefinitions/presence.ts';
import { prominenceMetrics } from './metricDefinitions/prominence.ts';
import { shareMetrics } from './metricDefinitions/share.ts';
import { sourcesMetrics } from './metricDefinitions/sources.ts';
import { timeMetrics } from './metricDefinitions/time.ts';

const groups: Readonly<Record<MetricDefinition['group'], readonly DefinitionRow[]>> = {
  presence: presenceMetrics,
  share: shareMetrics,
  prominence: prominenceMetrics,
  claims: claimsMetrics,
  sources: sourcesMetrics,
  comparing: comparingMetrics,
  noise: noiseMetrics,
  time: timeMetrics,
  answers: answersMetrics,
};

export const metrics: readonly MetricDefinition[] = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([id, name, definition, formula, numerator, denominator, interval, source]) => ({
    id,
    name,
    group: group as MetricDefinition['group'],
    definition,
    formula,
    numerator,
    denominator,
    interval,
    source,
    ruleVersion: comparisonRuleVersion,
  })),
);
