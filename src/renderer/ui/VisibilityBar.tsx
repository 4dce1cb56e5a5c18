import type { Rate } from '#shared/model/comparison/comparison.ts';
import { percentLabel, percentNumber } from '#shared/percent.ts';
import { formatCount } from './format.ts';
import { Counts } from './RateText.tsx';

/** A share of answers as a percentage of k of n, and as a bar: filled to the share, with its interval as a line. */
export function VisibilityBar({
  rate,
  href,
}: {
  readonly rate: Rate;
  /** The answers that it counts. */
  readonly href?: string;
}) {
  const { numerator, denominator, value, low, high } = rate;
  if (value === null) return <span className="text-ink-3">no data</span>;
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-10 shrink-0 whitespace-nowrap text-end font-medium">{percentLabel(value)}</span>
      <Counts href={href} className="min-w-16 shrink-0 whitespace-nowrap text-end text-ink-2">
        {formatCount(numerator)} of {formatCount(denominator)}
      </Counts>
      <span aria-hidden="true" className="relative h-3 w-24 shrink-0 rounded-sm bg-sunken ring-1 ring-line">
        <span
          data-value
          className="absolute inset-y-0 start-0 rounded-sm bg-[color-mix(in_oklab,var(--accent)_45%,var(--surface))]"
          style={{ width: `${value * 100}%` }}
        />
        {low === null || high === null ? null : (
          <span
            className="absolute top-[5px] h-0.5 bg-ink before:absolute before:start-0 before:-top-0.5 before:h-1.5 before:w-px before:bg-ink after:absolute after:end-0 after:-top-0.5 after:h-1.5 after:w-px after:bg-ink"
            style={{ insetInlineStart: `${low * 100}%`, width: `${(high - low) * 100}%` }}
          />
        )}
      </span>
      {low === null || high === null ? null : (
        <span className="shrink-0 text-ink-2">
          {percentNumber(low)} to {percentLabel(high)}
        </span>
      )}
    </span>
  );
}
