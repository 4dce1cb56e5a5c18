import type { Rate } from '#shared/model/comparison/comparison.ts';
import { formatCount } from './format.ts';

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A share with its counts in a table cell; the interval is in the tooltip. */
export function RateText({ rate }: { readonly rate: Rate | null }) {
  if (rate === null || rate.value === null) return <span className="text-ink-3">no data</span>;
  const { value, numerator, denominator, low, high } = rate;
  const interval =
    low === null || high === null ? undefined : `95 % interval ${percent(low)} to ${percent(high)}`;
  return (
    <span title={interval} className="whitespace-nowrap">
      <span className="font-medium">{percent(value)}</span>{' '}
      <span className="text-ink-2">
        {formatCount(numerator)} of {formatCount(denominator)}
      </span>
    </span>
  );
}
