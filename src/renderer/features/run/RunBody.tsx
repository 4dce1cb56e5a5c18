import type { ObservationView } from '#shared/model/observation.ts';
import type { CellView } from '#shared/model/run.ts';
import type { BridgeFailure } from '../../bridge/client.ts';
import { AnswerText } from '../../reading/AnswerText.tsx';
import { CellBody } from './CellBody.tsx';

type RunBodyProps = {
  readonly cell: CellView;
  readonly observation: ObservationView | undefined;
  /** Why the answer could not be read from the history. */
  readonly unreadable: BridgeFailure | undefined;
  readonly onRetryAnswer: (observationId: string) => void;
  readonly unfolded: boolean;
  readonly onUnfold: (unfolded: boolean) => void;
};

/** Content of a column: the full text, or why there is none. */
export function RunBody(props: RunBodyProps) {
  const { cell, observation, unreadable, onRetryAnswer, unfolded, onUnfold } = props;
  return (
    <CellBody cell={cell} observation={observation} unreadable={unreadable} onRetryAnswer={onRetryAnswer}>
      {(found) => <AnswerText key={found.id} observation={found} unfolded={unfolded} onUnfold={onUnfold} />}
    </CellBody>
  );
}
