import { useState } from 'react';
import type { RunSummary } from '#shared/model/run.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { runTitle } from '../../ui/runLabels.ts';
import type { OfferUndo } from '../../ui/undo.ts';

type MoveRunProps = {
  readonly run: RunSummary;
  readonly onClose: () => void;
  readonly onUndoable: OfferUndo;
  readonly onFailure: (message: string) => void;
  /** Called if there is no other project yet. */
  readonly onProjects: () => void;
};

/** Dialog for moving a run to another project, for runs asked in the wrong one. */
export function MoveRun({ run, onClose, onUndoable, onFailure, onProjects }: MoveRunProps) {
  const found = useRoute('projects.list', {});
  const move = useAction('projects.moveRuns');
  const others = (found.data?.projects ?? []).filter(({ id }) => id !== run.projectId);
  const [chosen, setChosen] = useState<string | null>(null);
  const into = others.find(({ id }) => id === chosen) ?? others[0];
  const confirm = (): void => {
    if (into === undefined) return;
    move.mutate(
      { runIds: [run.id], into: into.id },
      {
        onSuccess: () => {
          onClose();
          const moveTo = (project: string) => (): void =>
            move.mutate(
              { runIds: [run.id], into: project },
              { onError: (failure) => onFailure(failure.message) },
            );
          onUndoable(`Run moved to “${into.name}”`, {
            undo: moveTo(run.projectId),
            redo: moveTo(into.id),
          });
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Move run to another project"
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {into === undefined ? (
            <Button look="primary" onClick={onProjects}>
              Projects
            </Button>
          ) : (
            <Button look="primary" busy={move.isPending} onClick={confirm}>
              {run.state === 'running'
                ? 'Move run'
                : `Move ${formatQuantity(run.counts.completed, 'answer')}`}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        <p>
          <q dir="auto">{runTitle(run)}</q> is in <bdi>{run.projectName}</bdi>.
          {into === undefined ? ' No other project yet. Create one first.' : ''}
        </p>
        {into === undefined ? null : (
          <>
            <Choice
              label="Move it to"
              value={into.id}
              choices={others.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setChosen}
            />
            <p className="text-ink-2 text-table">
              Answers, notes, labels and charges move with it. Brands are recomputed with the rules of that
              project in the background.
              {run.state === 'running' ? ' The run continues, and its remaining answers go there too.' : ''}
            </p>
          </>
        )}
        {move.error ? <ErrorNotice error={move.error} /> : null}
      </div>
    </Dialog>
  );
}
