import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SearchHit } from '#shared/bridge/routes/search.ts';
import { toggleFilter } from '#shared/search/editQuery.ts';
import { Button, KeyHint } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Problem } from '../../../ui/Field.tsx';
import { formatCount, formatQuantity } from '../../../ui/format.ts';
import { listPlace } from '../../../ui/listKeys.ts';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { FacetPanel } from './FacetPanel.tsx';
import { HitRow, hitHeight, hitId } from './HitRow.tsx';
import { mostPicked, type SearchStore } from './searchStore.ts';

export type ResultsHandle = { readonly focus: () => void };

type SearchResultsProps = {
  readonly store: SearchStore;
  readonly text: string;
  readonly onSearch: (text: string) => void;
  readonly onOpen: (hit: SearchHit) => void;
  /** The answer by itself. */
  readonly onOpenAnswer: (observationId: string) => void;
  readonly onCompare: (observationIds: readonly string[]) => void;
  readonly handle: Ref<ResultsHandle>;
};

/** Found answers, newest first. Enter opens the run, O the answer, Space picks, C shows what was picked as columns. */
export function SearchResults(props: SearchResultsProps) {
  const { store, text, onSearch, onOpen, onOpenAnswer, onCompare, handle } = props;
  const { hits, result, next, loading, loadingMore, failure, picked, again, loadMore, pick, unpickAll } =
    useStore(store);
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  useImperativeHandle(handle, () => ({ focus: () => scroller.current?.focus() }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins at its top
  useEffect(() => {
    setActive(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [text]);
  const rows = useVirtualizer({
    count: hits.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => hitHeight,
    overscan: 8,
  });
  const items = rows.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (next !== null && lastShown >= hits.length - 15) void loadMore();
  }, [next, lastShown, hits.length, loadMore]);

  const pickHit = (hit: SearchHit | undefined): void => {
    if (hit?.observationId != null) pick(hit.observationId);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const hit = hits[active];
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / hitHeight) - 1);
    const to = listPlace(event, { count: hits.length, active, page });
    if (to !== null) {
      setActive(to);
      rows.scrollToIndex(to, { align: 'auto' });
    } else if (event.key === 'Enter' && hit) onOpen(hit);
    else if (event.key === 'o' && !event.metaKey && !event.ctrlKey && hit?.observationId != null)
      onOpenAnswer(hit.observationId);
    else if (event.key === ' ') pickHit(hit);
    else if (event.key === 'c' && !event.metaKey && !event.ctrlKey && picked.length > 0) onCompare(picked);
    else return;
    event.preventDefault();
  };

  const problems = result?.problems ?? [];
  const current = hits[active];
  return (
    <div className="flex min-h-0 flex-1 border-line border-t">
      <FacetPanel
        facets={result?.facets ?? []}
        text={text}
        onToggle={(field, value) => onSearch(toggleFilter(text, field, value))}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        {failure ? <ErrorNotice error={failure} className="m-3" onRetry={() => void again()} /> : null}
        {problems.map((problem) => (
          <div key={`${problem.at} ${problem.part}`} className="px-4 pt-2">
            <Problem>
              At character {problem.at}, <q dir="auto">{problem.part}</q>: {problem.message}
            </Problem>
          </div>
        ))}
        {result === null ? (
          <p className="min-h-0 flex-1 p-4 text-ink-3">Searching…</p>
        ) : hits.length === 0 && !loading && next === null ? (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <EmptyState
              title="Nothing matches"
              action={<Button onClick={() => onSearch('')}>Clear the search</Button>}
            >
              {result.stored === 0
                ? 'No answer is stored yet.'
                : `None of ${formatQuantity(result.stored, 'stored answer')} has all of this. A star finds beginnings (lock*), quotation marks find words that stand together, a minus leaves out.`}
            </EmptyState>
          </div>
        ) : (
          <div
            ref={scroller}
            role="listbox"
            aria-label="Found answers"
            aria-multiselectable="true"
            aria-busy={loading || loadingMore}
            tabIndex={0}
            aria-activedescendant={current ? hitId(current) : undefined}
            onKeyDown={onKeyDown}
            className="group min-h-0 flex-1 overflow-y-auto -outline-offset-2"
          >
            <div style={{ height: rows.getTotalSize() }} className="relative">
              {items.map((item) => {
                const hit = hits[item.index];
                return hit ? (
                  <HitRow
                    key={hitId(hit)}
                    hit={hit}
                    index={item.index}
                    total={next === null ? hits.length : -1}
                    top={item.start}
                    active={item.index === active}
                    picked={hit.observationId !== null && picked.includes(hit.observationId)}
                    onOpen={() => {
                      setActive(item.index);
                      onOpen(hit);
                    }}
                    onOpenAnswer={onOpenAnswer}
                    onPick={() => {
                      setActive(item.index);
                      pickHit(hit);
                    }}
                  />
                ) : null;
              })}
            </div>
            {loadingMore ? <p className="p-2 text-center text-ink-3 text-table">Reading on…</p> : null}
          </div>
        )}
        <footer className="flex h-9 shrink-0 items-center gap-3 border-line border-t px-4 text-ink-3 text-table">
          <span role="status" className="truncate">
            {result === null ? null : (
              <>
                {result.exact ? '' : 'at most '}
                {formatQuantity(result.total, 'answer')}
                {result.pending > 0
                  ? ` · ${formatCount(result.pending)} of ${formatCount(result.stored)} stored answers are still being made searchable`
                  : ''}
              </>
            )}
          </span>
          {picked.length > 0 ? (
            <span className="ms-auto flex items-center gap-2">
              <span className="text-ink-2">
                {picked.length} picked{picked.length === mostPicked ? ' (the most there can be)' : ''}
              </span>
              <Button look="quiet" size="small" onClick={unpickAll}>
                Clear
              </Button>
              <Button look="primary" size="small" onClick={() => onCompare(picked)}>
                Show these as columns <KeyHint>C</KeyHint>
              </Button>
            </span>
          ) : (
            <span className="ms-auto @max-3xl:hidden">
              Enter opens the run · O the answer alone · Space picks
            </span>
          )}
        </footer>
      </div>
    </div>
  );
}
