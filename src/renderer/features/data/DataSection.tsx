import { useState } from 'react';
import { progressText, useDataProgress, useRoute } from '../../bridge/BridgeContext.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { CopiesPart } from './CopiesPart.tsx';
import { FilePart } from './FilePart.tsx';
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
  const shared = { busy, onBusy: setBusy, onSaid };
  return (
    <section aria-labelledby="data-title" className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <h2 id="data-title" className="font-semibold text-title">
          Data
        </h2>
        {size.error ? <ErrorNotice error={size.error} onRetry={() => void size.refetch()} /> : null}
        {size.data?.counted ? (
          <SizeTable size={size.data.counted} />
        ) : size.error ? null : (
          <p className="text-ink-3">Counting…</p>
        )}
      </div>
      <p role="status" className="-my-3 min-h-5 text-ink-2 text-table tabular">
        {progressText(progress)}
      </p>
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
