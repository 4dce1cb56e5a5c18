import { useRoute } from '../../bridge/BridgeContext.tsx';
import { JsonText } from '../../ui/JsonText.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';

/** The result exactly as it was received. */
export function RawBody({ observationId }: { readonly observationId: string }) {
  const detail = useRoute('observations.get', { id: observationId }, { staleMs: Number.POSITIVE_INFINITY });
  if (detail.error) return <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />;
  if (detail.data === undefined) return <p className="text-ink-3 text-table">Reading from the history…</p>;
  return <JsonText value={detail.data.result} label="Copy result" />;
}
