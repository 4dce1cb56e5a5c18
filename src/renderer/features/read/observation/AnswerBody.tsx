import type { ObservationDetail } from '#shared/bridge/routes/observations.ts';
import { useRoute } from '../../../bridge/BridgeContext.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { AnswerText } from '../AnswerText.tsx';
import { AnalysisTab, isAnalysisTab } from '../compare/AnalysisTab.tsx';
import { PageBody } from '../PageBody.tsx';
import { RawBody } from '../RawBody.tsx';
import type { RawView } from '../rawView.ts';
import type { ReadTab } from '../readTabs.ts';

type AnswerBodyProps = {
  readonly detail: ObservationDetail;
  readonly tab: ReadTab;
  readonly rawView: RawView;
  readonly unfolded: boolean;
  readonly onUnfold: (unfolded: boolean) => void;
  readonly onMarket: () => void;
};

/** One answer in every tab of a comparison: a comparison of a single column. */
export function AnswerBody({ detail, tab, rawView, unfolded, onUnfold, onMarket }: AnswerBodyProps) {
  const alone = useRoute('comparisons.ofAnswers', { ids: [detail.id] }, { enabled: isAnalysisTab(tab) });
  if (tab === 'raw') return <RawBody observationId={detail.id} view={rawView} />;
  if (tab === 'page') return <PageBody observationId={detail.id} />;
  if (!isAnalysisTab(tab))
    return (
      <div className="max-w-[68ch]">
        <h2 className="sr-only">The answer’s words</h2>
        <AnswerText observation={detail} unfolded={unfolded} onUnfold={onUnfold} />
      </div>
    );
  if (alone.error)
    return <ErrorNotice error={alone.error} className="m-4" onRetry={() => void alone.refetch()} />;
  if (alone.data === undefined) return <p className="p-4 text-ink-3">Reading the answer…</p>;
  return <AnalysisTab tab={tab} comparison={alone.data} onMarket={onMarket} />;
}
