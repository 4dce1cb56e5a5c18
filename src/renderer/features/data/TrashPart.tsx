import { useState } from 'react';
import { trashDays } from '#shared/model/retentionDefaults.ts';
import type { TrashedRun } from '#shared/model/trash.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDay, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';

type Deleting = { readonly run: TrashedRun | null };

/** Deleted runs of all projects: restore them, or delete them permanently. */
export function TrashPart({ onSaid }: { readonly onSaid: (message: string) => void }) {
  const trash = useRoute('trash.list', {});
  const restore = useAction('trash.restore', ['trash.', 'runs.']);
  const empty = useAction('trash.empty', ['trash.', 'data.']);
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const runs = trash.data?.runs ?? [];
  const failure = restore.error ?? empty.error ?? trash.error;
  const answers = deleting?.run?.answers ?? runs.reduce((sum, run) => sum + run.answers, 0);
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold text-read">Trash</h3>
      <p className="max-w-prose text-ink-2">
        {runs.length === 0
          ? `The trash is empty. Deleted runs stay here for ${trashDays} days.`
          : `Deleted runs of all projects. Each is deleted permanently after ${trashDays} days. They count in no list, search, figure or export.`}
      </p>
      {failure ? <ErrorNotice error={failure} /> : null}
      {runs.length === 0 ? null : (
        <ul className="max-h-80 overflow-y-auto rounded-md border border-line" aria-label="Deleted runs">
          {runs.map((run) => (
            <li
              key={run.runId}
              className="flex items-center gap-3 border-line border-b px-3 py-1 last:border-b-0"
            >
              <span dir="auto" className="min-w-0 flex-1 truncate" title={run.question}>
                {run.question}
              </span>
              <span className="shrink-0 text-ink-3 text-table tabular">
                {run.projectName} · {formatQuantity(run.answers, 'answer')} · deleted{' '}
                {formatDay(run.trashedAtMs)}
              </span>
              <Button
                size="small"
                aria-label={`Restore ${run.question}`}
                disabled={restore.isPending}
                onClick={() =>
                  restore.mutate({ runId: run.runId }, { onSuccess: () => onSaid('Run restored') })
                }
              >
                Restore
              </Button>
              <Button
                size="small"
                look="quiet"
                aria-label={`Delete ${run.question} permanently`}
                onClick={() => setDeleting({ run })}
              >
                Delete permanently
              </Button>
            </li>
          ))}
        </ul>
      )}
      {runs.length === 0 ? null : (
        <div>
          <Button onClick={() => setDeleting({ run: null })}>Empty trash…</Button>
        </div>
      )}
      <ConfirmDialog
        open={deleting !== null}
        title={deleting?.run ? 'Delete this run permanently?' : 'Empty the trash?'}
        action={`Delete ${formatQuantity(answers, 'answer')}`}
        onClose={() => setDeleting(null)}
        onConfirm={() =>
          empty.mutate(deleting?.run ? { runId: deleting.run.runId } : {}, {
            onSuccess: ({ deleted }) => onSaid(`${formatQuantity(deleted, 'run')} deleted permanently`),
          })
        }
      >
        This cannot be undone. Their answers are deleted from this computer.
      </ConfirmDialog>
    </div>
  );
}
