/** Every metric with its definition, as shown beside figures and in docs/metrics.md. */
import { comparisonRuleVersion } from '../../model/comparison/comparison.ts';
import { answersMetrics } from './answers.ts';
import { claimsMetrics } from './claims.ts';
import { comparingMetrics } from './comparing.ts';
import type { DefinitionRow, MetricDefinition } from './definition.ts';
import { noiseMetrics } from './noise.ts';
import { presenceMetrics } from './presence.ts';
import { prominenceMetrics } from './prominence.ts';
import { shareMetrics } from './share.ts';
import { sourcesMetrics } from './sources.ts';
import { timeMetrics } from './time.ts';

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
