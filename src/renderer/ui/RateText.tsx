import type { ReactNode } from 'react';
import type { Rate } from '#shared/model/comparison/comparison.ts';
import { percentLabel, percentNumber } from '#shared/percent.ts';
import { classNames } from './classNames.ts';
import { formatCount } from './format.ts';

type RateTextProps = {
  readonly rate: Rate | null;
  /** The answers that it counts. */
  readonly href?: string;
};

/** A share with its counts in a table cell; the interval is in the tooltip. */
export function RateText({ rate, href }: RateTextProps) {
  if (rate === null || rate.value === null) return <span className="text-ink-3">no data</span>;
  const { value, numerator, denominator, low, high } = rate;
  const interval = low === null || high === null ? null : `${percentNumber(low)} to ${percentLabel(high)}`;
  const counts = `${formatCount(numerator)} of ${formatCount(denominator)}`;
  return (
    <span
      title={interval === null ? undefined : `95 % interval ${interval}`}
      data-copied={[percentLabel(value), counts, interval ?? ''].join(' ')}
      className="whitespace-nowrap"
    >
      <span className="font-medium">{percentLabel(value)}</span>{' '}
      <Counts href={href} className="text-ink-2">
        {counts}
      </Counts>
    </span>
  );
}

type CountsProps = { readonly href?: string; readonly className: string; readonly children: ReactNode };

/** `k of n`, as a link to these answers if there is an address of them. */
export function Counts({ href, className, children }: CountsProps) {
  return href === undefined ? (
    <span className={className}>{children}</span>
  ) : (
    <a
      href={href}
      title="Show answers"
      className={classNames(className, 'hover:text-accent hover:underline')}
    >
      {children}
    </a>
  );
}
