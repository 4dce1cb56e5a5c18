import type { ReactNode } from 'react';
import type { ObservationView } from '#shared/model/observation.ts';
import type { CellView } from '#shared/model/run.ts';
import type { BridgeFailure } from '../../bridge/client.ts';
import { Button } from '../../ui/Button.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Elapsed } from '../../ui/Times.tsx';
import { useShownRun } from './runContext.tsx';

type CellBodyProps = {
  readonly cell: CellView;
  readonly observation: ObservationView | undefined;
  readonly unreadable: BridgeFailure | undefined;
  /** Reads the answer again. */
  readonly onRetryAnswer: (observationId: string) => void;
  readonly children: (observation: ObservationView) => ReactNode;
};

/** A cell in any state. A failure never looks like an empty answer. */
export function CellBody({ cell, observation, unreadable, onRetryAnswer, children }: CellBodyProps) {
  const { resume } = useShownRun();
  const only = { cellIds: [cell.id] };
  if (cell.state === 'planned') return <p className="text-ink-3 text-table">Waiting for a free slot…</p>;
  if (cell.state === 'running')
    return (
      <p className="flex items-center gap-2 text-ink-2 text-table">
        <ProgressRing share={null} />
        <span>
          Running{' '}
          {cell.startedAtMs === null ? null : (
            <>
              {' '}
              for <Elapsed sinceMs={cell.startedAtMs} />
            </>
          )}
          {cell.attempts > 1 ? `, attempt ${cell.attempts}` : ''}
        </span>
      </p>
    );
  if (cell.state === 'failed')
    return (
      <ErrorNotice
        error={cell.error ?? { message: 'No answer arrived. The service gave no reason.' }}
        onRetry={() => resume({ ...only, retryFailed: true })}
        retryLabel={
          cell.attempts > 1 ? `Retry (${formatQuantity(cell.attempts, 'attempt')} so far)` : 'Retry'
        }
      />
    );
  if (cell.state === 'cancelled')
    return (
      <Notice
        tone="info"
        actions={
          <Button size="small" onClick={() => resume({ ...only, retryFailed: true })}>
            Run now
          </Button>
        }
      >
        Cancelled before an answer arrived.
      </Notice>
    );
  if (cell.state === 'unknown')
    return (
      <Notice tone="warn">
        <p>
          The request was sent, but no response arrived. It may have been charged, so it is not retried
          automatically.
        </p>
        {cell.error ? <p className="mt-1 text-ink-2 text-table">{cell.error.message}</p> : null}
        <Button size="small" className="mt-2" onClick={() => resume({ ...only, includeUnknown: true })}>
          Retry
        </Button>
      </Notice>
    );
  if (observation !== undefined) return children(observation);
  if (unreadable !== undefined)
    return (
      <ErrorNotice
        error={unreadable}
        onRetry={
          unreadable.retryable
            ? () => {
                if (cell.observationId) onRetryAnswer(cell.observationId);
              }
            : undefined
        }
      />
    );
  return <p className="text-ink-3 text-table">Loading…</p>;
}
