import { useMemo } from 'react';
import { useRoute } from '../bridge/BridgeContext.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { formatQuantity } from '../ui/format.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { JsonTree } from './JsonTree.tsx';
import { searchJson } from './jsonSearch.ts';
import { type RawView, rawPartOf, rawParts } from './rawView.ts';

type RawBodyProps = { readonly observationId: string; readonly view: RawView };

/** A stored exchange, unchanged: the result, its response headers, and the request. */
export function RawBody({ observationId, view }: RawBodyProps) {
  const detail = useRoute('observations.get', { id: observationId }, { once: true });
  const value = useMemo(
    () => (detail.data === undefined ? null : rawPartOf(detail.data, view.part)),
    [detail.data, view.part],
  );
  const found = useMemo(() => searchJson(value, view.words), [value, view.words]);
  if (detail.error) return <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />;
  if (detail.data === undefined) return <p className="text-ink-3 text-table">Loading…</p>;
  const label = rawParts.find((part) => part.id === view.part)?.label.toLowerCase() ?? '';
  return (
    <div className="flex flex-col gap-1">
      <div className="-ms-2 flex items-center gap-2">
        <CopyButton text={JSON.stringify(value, null, 2)} label={`Copy ${label}`} />
        {found === null ? null : (
          <span className="text-ink-2 text-table tabular">
            {found.hits === 0 ? 'no results' : formatQuantity(found.hits, 'match', 'matches')}
          </span>
        )}
      </div>
      {found !== null && found.hits === 0 ? null : (
        <JsonTree
          key={`${view.part} ${view.words}`}
          value={value}
          only={found === null ? null : found.paths}
        />
      )}
    </div>
  );
}
