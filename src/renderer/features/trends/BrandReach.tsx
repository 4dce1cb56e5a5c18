import type { AnswerFilterInput, TrendQueryInput } from '#shared/model/trend.ts';
import type { TrendLine } from '#shared/model/trendLines.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { classNames } from '../../ui/classNames.ts';
import { VisibilityBar } from '../../ui/VisibilityBar.tsx';
import { formatAddress } from '../../window/address.ts';
import { figureAddress } from '../../window/figureAddress.ts';
import type { TrendParams } from './trendAddress.ts';

/** Reach of your brand in the period only. */
export const reachQuery = (query: AnswerFilterInput): TrendQueryInput => ({ ...query, metric: 'visibility' });

type BrandReachProps = {
  /** Your brand and the competitors. */
  readonly brands: readonly TrendLine[];
  readonly own: string;
  readonly query: AnswerFilterInput;
  readonly kept: TrendParams;
};

/** Visibility of each brand while there is no earlier period to compare with, and what is needed for one. */
export function BrandReach({ brands, own, query, kept }: BrandReachProps) {
  const { data } = useRoute('trends.brands', query);
  const shown = new Set(brands.map(({ key }) => key));
  return (
    <section aria-label="Visibility by brand">
      <h2 className="mb-1 font-semibold">Visibility by brand</h2>
      {data === undefined ? <p className="text-ink-3">Counting the answers…</p> : null}
      <ul className="flex flex-col gap-1 tabular">
        {data?.brands
          .filter(({ id }) => shown.has(id))
          .map(({ id, name, visibility }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <a
                dir="auto"
                href={formatAddress({ name: 'trends' }, { ...kept, brand: id })}
                title={name}
                className={classNames('w-64 truncate text-accent underline', id === own && 'font-semibold')}
              >
                {name}
              </a>
              <VisibilityBar
                rate={visibility}
                href={figureAddress(kept, { metric: 'visibility', brand: id }, visibility)}
              />
            </li>
          ))}
      </ul>
      <p className="mt-2 text-ink-2">
        To see what changes, ask the same questions again later.{' '}
        <a href="#/monitors" className="text-accent underline">
          Schedule a plan
        </a>
      </p>
    </section>
  );
}
