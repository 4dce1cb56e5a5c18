import { useVirtualizer } from '@tanstack/react-virtual';
import { Search, Trash2 } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { RunSummary } from '#shared/bridge/routes/runs.ts';
import type { SearchHit } from '#shared/bridge/routes/search.ts';
import { useCommands } from '../../app/commands.tsx';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { FlagStrip } from '../../ui/FlagStrip.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { listPlace } from '../../ui/listKeys.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { runEngines, runTitle } from '../../ui/runWords.ts';
import { RelativeTime } from '../../ui/Times.tsx';
import { EmptyHistory } from './EmptyHistory.tsx';
import { HistoryTakeOut } from './HistoryTakeOut.tsx';
import type { HistoryStore } from './historyStore.ts';
import type { ResultsHandle } from './search/HitList.tsx';
import { SavedSearches } from './search/SavedSearches.tsx';
import { SearchResults } from './search/SearchResults.tsx';
import type { SearchStore } from './search/searchStore.ts';

const rowHeight = 32;

export type HistoryHandle = { readonly focusSearch: () => void };

type HistoryPlaceProps = {
  readonly store: HistoryStore;
  readonly searchStore: SearchStore;
  readonly searchText: string;
  readonly onSearch: (text: string) => void;
  readonly onOpen: (runId: string) => void;
  readonly onOpenHit: (hit: SearchHit) => void;
  /** The answer by itself. */
  readonly onOpenAnswer: (observationId: string) => void;
  readonly onCompare: (observationIds: readonly string[]) => void;
  readonly onPreview: (runId: string) => void;
  readonly onRemoved: (run: RunSummary) => void;
  readonly onAsk: () => void;
  readonly onAskFirst: () => void;
  /** What else can be done with the history; stands beside the search. */
  readonly actions?: ReactNode;
  readonly handle?: Ref<HistoryHandle>;
};

/** Every run on this computer, newest first. Enter opens, Space previews, Delete asks whether to delete. */
export function HistoryPlace(props: HistoryPlaceProps) {
  const {
    store,
    searchStore,
    searchText,
    onSearch,
    onOpen,
    onOpenHit,
    onOpenAnswer,
    onCompare,
    onPreview,
    onRemoved,
    onAsk,
    onAskFirst,
    actions,
    handle,
  } = props;
  const {
    runs,
    more,
    loading,
    loadingMore,
    failure,
    removeFailure,
    everywhere,
    loadMore,
    reload,
    showEverywhere,
    remove,
  } = useStore(store);
  const [active, setActive] = useState(0);
  const [removing, setRemoving] = useState<RunSummary | null>(null);
  const [draft, setDraft] = useState(searchText);
  const scroller = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const results = useRef<ResultsHandle>(null);
  const searching = searchText.trim() !== '';
  const find = useStore(searchStore, (state) => state.search);

  useImperativeHandle(handle, () => ({ focusSearch: () => searchBox.current?.select() }));
  useEffect(() => {
    void find(searchText);
    setDraft((now) => (now.trim() === searchText.trim() ? now : searchText));
    setActive(0);
  }, [find, searchText]);
  useCommands(
    useMemo(
      () => [
        {
          id: 'search-here',
          title: 'Search the answers',
          group: 'History',
          keys: ['/'],
          keyOnly: true,
          yieldsToText: true,
          run: () => searchBox.current?.select(),
        },
      ],
      [],
    ),
  );
  useEffect(() => {
    if (draft === searchText) return;
    const timer = setTimeout(() => onSearch(draft), 150);
    return () => clearTimeout(timer);
  }, [draft, searchText, onSearch]);

  const rows = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 16,
    getItemKey: (index) => runs[index]?.id ?? index,
  });
  const items = rows.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && lastShown >= runs.length - 20) void loadMore();
  }, [more, lastShown, runs.length, loadMore]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const run = runs[active];
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2);
    const to = listPlace(event, { count: runs.length, active, page });
    if (to !== null) {
      setActive(to);
      rows.scrollToIndex(to, { align: 'auto' });
    } else if (event.key === 'Enter' && run) onOpen(run.id);
    else if (event.key === ' ' && run) onPreview(run.id);
    else if (event.key === 'Delete' && run) setRemoving(run);
    else return;
    event.preventDefault();
  };

  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-3 px-4 py-3">
        <h1 className="font-semibold text-title">History</h1>
        <label className="ms-auto flex h-7 w-full max-w-xl items-center gap-2 rounded-md border border-control bg-surface px-2 focus-within:outline-2 focus-within:outline-accent">
          <Search size={13} aria-hidden="true" className="text-ink-3" />
          <input
            ref={searchBox}
            type="search"
            aria-label="Search history"
            placeholder="Search all answers: words, “a phrase”, lock*, -without, country:DE"
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') {
                event.preventDefault();
                if (searching) results.current?.focus();
                else scroller.current?.focus();
              } else if (event.key === 'Escape' && draft !== '') {
                event.preventDefault();
                setDraft('');
              }
            }}
            className="min-w-0 flex-1 bg-transparent outline-none"
          />
        </label>
        <SavedSearches store={searchStore} text={searchText} onSearch={onSearch} />
        <HistoryTakeOut text={searchText} />
        {actions}
      </div>
      {failure ? <ErrorNotice error={failure} className="mx-4 mb-3" onRetry={() => void reload()} /> : null}
      {removeFailure ? <ErrorNotice error={removeFailure} className="mx-4 mb-3" /> : null}
      {searching ? (
        <SearchResults
          store={searchStore}
          text={searchText}
          onSearch={onSearch}
          onOpen={onOpenHit}
          onOpenAnswer={onOpenAnswer}
          onCompare={onCompare}
          handle={results}
        />
      ) : runs.length === 0 && !loading && !failure ? (
        <EmptyHistory
          everywhere={everywhere}
          onAsk={onAsk}
          onAskExample={onAskFirst}
          onEverywhere={() => showEverywhere(true)}
        />
      ) : (
        <>
          <div
            aria-hidden="true"
            className={`${grid} h-7 shrink-0 border-line-strong border-b text-ink-3 text-table`}
          >
            <span>Question</span>
            <span className="@max-3xl:hidden">Engine</span>
            <span>Markets</span>
            <span className="text-end @max-3xl:hidden">Answers</span>
            <span className="text-end @max-3xl:hidden">Credits</span>
            <span className="text-end">Asked</span>
          </div>
          <div
            ref={scroller}
            role="listbox"
            aria-label="Runs"
            aria-busy={loading || loadingMore}
            tabIndex={0}
            aria-activedescendant={runs[active] ? `run-${runs[active].id}` : undefined}
            onKeyDown={onKeyDown}
            className="group min-h-0 flex-1 overflow-y-auto -outline-offset-2"
          >
            <div style={{ height: rows.getTotalSize() }} className="relative">
              {items.map((item) => {
                const run = runs[item.index];
                return run ? (
                  <Row
                    key={run.id}
                    run={run}
                    top={item.start}
                    active={item.index === active}
                    position={item.index + 1}
                    total={more ? -1 : runs.length}
                    onSelect={() => {
                      setActive(item.index);
                      onOpen(run.id);
                    }}
                  />
                ) : null;
              })}
            </div>
            {loadingMore ? (
              <p className="p-2 text-center text-ink-3 text-table">Reading older runs…</p>
            ) : null}
          </div>
          <footer className="flex h-8 shrink-0 items-center gap-4 border-line border-t px-4 text-ink-3 text-table">
            <span>
              {formatQuantity(runs.length, 'run')}
              {more ? ' and more' : ''}
            </span>
            <label className="flex min-h-6 items-center gap-1.5">
              <input
                type="checkbox"
                checked={everywhere}
                onChange={(event) => showEverywhere(event.target.checked)}
              />
              All projects
            </label>
            <span className="ms-auto @max-3xl:hidden">Enter opens · Space previews · Delete removes</span>
            <Button
              look="quiet"
              size="icon-small"
              aria-label="Delete the marked run"
              disabled={!runs[active]}
              onClick={() => setRemoving(runs[active] ?? null)}
            >
              <Trash2 size={13} aria-hidden="true" />
            </Button>
          </footer>
        </>
      )}
      <ConfirmDialog
        open={removing !== null}
        title="Delete this run?"
        action={`Delete ${formatQuantity(removing?.counts.completed ?? 0, 'answer')}`}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing)
            void remove(removing.id).then((removed) => {
              if (removed) onRemoved(removing);
            });
        }}
      >
        <q dir="auto">{removing?.question}</q> and its answers are removed from this computer. This cannot be
        undone.
      </ConfirmDialog>
    </div>
  );
}

const grid =
  'grid grid-cols-[minmax(10rem,1fr)_minmax(0,12rem)_6rem] items-center gap-4 px-4 @3xl:grid-cols-[minmax(14rem,1fr)_9.5rem_minmax(8rem,0.5fr)_5rem_4rem_6.5rem]';

type RowProps = {
  readonly run: RunSummary;
  readonly top: number;
  readonly active: boolean;
  readonly position: number;
  readonly total: number;
  readonly onSelect: () => void;
};

function Row({ run, top, active, position, total, onSelect }: RowProps) {
  const nameOf = useEngineNames();
  const { counts } = run;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list is the one tab stop and names the active option
    <div
      id={`run-${run.id}`}
      role="option"
      aria-selected={active}
      aria-posinset={position}
      aria-setsize={total}
      onClick={onSelect}
      style={{ transform: `translateY(${top}px)`, height: rowHeight }}
      className={`${grid} absolute inset-x-0 top-0 border-line border-b hover:bg-hover ${
        active
          ? 'bg-hover group-focus-visible:bg-accent-soft group-focus-visible:shadow-[inset_2px_0_0_var(--accent)]'
          : ''
      }`}
    >
      <span dir="auto" className="truncate" title={run.question}>
        {runTitle(run)}
      </span>
      <span className="flex min-w-0 items-center gap-1.5 truncate text-ink-2 text-table @max-3xl:hidden">
        <span className="truncate">{runEngines(run, nameOf)}</span>
        {run.connectionId === 'imported' ? <Badge title="Fetched elsewhere">imported</Badge> : null}
        {run.drivers.includes('sandbox') ? <Badge tone="warn">sandbox</Badge> : null}
      </span>
      <FlagStrip cells={run.strip} total={run.markets} />
      <span className="flex items-center justify-end gap-1.5 text-end text-table tabular @max-3xl:hidden">
        {run.state === 'running' ? (
          <ProgressRing
            share={counts.total === 0 ? 0 : (counts.total - counts.planned - counts.running) / counts.total}
          />
        ) : null}
        <span className={counts.failed + counts.unknown > 0 ? 'text-bad' : 'text-ink-2'}>
          {counts.completed === counts.total
            ? formatCount(counts.total)
            : `${formatCount(counts.completed)} of ${formatCount(counts.total)}`}
        </span>
      </span>
      <span className="text-end text-ink-2 text-table tabular @max-3xl:hidden">
        {formatCount(run.creditsCharged)}
      </span>
      <span className="truncate text-end text-ink-2 text-table">
        <RelativeTime atMs={run.createdAtMs} />
      </span>
    </div>
  );
}
