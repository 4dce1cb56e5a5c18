import type { Rate } from '#shared/model/comparison/comparison.ts';
import { percentLabel, percentNumber } from '#shared/percent.ts';
import { formatCount } from './format.ts';

/** A share with its counts in a table cell; the interval is in the tooltip. */
export function RateText({ rate }: { readonly rate: Rate | null }) {
  if (rate === null || rate.value === null) return <span className="text-ink-3">no data</span>;
  const { value, numerator, denominator, low, high } = rate;
  const interval =
    low === null || high === null
      ? undefined
      : `95 % interval ${percentNumber(low)} to ${percentLabel(high)}`;
  return (
    <span title={interval} className="whitespace-nowrap">
      <span className="font-medium">{percentLabel(value)}</span>{' '}
      <span className="text-ink-2">
        {formatCount(numerator)} of {formatCount(denominator)}
      </span>
    </span>
  );
}
