import type { ObservationView } from '#shared/model/observation.ts';
import type { CellView } from '#shared/model/run.ts';
import { AnswerText } from './AnswerText.tsx';
import { CellBody } from './CellBody.tsx';
import { PageBody } from './PageBody.tsx';
import { RawBody } from './RawBody.tsx';
import type { RawView } from './rawView.ts';
import type { ReadTab } from './readTabs.ts';
import { useRun } from './runContext.ts';

type RunBodyProps = {
  readonly cell: CellView;
  readonly observation: ObservationView | undefined;
  readonly tab: ReadTab;
  readonly rawView: RawView;
  readonly unfolded: boolean;
  readonly onUnfold: (unfolded: boolean) => void;
};

/** What a column holds below its head: the answer as written, the raw result or the stored page. */
export function RunBody({ cell, observation, tab, rawView, unfolded, onUnfold }: RunBodyProps) {
  const unreadable = useRun((state) =>
    cell.observationId === null ? undefined : state.unreadable.get(cell.observationId),
  );
  return (
    <CellBody cell={cell} observation={observation} unreadable={unreadable}>
      {(found) =>
        tab === 'raw' ? (
          <RawBody observationId={found.id} view={rawView} />
        ) : tab === 'page' ? (
          <PageBody observationId={found.id} />
        ) : (
          <AnswerText key={found.id} observation={found} unfolded={unfolded} onUnfold={onUnfold} />
        )
      }
    </CellBody>
  );
}
