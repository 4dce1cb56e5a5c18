import { useState } from 'react';
import type { DataFinding } from '#shared/model/maintenance.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../../bridge/client.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatBytes } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';

export type FileWork = {
  readonly busy: boolean;
  /** Marks the work as begun. Its callbacks end that, and say that it was cancelled. */
  readonly begin: () => {
    readonly onSettled: () => void;
    readonly onError: (failure: BridgeFailure) => void;
  };
  readonly onSaid: (message: string) => void;
};

/** What failed, as opposed to what the user cancelled. */
export const failureOfAny = (
  actions: readonly { readonly error: BridgeFailure | null }[],
): BridgeFailure | null =>
  actions.find(({ error }) => error !== null && error.code !== 'CANCELLED')?.error ?? null;

type Checked = { readonly full: boolean; readonly findings: readonly DataFinding[] };

/** Checks, repairs and compacts the history file. */
export function FilePart({ busy, begin, onSaid }: FileWork) {
  const check = useAction('data.check');
  const repair = useAction('data.repair', ['data.', 'runs.', 'observations.', 'search.']);
  const compact = useAction('data.compact', ['data.']);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [asking, setAsking] = useState(false);
  const actions = [check, repair, compact];
  const failure = failureOfAny(actions);
  const start = (): ReturnType<typeof begin> => {
    for (const action of actions) action.reset();
    return begin();
  };
  const runCheck = (full: boolean): void => {
    setChecked(null);
    check.mutate({ full }, { ...start(), onSuccess: setChecked });
  };
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold text-read">Database file</h3>
      <p className="max-w-prose text-ink-2">
        A check changes nothing. Compact returns unused space to the disk. Repair writes a new file with all
        readable data and keeps the old one. Compact and repair need exclusive access: close other windows and
        commands that use this data.
      </p>
      <div className="flex flex-wrap gap-1.5">
        <Button busy={busy} onClick={() => runCheck(false)}>
          Quick check
        </Button>
        <Button busy={busy} onClick={() => runCheck(true)}>
          Full check
        </Button>
        <Button
          busy={busy}
          onClick={() =>
            compact.mutate(
              {},
              {
                ...start(),
                onSuccess: ({ bytesBefore, bytesAfter }) =>
                  onSaid(`Compacted: ${formatBytes(bytesBefore)} before, ${formatBytes(bytesAfter)} now`),
              },
            )
          }
        >
          Compact
        </Button>
        <Button busy={busy} onClick={() => setAsking(true)}>
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
          <p className="wrap-anywhere">The previous file is kept as {repair.data.keptFile}.</p>
        </Notice>
      ) : null}
      <ConfirmDialog
        open={asking}
        title="Repair the history?"
        action="Repair"
        onConfirm={() => {
          setChecked(null);
          repair.mutate({}, start());
        }}
        onClose={() => setAsking(false)}
      >
        A new file with all readable data replaces the current one. The current file is kept as a copy, so no
        data is lost. The copy needs the same disk space again.
      </ConfirmDialog>
    </div>
  );
}

function CheckResult({ checked }: { readonly checked: Checked }) {
  if (checked.findings.length === 0)
    return (
      <Notice tone="info">
        {checked.full
          ? 'No damage found: the file, its indexes and every stored answer were checked.'
          : 'No damage found by the quick check.'}
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
