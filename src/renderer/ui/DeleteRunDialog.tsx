import type { RunSummary } from '#shared/model/run.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { formatQuantity } from './format.ts';
import { runTitle } from './runLabels.ts';

type DeleteRunProps = {
  /** Null while nobody wants to delete one. */
  readonly run: RunSummary | null;
  readonly onClose: () => void;
  readonly onConfirm: (run: RunSummary) => void;
};

/** Asks before a run is moved to the trash, and says what becomes of one in progress. */
export function DeleteRunDialog({ run, onClose, onConfirm }: DeleteRunProps) {
  const answers = formatQuantity(run?.counts.completed ?? 0, 'answer');
  const inProgress = run?.state === 'running' || run?.state === 'paused';
  return (
    <ConfirmDialog
      open={run !== null}
      title="Delete this run?"
      action={inProgress ? 'Cancel and delete run' : `Delete ${answers}`}
      onClose={onClose}
      onConfirm={() => {
        if (run) onConfirm(run);
      }}
    >
      <q dir="auto">{run ? runTitle(run) : ''}</q> and its {answers} are kept in the trash for 30 days.
      Settings, Data restores them or deletes them permanently.
      {inProgress
        ? ' The run is cancelled first: nothing more is sent, but requests under way may still be charged.'
        : ''}
    </ConfirmDialog>
  );
}
