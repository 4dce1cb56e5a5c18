import { type ReactNode, useMemo, useRef } from 'react';
import { BrandProgress, useBrandProgress } from '../../bridge/BrandProgress.tsx';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { useProjectDays } from '../../bridge/projectDays.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { TrendFilters } from './TrendFilters.tsx';
import { TrendView } from './TrendView.tsx';
import { metricOf, queryOf, type TrendParams } from './trendAddress.ts';
import { useOpenPoint } from './useOpenPoint.ts';

type TrendsScreenProps = {
  readonly params: TrendParams;
  readonly setParams: (changes: TrendParams) => void;
  readonly onAnswers: (ids: readonly string[]) => void;
  readonly onAsk: () => void;
  readonly onBrands: () => void;
  /** Brands that the answers name, to choose from. */
  readonly brandChoice: ReactNode;
  readonly onSaid: (message: string) => void;
};

const hourMs = 3_600_000;

/** Metrics over time: subject, values, components, and what drove the change. */
export function TrendsScreen({
  params,
  setParams,
  onAnswers,
  onAsk,
  onBrands,
  brandChoice,
  onSaid,
}: TrendsScreenProps) {
  const { open, failure } = useOpenPoint(onAnswers, onSaid);
  const opened = useRef(Date.now());
  const metric = metricOf(params);
  const choices = useRoute('trends.choices', { domains: metric.of === 'domain' });
  const { days } = useProjectDays();
  const query = useMemo(
    () => queryOf(params, Math.floor(opened.current / hourMs) * hourMs, days),
    [params, days],
  );
  const known = choices.data;
  const left = useBrandProgress();
  const nothing = known !== undefined && known.answers === 0;
  const brandless = known !== undefined && metric.of === 'brand' && known.brands.length === 0;
  const enabled = query !== null && known !== undefined && !nothing && !brandless;
  const shown = useRoute('trends.get', query ?? { metric: metric.id }, { enabled });

  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <h1 className="mb-3 font-semibold text-title">Trends</h1>
      {nothing ? (
        <EmptyState title="No answers yet" action={<Button onClick={onAsk}>Ask a question</Button>}>
          Run the same question again later, or schedule a plan with a monitor. Each run becomes a point with
          its confidence interval and answers.
        </EmptyState>
      ) : (
        <>
          {known ? (
            <TrendFilters metric={metric} params={params} choices={known} setParams={setParams} />
          ) : null}
          {choices.error ? <ErrorNotice error={choices.error} /> : null}
          {failure ? <ErrorNotice error={failure} className="mt-2" /> : null}
          {metric.of === 'brand' || metric.of === 'type' ? <BrandProgress left={left} /> : null}
          {brandless && left !== null ? null : brandless ? (
            <EmptyState title="Add your brand" action={<Button onClick={onBrands}>Manage brands</Button>}>
              This metric needs a brand. Add yours: all stored answers are then matched in the background.
              Source metrics such as “Concentration” and “Type mix” need no brand.
              {brandChoice}
            </EmptyState>
          ) : query === null ? (
            <EmptyState title="Choose a domain">
              This metric needs a domain, such as yours or the most cited one.
            </EmptyState>
          ) : null}
          {shown.error && enabled ? (
            <ErrorNotice error={shown.error} className="mt-3" onRetry={() => void shown.refetch()} />
          ) : null}
          {enabled && shown.data && shown.data.trend.metric === metric.id ? (
            <TrendView
              answer={shown.data}
              metric={metric}
              query={query}
              params={params}
              setParams={setParams}
              onOpen={(line, point) => open(query, line, shown.data?.trend.buckets[point.bucket])}
              onAnswers={onAnswers}
            />
          ) : null}
        </>
      )}
    </div>
  );
}
