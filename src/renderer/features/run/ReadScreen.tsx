import type { ReactNode } from 'react';
import type { RunDetail, RunSummary } from '#shared/model/run.ts';
import type { WidthMemory } from '../../reading/columnWidths.ts';
import type { ReadTab } from '../../reading/readTabs.ts';
import type { TabMemory } from '../../reading/useReadingView.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { isWholeRun, PlanOverview } from './PlanOverview.tsx';
import { RunReading } from './RunReading.tsx';
import { useRunDetail } from './runContext.tsx';

export type ReadScreenProps = {
  /** The available tabs. */
  readonly tabs: readonly ReadTab[];
  readonly params: Readonly<Record<string, string>>;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
  readonly onInspect: (observationId: string | null, open: boolean) => void;
  readonly onAskAgain: (detail: RunDetail) => void;
  /** Opens the dialog for moving the run to another project. */
  readonly onMove: (run: RunSummary) => void;
  readonly onRemove: (run: RunSummary) => void;
  readonly onUndoable: (message: string, undo: () => void) => void;
  /** The last column widths, in any run. */
  readonly widthMemory: WidthMemory;
  /** The last selected tab, in any run. */
  readonly tabMemory: TabMemory;
  /** Shown above the columns while an earlier question is edited. */
  readonly composer: ReactNode;
};

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
        <EmptyState title="This run is not in the history">
          It was deleted, or the link is from another computer.
        </EmptyState>
      ) : (
        <ErrorNotice error={failure} className="m-4" onRetry={reload} />
      )}
    </div>
  );
}
