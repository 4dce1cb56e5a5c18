import { useState } from 'react';
import { useRoute } from '../bridge/BridgeContext.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';

/**
 * The stored page of an answer. Its content is untrusted: the frame runs no scripts, has an opaque origin, and
 * inherits a policy that blocks all requests.
 */
export function PageBody({ observationId }: { readonly observationId: string }) {
  const detail = useRoute('observations.get', { id: observationId }, { once: true });
  const [chosen, setChosen] = useState(0);
  const pages = detail.data?.pages ?? [];
  const pageId = pages[chosen]?.id ?? '';
  const page = useRoute(
    'observations.page',
    { id: observationId, pageId },
    { enabled: pageId !== '', once: true },
  );
  if (detail.error) return <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />;
  if (detail.data === undefined) return <p className="text-ink-3 text-table">Loading…</p>;
  if (pages.length === 0)
    return (
      <p className="text-ink-3 text-table">
        No page is stored with this answer. Turn on “Page as HTML” under Extra data to store pages.
      </p>
    );
  return (
    <div className="flex flex-col gap-2">
      {pages.length > 1 ? (
        <div className="flex gap-1">
          {pages.map((each, index) => (
            <Button
              key={each.id}
              size="small"
              look="quiet"
              aria-pressed={index === chosen}
              onClick={() => setChosen(index)}
            >
              Page {index + 1}
            </Button>
          ))}
        </div>
      ) : null}
      {page.error ? <ErrorNotice error={page.error} onRetry={() => void page.refetch()} /> : null}
      {page.data ? (
        <iframe
          title="Stored page"
          sandbox=""
          srcDoc={page.data.html}
          className="h-[70vh] w-full rounded-md border border-line bg-white"
        />
      ) : null}
    </div>
  );
}
