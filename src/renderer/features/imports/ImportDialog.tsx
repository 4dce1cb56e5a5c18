import { useMutation } from '@tanstack/react-query';
import { useBridge } from '../../bridge/BridgeContext.tsx';
import { uploadFile } from '../../bridge/carryFiles.ts';
import { failureOf } from '../../bridge/client.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import type { ImportActions, ImportState } from './importStore.ts';

type ImportDialogProps = {
  readonly state: ImportState & ImportActions;
  readonly onOpenRun: (runId: string) => void;
};

/** Progress and result of an import, with the reason for every refused file. */
export function ImportDialog({ state, onOpenRun }: ImportDialogProps) {
  const { phase, runIds, cancel, dismiss } = state;
  const [onlyRun] = runIds.length === 1 ? runIds : [];
  return (
    <Dialog
      open={phase !== 'idle'}
      onClose={phase === 'reading' ? cancel : dismiss}
      title={titleOf(state)}
      reading={state.problems.length > 0}
      footer={
        phase === 'reading' ? (
          <Button onClick={cancel}>Stop</Button>
        ) : (
          <>
            {onlyRun === undefined ? null : (
              <Button
                onClick={() => {
                  dismiss();
                  onOpenRun(onlyRun);
                }}
              >
                Open run
              </Button>
            )}
            <Button look="primary" onClick={dismiss}>
              Done
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        <p role="status" className="flex items-center gap-2">
          {phase === 'reading' ? (
            <ProgressRing
              share={state.files === 0 ? 0 : state.filesRead / state.files}
              label="Progress of the import"
            />
          ) : null}
          <span>{sentenceOf(state)}</span>
        </p>
        {state.failure === null ? null : <ErrorNotice error={state.failure} />}
        {state.cancelled && phase === 'done' ? (
          <p className="text-ink-2">
            Stopped. Imported results are kept. Import the same files again to continue.
          </p>
        ) : null}
        {state.problems.length === 0 ? null : (
          <ul aria-label="Not imported" className="flex flex-col divide-y divide-line border-line border-y">
            {state.problems.map(({ name, message, evidence }) => (
              <li key={`${name} ${message}`} className="flex flex-col py-1.5 text-table">
                <span dir="auto" className="wrap-anywhere font-medium">
                  {name}
                </span>
                <span dir="auto" className="break-words text-ink-2">
                  {message}
                </span>
                {evidence === undefined ? null : <EvidenceCheck file={evidence} />}
              </li>
            ))}
            {state.refused > state.problems.length ? (
              <li className="py-1.5 text-ink-3 text-table">
                and {formatCount(state.refused - state.problems.length)} more
              </li>
            ) : null}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

/** Verifies an evidence file, and shows what was altered. */
function EvidenceCheck({ file }: { readonly file: Blob }) {
  const bridge = useBridge();
  const verify = useMutation({
    mutationFn: async () => {
      const fileId = await uploadFile(bridge, file, () => undefined, new AbortController().signal);
      return bridge.call('exports.verify', { fileId });
    },
  });
  const { data: verdict } = verify;
  if (verdict === undefined)
    return (
      <div className="flex flex-col items-start gap-1 py-1">
        <Button size="small" busy={verify.isPending} onClick={() => verify.mutate()}>
          Verify
        </Button>
        {verify.error ? <ErrorNotice error={failureOf(verify.error)} /> : null}
      </div>
    );
  return (
    <div role="status" className="flex flex-col gap-0.5 py-1">
      <span className={verdict.intact ? 'font-medium text-good' : 'font-medium text-bad'}>
        {verdict.intact ? 'Intact' : 'Altered'}: {formatQuantity(verdict.observations, 'answer')}
      </span>
      {verdict.findings.map((finding) => (
        <span key={finding}>{finding}</span>
      ))}
      {verdict.seal === null ? null : (
        <span className="wrap-anywhere text-ink-2">
          Seal {verdict.seal}. Compare it with the one you stored elsewhere.
        </span>
      )}
    </div>
  );
}

function titleOf({ phase, added }: ImportState): string {
  if (phase === 'reading') return 'Importing results';
  return added > 0 ? 'Results imported' : 'No new results';
}

function sentenceOf({ phase, files, filesRead, added, known, refused }: ImportState): string {
  const parts = [`${formatQuantity(added, 'result')} imported`, `${formatCount(known)} already imported`];
  if (refused > 0) parts.push(`${formatCount(refused)} not imported`);
  const from =
    phase === 'reading'
      ? `, ${formatCount(filesRead)} of ${formatQuantity(files, 'file')} read`
      : `, from ${formatQuantity(files, 'file')}`;
  return `${parts.join(', ')}${from}.`;
}
