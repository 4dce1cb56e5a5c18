import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { isWholeRun, PlanOverview } from './PlanOverview.tsx';
import { RunReading } from './RunReading.tsx';
import { useRunDetail } from './runContext.tsx';
import type { ReadScreenProps } from './useRunReading.ts';

/** The screen of a run with its columns. */
export function ReadScreen(props: ReadScreenProps) {
  const { detail, failure, reload } = useRunDetail();
  if (detail?.run.plan !== undefined && isWholeRun(props.params))
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        {props.composer}
        <PlanOverview {...props} run={detail.run} />
      </div>
    );
  if (detail !== null) return <RunReading {...props} detail={detail} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {props.composer}
      {failure === null ? (
        <p className="p-4 text-ink-3">Loading run…</p>
      ) : failure.code === 'NOT_FOUND' ? (
        <EmptyState
          title="This run is not in the history"
          action={
            <a href="#/history" className="text-accent underline">
              History
            </a>
          }
        >
          It was deleted, or the link is from another computer.
        </EmptyState>
      ) : (
        <ErrorNotice error={failure} className="m-4" onRetry={reload} />
      )}
    </div>
  );
}
