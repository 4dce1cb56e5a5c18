import type { ReactNode } from 'react';
import type { Overview } from '#shared/figures/comparison/overview.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { Flag } from '../../ui/Flag.tsx';
import { formatAddress } from '../../window/address.ts';
import { useAddress } from '../../window/navigation.tsx';

/** Number of markets shown at first. */
export const shownMarkets = 20;

export type PartProps = {
  readonly comparison: ComparisonWith<'brands' | 'sources' | 'search'>;
  readonly overview: Overview;
};

/** Location of the evidence of a line. */
type Evidence = {
  readonly tab: 'answer' | 'brands' | 'sources';
  readonly at?: string;
  readonly row?: string;
};
type HrefTo = (evidence: Evidence) => string;

/** The address of the evidence: the same run in another tab. */
export function useEvidence(): HrefTo {
  const { screen, params } = useAddress();
  return ({ tab, at = '', row = '' }) => formatAddress(screen, { ...params, tab, at, row });
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h2 className="mb-1 font-semibold">{title}</h2>
      {children}
    </div>
  );
}

/** The name of a market, with its flag, as a link to its evidence. */
export function MarketLink({
  href,
  country,
  name,
  label,
}: {
  readonly href: string;
  readonly country: string | null;
  readonly name: string;
  /** Its accessible name, where another link beside it has the same words. */
  readonly label?: string;
}) {
  return (
    <a
      href={href}
      aria-label={label}
      className="flex min-w-0 items-center gap-1.5 hover:text-accent hover:underline"
    >
      <Flag country={country} />
      <span className="truncate" title={name}>
        {name}
      </span>
    </a>
  );
}
