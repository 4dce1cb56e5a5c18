import { useMutation } from '@tanstack/react-query';
import { FolderInput, Search, Trash2 } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { RunSummary } from '#shared/model/run.ts';
import type { SearchHit } from '#shared/model/search.ts';
import { useServerData } from '../../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../../bridge/client.ts';
import { IconButton } from '../../ui/Button.tsx';
import { DeleteRunDialog } from '../../ui/DeleteRunDialog.tsx';
import { formatQuantity } from '../../ui/format.ts';
import type { ListHandle } from '../../ui/listKeys.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { useCommands } from '../../window/commands.tsx';
import { EmptyHistory } from './EmptyHistory.tsx';
import { HistoryExport } from './HistoryExport.tsx';
import type { HistoryViewStore } from './historyView.ts';
import { RunList } from './RunList.tsx';
import { removeRun, useRunHistory } from './runHistory.ts';
import { SavedSearches } from './search/SavedSearches.tsx';
import { SearchResults } from './search/SearchResults.tsx';

export type HistoryHandle = { readonly focusSearch: () => void };

type HistoryScreenProps = {
  readonly view: HistoryViewStore;
  readonly searchText: string;
  readonly onSearch: (text: string) => void;
  readonly onOpen: (runId: string) => void;
  readonly onOpenHit: (hit: SearchHit) => void;
  /** Opens the answer alone. */
  readonly onOpenAnswer: (observationId: string) => void;
  readonly onCompare: (observationIds: readonly string[]) => void;
  readonly onPreview: (runId: string) => void;
  readonly onMarked: (runId: string | null) => void;
  /** Opens the dialog for moving a run to another project. */
  readonly onMove: (run: RunSummary) => void;
  readonly onRemoved: (run: RunSummary) => void;
  readonly onAsk: () => void;
  readonly onAskFirst: () => void;
  /** Further actions, shown beside the search. */
  readonly actions?: ReactNode;
  readonly handle?: Ref<HistoryHandle>;
};

/**
 * All runs, newest first. Enter opens, Space previews, M moves to another project, Delete deletes after confirmation.
 */
export function HistoryScreen(props: HistoryScreenProps) {
  const {
    view,
    searchText,
    onSearch,
    onOpen,
    onOpenHit,
    onOpenAnswer,
    onCompare,
    onPreview,
    onMarked,
    onMove,
    onRemoved,
    onAsk,
    onAskFirst,
    actions,
    handle,
  } = props;
  const { everywhere, showEverywhere, setText } = useStore(view);
  const { runs, more, loading, loadingMore, failure, loadMore, reload } = useRunHistory(everywhere);
  const server = useServerData();
  const remove = useMutation<boolean, BridgeFailure, RunSummary>({
    networkMode: 'always',
    mutationFn: (run) => removeRun(server, run.id),
    onSuccess: (removed, run) => {
      if (removed) onRemoved(run);
    },
  });
  const [active, setActive] = useState(0);
  const [removing, setRemoving] = useState<RunSummary | null>(null);
  const [draft, setDraft] = useState(searchText);
  const searchBox = useRef<HTMLInputElement>(null);
  const results = useRef<ListHandle>(null);
  const list = useRef<ListHandle>(null);
  const searching = searchText.trim() !== '';

  useImperativeHandle(handle, () => ({ focusSearch: () => searchBox.current?.select() }));
  useEffect(() => {
    setText(searchText);
    setDraft((now) => (now.trim() === searchText.trim() ? now : searchText));
    setActive(0);
  }, [setText, searchText]);
  useCommands(
    useMemo(
      () => [
        {
          id: 'find',
          title: 'Search answers',
          group: 'History',
          keys: ['/', 'mod+f'],
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

  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-3 px-4 py-3">
        <h1 className="font-semibold text-title">History</h1>
        <SearchBox
          box={searchBox}
          draft={draft}
          onDraft={setDraft}
          onDown={() => (searching ? results : list).current?.focus()}
        />
        <SavedSearches text={searchText} onSearch={onSearch} />
        <HistoryExport text={searchText} everywhere={everywhere} />
        {actions}
      </div>
      {failure ? <ErrorNotice error={failure} className="mx-4 mb-3" onRetry={reload} /> : null}
      {remove.error ? <ErrorNotice error={remove.error} className="mx-4 mb-3" /> : null}
      {searching ? (
        <SearchResults
          view={view}
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
          <RunList
            runs={runs}
            complete={!more}
            loading={loading}
            loadingMore={loadingMore}
            active={active}
            onActive={setActive}
            onMore={loadMore}
            onOpen={onOpen}
            onPreview={onPreview}
            onMarked={onMarked}
            onMove={onMove}
            onRemove={setRemoving}
            handle={list}
          />
          <RunListFooter
            runs={runs}
            more={more}
            selected={runs[active]}
            everywhere={everywhere}
            onEverywhere={showEverywhere}
            onMove={onMove}
            onRemove={setRemoving}
          />
        </>
      )}
      <DeleteRunDialog
        run={removing}
        onClose={() => setRemoving(null)}
        onConfirm={(run) => remove.mutate(run)}
      />
    </div>
  );
}

type SearchBoxProps = {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  /** Moves the focus to the list below. */
  readonly onDown: () => void;
};

function SearchBox({ box, draft, onDraft, onDown }: SearchBoxProps) {
  return (
    <label className="ms-auto flex h-7 w-full max-w-xl items-center gap-2 rounded-md border border-control bg-surface px-2 focus-within:outline-2 focus-within:outline-accent">
      <Search size={13} aria-hidden="true" className="text-ink-3" />
      <input
        ref={box}
        type="search"
        aria-label="Search history"
        placeholder="Search all answers: words, “a phrase”, lock*, -without, country:DE"
        value={draft}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            onDown();
          } else if (event.key === 'Escape' && draft !== '') {
            event.preventDefault();
            onDraft('');
          }
        }}
        className="min-w-0 flex-1 bg-transparent outline-none"
      />
    </label>
  );
}

type RunListFooterProps = Pick<HistoryScreenProps, 'onMove'> & {
  readonly runs: readonly RunSummary[];
  readonly more: boolean;
  readonly selected: RunSummary | undefined;
  readonly everywhere: boolean;
  readonly onEverywhere: (everywhere: boolean) => void;
  readonly onRemove: (run: RunSummary | null) => void;
};

function RunListFooter(props: RunListFooterProps) {
  const { runs, more, selected, everywhere, onEverywhere, onMove, onRemove } = props;
  return (
    <footer className="flex h-8 shrink-0 items-center gap-4 border-line border-t px-4 text-ink-3 text-table">
      <span>
        {formatQuantity(runs.length, 'run')}
        {more ? ' and more' : ''}
      </span>
      <label className="flex min-h-6 items-center gap-1.5">
        <input
          type="checkbox"
          checked={everywhere}
          onChange={(event) => onEverywhere(event.target.checked)}
        />
        All projects
      </label>
      <span className="ms-auto @max-3xl:hidden">Enter opens · Space previews · M moves · Delete removes</span>
      <IconButton
        Icon={FolderInput}
        px={13}
        label="Move selected run to another project"
        disabled={!selected}
        onClick={() => selected && onMove(selected)}
      />
      <IconButton
        Icon={Trash2}
        px={13}
        label="Delete selected run"
        disabled={!selected}
        onClick={() => onRemove(selected ?? null)}
      />
    </footer>
  );
}
