import type { Rate } from '#shared/model/comparison/comparison.ts';
import { formatAddress } from './address.ts';

/** The figure of an address of answers, besides the filter; of a run, the row and line of its matrix. */
type FigureParams = {
  readonly metric: string;
  readonly brand?: string;
  readonly domain?: string;
  readonly branded?: 'without' | 'with';
  readonly question?: string;
  readonly run?: string;
  readonly rows?: string;
  readonly line?: string;
};

/**
 * The answers that a figure counts: `k` of “k of n”, or all `n` if none is counted for the brand or domain.
 * @param kept the filter of the screen with the figure
 */
export const figureAddress = (
  kept: Readonly<Record<string, string>>,
  figure: FigureParams,
  { numerator }: Pick<Rate, 'numerator'>,
): string => formatAddress({ name: 'answers' }, { ...kept, ...figure, named: numerator === 0 ? '' : '1' });

/** The answers that cite a domain, as lists of sources count them: to every question. */
export const citedAddress = (
  kept: Readonly<Record<string, string>>,
  domain: string,
  presence: Pick<Rate, 'numerator'>,
): string => figureAddress(kept, { metric: 'source-presence', domain, branded: 'with' }, presence);
