import type { Rate } from '#shared/model/comparison/comparison.ts';

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A share of answers as k of n, and as a bar with its interval. */
export function VisibilityBar({ rate }: { readonly rate: Rate }) {
  const { numerator, denominator, value, low, high } = rate;
  if (value === null) return <span className="text-ink-3">no data</span>;
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-18 shrink-0 whitespace-nowrap text-end font-medium">
        {numerator} of {denominator}
      </span>
      <span aria-hidden="true" className="relative h-3 w-28 shrink-0 rounded-sm bg-sunken ring-1 ring-line">
        {low === null || high === null ? null : (
          <span
            className="absolute inset-y-0.5 rounded-sm bg-[color-mix(in_oklab,var(--accent)_38%,var(--surface))]"
            style={{ insetInlineStart: `${low * 100}%`, width: `${(high - low) * 100}%` }}
          />
        )}
        <span
          className="absolute inset-y-0 w-[3px] -translate-x-1/2 rounded-full bg-ink"
          style={{ insetInlineStart: `${value * 100}%` }}
        />
      </span>
      <span className="shrink-0 text-ink-2">
        {low === null || high === null ? percent(value) : `${Math.round(low * 100)} to ${percent(high)}`}
      </span>
    </span>
  );
}
