import { type Ref, useCallback } from 'react';
import { useStore } from 'zustand';
import type { SearchFacet, SearchHit } from '#shared/model/search.ts';
import { type FilterValue, toggleFilter } from '#shared/search/editQuery.ts';
import type { SearchField } from '#shared/search/query.ts';
import { ReadPassagesBar } from '../../../reading/readIn/passages.tsx';
import { useReadLanguage } from '../../../reading/readIn/readInStore.ts';
import { TranslateAction } from '../../../reading/readIn/TranslateAction.tsx';
import { Button, KeyHint } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Problem } from '../../../ui/Field.tsx';
import { formatCount, formatQuantity } from '../../../ui/format.ts';
import type { ListHandle } from '../../../ui/listKeys.ts';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { type HistoryViewStore, maxSelected } from '../historyView.ts';
import { FacetPanel } from './FacetPanel.tsx';
import { HitList } from './HitList.tsx';
import { useSearch } from './searchQuery.ts';

const noFacets: readonly SearchFacet[] = [];

type SearchResultsProps = {
  readonly view: HistoryViewStore;
  readonly text: string;
  readonly onSearch: (text: string) => void;
  readonly onOpen: (hit: SearchHit) => void;
  /** Opens the answer alone. */
  readonly onOpenAnswer: (observationId: string) => void;
  readonly onCompare: (observationIds: readonly string[]) => void;
  readonly handle: Ref<ListHandle>;
};

/** Found answers, newest first. Enter opens the run, O the answer, Space selects, C compares the selected answers. */
export function SearchResults(props: SearchResultsProps) {
  const { view, text, onSearch, onOpen, onOpenAnswer, onCompare, handle } = props;
  const { hits, result, complete, loading, loadingMore, failure, again, loadMore } = useSearch(text);
  const { selected, toggleSelected, clearSelected } = useStore(view);
  const toggle = useCallback(
    (field: SearchField, value: FilterValue) => onSearch(toggleFilter(text, field, value)),
    [onSearch, text],
  );
  const problems = result?.problems ?? [];
  const language = useReadLanguage();
  const foreign = hits.some((hit) => hit.observationId !== null && hit.language !== language.to);
  return (
    <div className="flex min-h-0 flex-1 border-line border-t">
      <FacetPanel facets={result?.facets ?? noFacets} text={text} onToggle={toggle} />
      <div className="flex min-w-0 flex-1 flex-col">
        {failure ? <ErrorNotice error={failure} className="m-3" onRetry={again} /> : null}
        {problems.map((problem) => (
          <div key={`${problem.at} ${problem.part}`} className="px-4 py-2">
            <Problem>
              At character {problem.at}, <q dir="auto">{problem.part}</q>: {problem.message}
            </Problem>
          </div>
        ))}
        {hits.length === 0 ? null : (
          <div className="px-4 empty:hidden">
            <ReadPassagesBar passages={{ foreign, language }}>
              <TranslateAction choice={{ search: text }} to={language.to} label="Translate what was found…" />
            </ReadPassagesBar>
          </div>
        )}
        {result === null ? (
          <p className="min-h-0 flex-1 p-4 text-ink-3">Searching…</p>
        ) : hits.length === 0 && !loading && complete ? (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <EmptyState
              title="No results"
              action={<Button onClick={() => onSearch('')}>Clear search</Button>}
            >
              {result.stored === 0
                ? 'No stored answers yet.'
                : `None of ${formatQuantity(result.stored, 'stored answer')} matches. Use * for word beginnings (lock*), quotation marks for phrases, and a minus to exclude.`}
            </EmptyState>
          </div>
        ) : (
          <HitList
            key={text}
            hits={hits}
            complete={complete}
            loading={loading}
            loadingMore={loadingMore}
            selected={selected}
            onMore={loadMore}
            onOpen={onOpen}
            onOpenAnswer={onOpenAnswer}
            onSelect={toggleSelected}
            onCompare={() => onCompare(selected)}
            handle={handle}
          />
        )}
        <footer className="flex h-9 shrink-0 items-center gap-3 border-line border-t px-4 text-ink-3 text-table">
          <span role="status" className="truncate">
            {result === null ? null : (
              <>
                {result.exact ? '' : 'at most '}
                {formatQuantity(result.total, 'answer')}
                {result.pending > 0
                  ? ` · ${formatCount(result.pending)} of ${formatCount(result.stored)} stored answers are still being indexed`
                  : ''}
              </>
            )}
          </span>
          {selected.length > 0 ? (
            <span className="ms-auto flex items-center gap-2">
              <span className="text-ink-2">
                {selected.length} selected{selected.length === maxSelected ? ' (maximum)' : ''}
              </span>
              <Button look="quiet" size="small" onClick={clearSelected}>
                Clear
              </Button>
              <Button look="primary" size="small" onClick={() => onCompare(selected)}>
                Compare selected <KeyHint>C</KeyHint>
              </Button>
            </span>
          ) : (
            <span className="ms-auto @max-3xl:hidden">
              Enter opens the run · O opens the answer · Space selects
            </span>
          )}
        </footer>
      </div>
    </div>
  );
}
