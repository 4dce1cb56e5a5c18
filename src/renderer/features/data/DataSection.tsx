import { useState } from 'react';
import { progressText, useAction, useDataProgress, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { CopiesPart } from './CopiesPart.tsx';
import { FilePart, type FileWork } from './FilePart.tsx';
import { RetentionPart } from './RetentionPart.tsx';
import { SizeTable } from './SizeTable.tsx';
import { TrashPart } from './TrashPart.tsx';

type DataSectionProps = { readonly onSaid: (message: string) => void };

/** Data on disk: its size and integrity, retention, and backups. */
export function DataSection({ onSaid }: DataSectionProps) {
  const size = useRoute('data.size', {});
  const info = useRoute('app.info', {});
  const progress = useDataProgress();
  // Only one task at a time can use the file.
  const [busy, setBusy] = useState(false);
  const cancel = useAction('data.cancel');
  const begin: FileWork['begin'] = () => {
    cancel.reset();
    setBusy(true);
    return {
      onSettled: () => setBusy(false),
      onError: ({ code, message }) => (code === 'CANCELLED' ? onSaid(message) : undefined),
    };
  };
  const shared = { busy, begin, onSaid };
  const cancelling = cancel.isPending || cancel.isSuccess;
  return (
    <section aria-labelledby="data-title" className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <h2 id="data-title" className="font-semibold text-title">
          Data
        </h2>
        {size.error ? <ErrorNotice error={size.error} onRetry={() => void size.refetch()} /> : null}
        {size.error && !size.data?.counted ? null : <SizeTable size={size.data?.counted ?? null} />}
      </div>
      <div className="-my-3 flex min-h-7 items-center gap-2 text-ink-2 text-table">
        <p role="status" className="tabular">
          {busy && cancelling
            ? 'Cancelling…'
            : busy && progress === null
              ? 'Starting…'
              : progressText(progress)}
        </p>
        {busy ? (
          <Button size="small" busy={cancelling} onClick={() => cancel.mutate({})}>
            Cancel
          </Button>
        ) : null}
      </div>
      <FilePart {...shared} />
      <RetentionPart onSaid={onSaid} />
      <TrashPart onSaid={onSaid} />
      <CopiesPart
        {...shared}
        dataFolder={info.data?.dataFolder ?? null}
        canBrowse={info.data?.host === 'desktop'}
      />
    </section>
  );
}
