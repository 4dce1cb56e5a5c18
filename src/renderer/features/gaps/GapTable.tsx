import { StickyNote } from 'lucide-react';
import { useState } from 'react';
import type { GapStatus, GapView } from '#shared/model/gap.ts';
import { gapStatuses } from '#shared/model/gapLists.ts';
import {
  gapKindLabel,
  gapListLabel,
  gapMarketName,
  gapOutcome,
  gapReach,
  gapSubject,
  gapsTable,
} from '#shared/tables/gapTables.ts';
import {
  PassageIn,
  type ReadPassages,
  ReadPassagesBar,
  usePassages,
} from '../../reading/readIn/passages.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { inputLook } from '../../ui/Field.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { formatDay } from '../../ui/format.ts';
import { Popover, PopoverClose } from '../../ui/Popover.tsx';
import type { SheetSource } from '../../ui/SheetMenu.tsx';
import { SnippetText } from '../../ui/SnippetText.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf, type TableColumn } from '../../ui/tableColumns.tsx';
import { VisibilityBar } from '../../ui/VisibilityBar.tsx';
import { formatAddress } from '../../window/address.ts';

export type Mark = (gaps: readonly GapView[], status: GapStatus, note?: string) => void;

type GapTableProps = {
  readonly gaps: readonly GapView[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string) => void;
  readonly onMark: Mark;
  /** The complete list; `gaps` are its first entries. */
  readonly sheet: SheetSource;
};

/** Gaps with their evidence (a sentence or a page) and status. */
export function GapTable({ gaps, selected, onSelect, onMark, sheet }: GapTableProps) {
  const nameOf = useEngineNames();
  const passages = usePassages(
    gaps.flatMap(({ quote, observationId, language }) =>
      quote === null ? [] : { observationId, language, text: quote.text },
    ),
  );
  const select: TableColumn<GapView> = {
    id: 'select',
    header: 'Select',
    quietHeader: true,
    cell: (gap) => (
      <input
        type="checkbox"
        aria-label={`Select ${gapSubject(gap)}, ${gapMarketName(gap)}`}
        checked={selected.has(gap.id)}
        onChange={() => onSelect(gap.id)}
      />
    ),
  };
  const columns = columnsOf(gapsTable, {
    gap: { value: gapSubject, cell: (gap) => evidenceOf(gap, passages), className: 'max-w-60 py-1.5' },
    market: {
      header: 'Market, engine',
      value: gapMarketName,
      cell: (gap) => (
        <span className="flex flex-col">
          <span className="flex items-center gap-1.5 whitespace-nowrap">
            <Flag country={gap.market.country} />
            {gapMarketName(gap)}
          </span>
          <span className="whitespace-nowrap text-ink-3">{nameOf(gap.engine)}</span>
        </span>
      ),
    },
    question: {
      value: ({ key }) => key.question,
      cell: ({ key }) => (
        <span dir="auto" title={key.question} className="line-clamp-2">
          {key.question}
        </span>
      ),
      className: 'min-w-32 max-w-44',
    },
    low: { align: 'start', cell: reachOf, className: 'min-w-72' },
    outcome: {
      value: ({ closedAtMs, sinceMs }) => closedAtMs ?? sinceMs,
      cell: (gap) => <span className="line-clamp-2 min-w-24">{gapOutcome(gap, formatDay)}</span>,
    },
    status: {
      value: ({ status }) => gapStatuses.indexOf(status),
      cell: (gap) => statusOf(gap, onMark),
    },
  });
  return (
    <>
      <ReadPassagesBar passages={passages} />
      <Table
        label="Gaps"
        columns={[select, ...columns]}
        rows={gaps}
        rowKey={({ id }) => id}
        empty="No gaps in this list."
        sheet={sheet}
      />
    </>
  );
}

const reachOf = (gap: GapView) => (
  <span className="flex flex-col gap-0.5">
    <VisibilityBar
      rate={{
        numerator: gap.count,
        denominator: gap.of,
        value: gap.of === 0 ? null : gap.count / gap.of,
        low: gap.low,
        high: gap.high,
      }}
    />
    <span className="text-ink-3">
      in {gap.runs} of {gap.ofRuns} {gap.ofRuns === 1 ? 'run' : 'runs'}
    </span>
  </span>
);

/** What competitors have, with the sentence or page as evidence. */
function evidenceOf(gap: GapView, passages: ReadPassages) {
  const { key, quote, url, language, observationId } = gap;
  return (
    <span className="flex min-w-56 flex-col gap-0.5">
      <span className="flex items-center gap-1.5">
        <a
          dir="auto"
          href={formatAddress({ name: 'answer', observationId })}
          title={`${gapReach(gap)}. Open the latest answer`}
          className="inline-flex min-h-6 items-center truncate font-semibold text-ink hover:text-accent hover:underline"
        >
          {gapSubject(gap)}
        </a>
        <Badge>{gapKindLabel[key.kind]}</Badge>
      </span>
      {key.kind === 'citation' && url !== null ? (
        <ExternalLink href={url} className="min-h-6 truncate text-accent leading-6 hover:underline">
          {url.replace(/^https?:\/\//, '')}
        </ExternalLink>
      ) : null}
      {quote === null ? null : (
        <PassageIn
          {...passages.language}
          translation={passages.translationOf({ observationId, text: quote.text })}
          className="line-clamp-3"
        >
          <SnippetText snippet={quote} language={language} />
        </PassageIn>
      )}
    </span>
  );
}

function statusOf(gap: GapView, onMark: Mark) {
  return (
    <span className="flex items-center gap-1">
      <select
        aria-label={`Status of ${gapSubject(gap)}, ${gapMarketName(gap)}`}
        className={`${inputLook} w-24!`}
        value={gap.status}
        onChange={({ target }) => {
          const status = gapStatuses.find((each) => each === target.value);
          if (status !== undefined) onMark([gap], status);
        }}
      >
        {gapStatuses.map((status) => (
          <option key={status} value={status}>
            {gapListLabel[status]}
          </option>
        ))}
      </select>
      <NoteButton key={gap.note} gap={gap} onMark={onMark} />
    </span>
  );
}

function NoteButton({ gap, onMark }: { readonly gap: GapView; readonly onMark: Mark }) {
  const [text, setText] = useState(gap.note);
  const label = `${gap.note === '' ? 'Add note to' : 'Edit note of'} ${gapSubject(gap)}, ${gapMarketName(gap)}`;
  return (
    <Popover
      label="Note"
      align="end"
      className="flex w-72 flex-col gap-2 p-3"
      trigger={
        <IconButton
          Icon={StickyNote}
          px={13}
          label={label}
          title={gap.note === '' ? 'Add note' : gap.note}
          className={gap.note === '' ? undefined : 'text-accent'}
        />
      }
    >
      <textarea
        aria-label="Note"
        dir="auto"
        rows={3}
        maxLength={2000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="w-full rounded-md border border-control bg-surface px-2 py-1"
      />
      <PopoverClose asChild>
        <Button look="primary" className="self-end" onClick={() => onMark([gap], gap.status, text.trim())}>
          Save note
        </Button>
      </PopoverClose>
    </Popover>
  );
}
