import { Info } from 'lucide-react';
import { definitionOf, type TrendMetric } from '#shared/analysis/trends/trendMetrics.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Popover } from '../../ui/Popover.tsx';

/** What the figure means: everything needed to check it. */
export function DefinitionButton({
  metric,
  brandRules,
}: {
  readonly metric: TrendMetric;
  readonly brandRules: number | null;
}) {
  const definition = definitionOf(metric);
  return (
    <Popover
      label={`Definition of ${definition.name}`}
      className="w-96 p-3"
      trigger={
        <Button size="small" look="quiet">
          <Info size={12} aria-hidden="true" />
          Definition
        </Button>
      }
    >
      <p className="mb-2">{definition.definition}</p>
      <Facts
        facts={[
          ['Formula', definition.formula],
          ['Numerator', definition.numerator],
          ['Denominator', definition.denominator],
          ['Interval', metric.rate ? 'Wilson, 95 %' : 'none'],
          ['Pooling', 'equal weight per segment (question, engine, country)'],
          ['Metric rules', definition.ruleVersion],
          ['Brand rules', brandRules === null ? null : `version ${brandRules}`],
          ['Source', definition.source],
        ]}
      />
    </Popover>
  );
}
