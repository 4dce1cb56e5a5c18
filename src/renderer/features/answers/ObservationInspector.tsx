import { FileText, History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ObservationDetail } from '#shared/model/observation.ts';
import { withoutMarks } from '#shared/text/markdown/citationMarks.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { AnswerWords } from '../../reading/AnswerText.tsx';
import { DriverBadge } from '../../reading/DriverBadge.tsx';
import { PageBody } from '../../reading/PageBody.tsx';
import { RawBody } from '../../reading/RawBody.tsx';
import { RawToolbar } from '../../reading/RawToolbar.tsx';
import type { RawView } from '../../reading/rawView.ts';
import { ReadInFrame } from '../../reading/readIn/ReadInFrame.tsx';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { formatBytes, formatQuantity } from '../../ui/format.ts';
import { locationLabel } from '../../ui/locationLabels.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { navigation } from '../../window/navigation.tsx';
import { ObservationFacts } from './ObservationFacts.tsx';

/** Evidence of one answer: market, time, request, response and cost. */
export function ObservationInspector({ observationId }: { readonly observationId: string }) {
  const detail = useRoute('observations.get', { id: observationId }, { once: true });
  if (detail.error)
    return <ErrorNotice error={detail.error} className="m-3" onRetry={() => void detail.refetch()} />;
  if (detail.data === undefined) return <p className="p-3 text-ink-3 text-table">Loading…</p>;
  return <Detail detail={detail.data} />;
}

function Detail({ detail }: { readonly detail: ObservationDetail }) {
  const { code, name } = locationLabel(detail.market);
  return (
    <div className="flex flex-col gap-4 p-3">
      <div className="flex items-center gap-2">
        <Flag country={detail.market.country} />
        <span className="font-semibold">{code}</span>
        <span className="truncate text-ink-2">{name}</span>
        <span className="ms-auto">
          <DriverBadge driver={detail.driver} />
        </span>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button size="small" onClick={() => navigation.go({ name: 'answer', observationId: detail.id })}>
          <FileText size={12} aria-hidden="true" /> Open answer
        </Button>
        <Button
          size="small"
          onClick={() => navigation.go({ name: 'change-history', observationId: detail.id })}
        >
          <History size={12} aria-hidden="true" /> Change history
        </Button>
      </div>
      {detail.labels.length === 0 ? null : (
        <p className="flex flex-wrap gap-1">
          {detail.labels.map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
        </p>
      )}
      {detail.notes.map((note) => (
        <p
          key={note.id}
          dir="auto"
          className="whitespace-pre-wrap break-words rounded-md bg-sunken px-2 py-1"
        >
          {note.text}
        </p>
      ))}
      <ObservationFacts detail={detail} />
      {detail.pages.length > 0 ? (
        <Section title={formatQuantity(detail.pages.length, 'stored page')}>
          {detail.pages.map((page) => (
            <p key={page.id} className="truncate text-table" title={page.url}>
              {page.url} {page.bytes === null ? '' : `(${formatBytes(page.bytes)})`}
            </p>
          ))}
          <PageBody observationId={detail.id} />
        </Section>
      ) : null}
      <Section title="Answer">
        <ReadInFrame shown={[detail.id]} all={[detail.id]}>
          <AnswerWords observation={detail} />
        </ReadInFrame>
      </Section>
      <Section title="Raw response">
        <RawPart observationId={detail.id} />
      </Section>
      <div className="-ms-2">
        <CopyButton
          text={detail.markdown === null ? detail.text : withoutMarks(detail.markdown)}
          label="Copy answer"
        />
      </div>
    </div>
  );
}

/** The stored exchange as a tree, with search. */
function RawPart({ observationId }: { readonly observationId: string }) {
  const [view, setView] = useState<RawView>({ part: 'result', words: '' });
  return (
    <>
      <div className="flex gap-1.5">
        <RawToolbar view={view} onView={setView} />
      </div>
      <RawBody observationId={observationId} view={view} />
    </>
  );
}

/** A collapsible section. Its content is created when it is opened, because a stored page may be large. */
function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="font-medium text-ink-2 text-table">{title}</summary>
      {open ? <div className="flex flex-col gap-1 pt-1">{children}</div> : null}
    </details>
  );
}
