import { useState } from 'react';
import type { DataFinding } from '#shared/model/maintenance.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatBytes } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';

export type FileWork = {
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onSaid: (message: string) => void;
};

type Checked = { readonly full: boolean; readonly findings: readonly DataFinding[] };

/** Checks, repairs and compacts the history's file. */
export function FilePart({ busy, onBusy, onSaid }: FileWork) {
  const check = useAction('data.check');
  const repair = useAction('data.repair', ['data.', 'runs.', 'observations.', 'search.']);
  const compact = useAction('data.compact', ['data.']);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [asking, setAsking] = useState(false);
  const failure = check.error ?? repair.error ?? compact.error;
  const begin = (): { readonly onSettled: () => void } => {
    for (const action of [check, repair, compact]) action.reset();
    onBusy(true);
    return { onSettled: () => onBusy(false) };
  };
  const runCheck = (full: boolean): void => {
    setChecked(null);
    check.mutate({ full }, { ...begin(), onSuccess: setChecked });
  };
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold text-read">The file</h3>
      <p className="max-w-prose text-ink-2">
        A check reads and changes nothing. Compacting gives unused space back to the disk; repairing writes a
        new file with all that can be read and keeps the old one. Both need the file to themselves: other
        windows and commands on this data have to be closed.
      </p>
      <div className="flex flex-wrap gap-1.5">
        <Button disabled={busy} onClick={() => runCheck(false)}>
          Check quickly
        </Button>
        <Button disabled={busy} onClick={() => runCheck(true)}>
          Check every answer
        </Button>
        <Button
          disabled={busy}
          onClick={() =>
            compact.mutate(
              {},
              {
                ...begin(),
                onSuccess: ({ bytesBefore, bytesAfter }) =>
                  onSaid(`Compacted: ${formatBytes(bytesBefore)} before, ${formatBytes(bytesAfter)} now`),
              },
            )
          }
        >
          Compact
        </Button>
        <Button disabled={busy} onClick={() => setAsking(true)}>
          Repair…
        </Button>
      </div>
      {failure ? <ErrorNotice error={failure} /> : null}
      {checked ? <CheckResult checked={checked} /> : null}
      {repair.data ? (
        <Notice tone={repair.data.remaining.length === 0 ? 'info' : 'warn'}>
          {[...repair.data.repaired, ...repair.data.remaining.map(({ message }) => message)].map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p className="break-all">The file as it was is kept as {repair.data.keptFile}.</p>
        </Notice>
      ) : null}
      <ConfirmDialog
        open={asking}
        title="Repair the history?"
        action="Repair"
        onConfirm={() => {
          setChecked(null);
          repair.mutate({}, begin());
        }}
        onClose={() => setAsking(false)}
      >
        A new file is written with everything that can be read, and takes the place of this one. This one
        stays beside it as it is, so nothing is lost that is there now. It takes as much room on the disk
        again.
      </ConfirmDialog>
    </div>
  );
}

function CheckResult({ checked }: { readonly checked: Checked }) {
  if (checked.findings.length === 0)
    return (
      <Notice tone="info">
        {checked.full
          ? 'Nothing is damaged: the file, its indices and every stored answer were checked.'
          : 'Nothing is damaged, as far as a quick check sees.'}
      </Notice>
    );
  return (
    <Notice tone="bad">
      {checked.findings.map(({ area, message }) => (
        <p key={`${area}${message}`}>{message}</p>
      ))}
    </Notice>
  );
}
