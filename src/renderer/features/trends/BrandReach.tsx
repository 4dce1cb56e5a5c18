import type { AnswerFilterInput, TrendQueryInput } from '#shared/model/trend.ts';
import type { TrendLine } from '#shared/model/trendLines.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { classNames } from '../../ui/classNames.ts';
import { VisibilityBar } from '../../ui/VisibilityBar.tsx';
import { formatAddress } from '../../window/address.ts';
import type { TrendParams } from './trendAddress.ts';

/** Reach of your brand, or of the given one, in the period only. */
export const reachQuery = (query: AnswerFilterInput, brand?: string): TrendQueryInput => ({
  ...query,
  ...{ metric: 'visibility', brand },
});

type BrandReachProps = {
  readonly brands: readonly TrendLine[];
  readonly own: string;
  readonly query: AnswerFilterInput;
  readonly kept: TrendParams;
};

/** Visibility of each brand while there is no earlier period to compare with, and what is needed for one. */
export function BrandReach({ brands, own, query, kept }: BrandReachProps) {
  return (
    <section aria-label="Visibility by brand">
      <h2 className="mb-1 font-semibold">Visibility by brand</h2>
      <ul className="flex flex-col gap-1 tabular">
        {brands.map(({ key, label }) => (
          <Reach key={key} brand={key} label={label} own={key === own} query={query} kept={kept} />
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

type ReachProps = {
  readonly brand: string;
  readonly label: string;
  readonly own: boolean;
} & Pick<BrandReachProps, 'query' | 'kept'>;

function Reach({ brand, label, own, query, kept }: ReachProps) {
  const { data } = useRoute('trends.pooled', reachQuery(query, brand));
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <a
        dir="auto"
        href={formatAddress({ name: 'trends' }, { ...kept, brand })}
        title={label}
        className={classNames('w-64 truncate text-accent underline', own && 'font-semibold')}
      >
        {label}
      </a>
      {data === undefined ? null : <VisibilityBar rate={data} />}
    </li>
  );
}
