import { FileText, Square, SquareCheck } from 'lucide-react';
import { memo } from 'react';
import type { SearchHit } from '#shared/model/search.ts';
import { type Passage, PassageIn } from '../../../reading/readIn/passages.tsx';
import type { ReadMode } from '../../../reading/readIn/readInStore.ts';
import { Badge } from '../../../ui/Chip.tsx';
import { useEngineNames } from '../../../ui/engineNames.ts';
import { PaintedFlag } from '../../../ui/Flag.tsx';
import { ListOption } from '../../../ui/ListOption.tsx';
import { locationLabel } from '../../../ui/locationLabels.ts';
import { SnippetText } from '../../../ui/SnippetText.tsx';
import { RelativeTime } from '../../../ui/Times.tsx';

/** Height of every row in CSS pixels. A constant height gives the length of the list without rendering it. */
export const hitHeight = 84;

const fields = {
  question: 'in the question',
  answer: null,
  source: 'in a source',
  query: 'in a query',
  product: 'in a product',
  ad: 'in an ad',
  more: 'in details',
  translation: 'in a translation',
  note: 'in a note',
  error: 'in the reason',
} as const;

type HitRowProps = {
  readonly hit: SearchHit;
  readonly index: number;
  readonly total: number;
  readonly top: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly mode: ReadMode;
  readonly to: string;
  /** Of its text; null if there is none, or none is wanted. */
  readonly translation: string | null;
  readonly onOpen: (hit: SearchHit, index: number) => void;
  readonly onOpenAnswer: (observationId: string) => void;
  readonly onSelect: (hit: SearchHit, index: number) => void;
};

export const hitId = (hit: SearchHit): string => `hit-${hit.observationId ?? hit.cellId}`;

/** A found answer: market and time, question, and the matching text. */
export const HitRow = memo(function HitRow(props: HitRowProps) {
  const { hit, index, total, top, active, selected, mode, to, translation, onOpen, onOpenAnswer, onSelect } =
    props;
  const { observationId } = hit;
  const nameOf = useEngineNames();
  const { code, name } = locationLabel(hit.market);
  const field = hit.snippet ? fields[hit.snippet.field] : null;
  const Box = selected ? SquareCheck : Square;
  return (
    <ListOption
      id={hitId(hit)}
      index={index}
      total={total}
      top={top}
      height={hitHeight}
      active={active}
      selected={selected}
      onClick={() => onOpen(hit, index)}
      className="flex gap-3 px-4 py-2"
    >
      <span
        aria-hidden="true"
        title={hit.observationId === null ? 'No answer to compare' : 'Select for comparison (Space)'}
        onClick={(event) => {
          event.stopPropagation();
          onSelect(hit, index);
        }}
        className="flex h-5 shrink-0 items-center"
      >
        <Box
          size={15}
          className={selected ? 'text-accent' : hit.observationId === null ? 'invisible' : 'text-ink-3'}
        />
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-5 items-center gap-2 text-table">
          <PaintedFlag country={hit.market.country} />
          <span className="shrink-0 font-semibold tabular">{code}</span>
          <span className="truncate text-ink-2 @max-3xl:hidden">{name}</span>
          <span dir="auto" title={hit.question} className="min-w-0 flex-1 truncate font-medium text-ink">
            {hit.question}
          </span>
          {hit.status === 'failed' ? <Badge tone="bad">failed</Badge> : null}
          {hit.driver === 'sandbox' ? <Badge tone="warn">sandbox</Badge> : null}
          <span className="max-w-32 shrink-0 truncate text-ink-3 @max-3xl:hidden">
            {nameOf(hit.engine, hit.connectionId)}
          </span>
          {observationId === null ? null : (
            <span
              aria-hidden="true"
              title="Open answer (O)"
              onClick={(event) => {
                event.stopPropagation();
                onOpenAnswer(observationId);
              }}
              className="flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:bg-pressed hover:text-ink"
            >
              <FileText size={13} />
            </span>
          )}
          <span className="w-24 shrink-0 truncate text-end text-ink-3">
            <RelativeTime atMs={hit.atMs} />
          </span>
        </div>
        {hit.error ? (
          <span className="line-clamp-2 text-bad text-table [overflow-wrap:anywhere]">
            {hit.error.message}
          </span>
        ) : hit.snippet ? (
          <Found {...{ hit, mode, to, translation }} snippet={hit.snippet} />
        ) : (
          <span className="text-ink-3 text-table">{hit.sourceCount} sources</span>
        )}
        {field === null || hit.error ? null : <span className="text-ink-3 text-mini">{field}</span>}
      </div>
    </ListOption>
  );
});

/** The matching text. A row has two lines for it: one each for original and translation. */
function Found({
  hit,
  snippet,
  ...read
}: Pick<HitRowProps, 'hit' | 'mode' | 'to' | 'translation'> & {
  readonly snippet: NonNullable<SearchHit['snippet']>;
}) {
  const language = snippet.field === 'answer' ? hit.language : null;
  if (read.translation === null) return <SnippetText snippet={snippet} language={language} />;
  return (
    <PassageIn {...read} className={read.mode === 'both' ? 'line-clamp-1!' : 'line-clamp-2!'}>
      <SnippetText snippet={snippet} language={language} className="line-clamp-1!" />
    </PassageIn>
  );
}

/** The words of the answer that a search found; null if they are of something else. */
export function passageOf({ observationId, snippet, language }: SearchHit): Passage | null {
  return observationId === null || snippet === null || snippet.field !== 'answer'
    ? null
    : { observationId, text: snippet.text, language };
}
