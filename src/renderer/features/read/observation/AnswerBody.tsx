import type { ObservationDetail } from '#shared/model/observation.ts';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { AnswerText } from '../AnswerText.tsx';
import { AnalysisTab, isAnalysisTab } from '../compare/AnalysisTab.tsx';
import { answerParts, tabParts } from '../compare/tabParts.ts';
import { useAnswersComparison } from '../compare/useAnswersComparison.ts';
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
  const analysed = isAnalysisTab(tab) ? tab : null;
  const alone = useAnswersComparison(
    { ids: [detail.id] },
    analysed === null ? answerParts : tabParts[analysed],
    analysed !== null,
  );
  if (tab === 'raw') return <RawBody observationId={detail.id} view={rawView} />;
  if (tab === 'page') return <PageBody observationId={detail.id} />;
  if (!isAnalysisTab(tab))
    return (
      <div className="max-w-[68ch]">
        <h2 className="sr-only">Answer text</h2>
        <AnswerText observation={detail} unfolded={unfolded} onUnfold={onUnfold} />
      </div>
    );
  if (alone.failure) return <ErrorNotice error={alone.failure} className="m-4" onRetry={alone.retry} />;
  if (alone.comparison === null) return <p className="p-4 text-ink-3">Loading answer…</p>;
  return <AnalysisTab tab={tab} comparison={alone.comparison} onMarket={onMarket} project={alone.project} />;
}
