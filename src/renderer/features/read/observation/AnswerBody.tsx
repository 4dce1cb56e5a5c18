import type { ObservationDetail } from '#shared/model/observation.ts';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { AnswerText } from '../AnswerText.tsx';
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
  const analysed = tab.kind === 'analysis';
  const alone = useAnswersComparison({ ids: [detail.id] }, tab.parts, analysed);
  if (tab.id === 'raw') return <RawBody observationId={detail.id} view={rawView} />;
  if (tab.id === 'page') return <PageBody observationId={detail.id} />;
  if (!analysed)
    return (
      <div className="max-w-[68ch]">
        <h2 className="sr-only">Answer text</h2>
        <AnswerText observation={detail} unfolded={unfolded} onUnfold={onUnfold} />
      </div>
    );
  if (alone.failure) return <ErrorNotice error={alone.failure} className="m-4" onRetry={alone.retry} />;
  if (alone.comparison === null) return <p className="p-4 text-ink-3">Loading answer…</p>;
  return tab.render(alone.comparison, { onMarket, project: alone.project });
}
