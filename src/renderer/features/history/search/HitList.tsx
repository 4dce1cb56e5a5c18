import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { SearchHit } from '#shared/model/search.ts';
import { usePassages } from '../../../reading/readIn/passages.tsx';
import { type ListHandle, listScreen } from '../../../ui/listKeys.ts';
import { HitRow, hitHeight, hitId, passageOf } from './HitRow.tsx';

/** Hits whose translations are asked for together. */
const pageLength = 60;

type HitListProps = {
  readonly hits: readonly SearchHit[];
  /** Whether all hits are loaded. */
  readonly complete: boolean;
  readonly loading: boolean;
  readonly loadingMore: boolean;
  readonly selected: readonly string[];
  readonly onMore: () => void;
  readonly onOpen: (hit: SearchHit) => void;
  readonly onOpenAnswer: (observationId: string) => void;
  readonly onSelect: (observationId: string) => void;
  readonly onCompare: () => void;
  readonly handle: Ref<ListHandle>;
};

/**
 * The list of hits. Separate from its surroundings, because it is rendered on every scroll. Another search is another
 * list (its `key`) and starts at the top.
 */
export function HitList(props: HitListProps) {
  const { hits, complete, loading, loadingMore, selected, handle } = props;
  const { onMore, onOpen, onOpenAnswer, onSelect, onCompare } = props;
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  useImperativeHandle(handle, () => ({ focus: () => scroller.current?.focus() }));
  const rows = useVirtualizer({
    count: hits.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => hitHeight,
    overscan: 8,
  });
  const items = rows.getVirtualItems();
  const { mode, to, translationOf } = useHitTranslations(hits, items[0]?.index ?? 0);
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (!complete && lastShown >= hits.length - 15) onMore();
  }, [complete, lastShown, hits.length, onMore]);

  const open = useCallback(
    (hit: SearchHit, index: number): void => {
      setActive(index);
      onOpen(hit);
    },
    [onOpen],
  );
  const select = useCallback(
    (hit: SearchHit, index: number): void => {
      setActive(index);
      if (hit.observationId !== null) onSelect(hit.observationId);
    },
    [onSelect],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const hit = hits[active];
    const inView = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / hitHeight) - 1);
    const to = listScreen(event, { count: hits.length, active, page: inView });
    if (to !== null) {
      setActive(to);
      rows.scrollToIndex(to, { align: 'auto' });
    } else if (event.key === 'Enter' && hit) onOpen(hit);
    else if (event.key === 'o' && !event.metaKey && !event.ctrlKey && hit?.observationId != null)
      onOpenAnswer(hit.observationId);
    else if (event.key === ' ') {
      if (hit) select(hit, active);
    } else if (event.key === 'c' && !event.metaKey && !event.ctrlKey && selected.length > 0) onCompare();
    else return;
    event.preventDefault();
  };

  const current = hits[active];
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Search results"
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
              total={complete ? hits.length : -1}
              top={item.start}
              active={item.index === active}
              selected={hit.observationId !== null && selected.includes(hit.observationId)}
              mode={mode}
              to={to}
              translation={translationOf(hit)}
              onOpen={open}
              onOpenAnswer={onOpenAnswer}
              onSelect={select}
            />
          ) : null;
        })}
      </div>
      {loadingMore ? <p className="p-2 text-center text-ink-3 text-table">Loading more…</p> : null}
    </div>
  );
}

/** The found texts from a hit on in the reader's language, by whole pages: scrolling does not ask for every line. */
function useHitTranslations(hits: readonly SearchHit[], first: number) {
  const page = Math.floor(first / pageLength);
  const passages = usePassages(
    useMemo(
      () => hits.slice(page * pageLength, (page + 2) * pageLength).flatMap((hit) => passageOf(hit) ?? []),
      [hits, page],
    ),
  );
  const { mode, to } = passages.language;
  const translationOf = (hit: SearchHit): string | null => {
    const passage = passageOf(hit);
    return passage === null ? null : passages.translationOf(passage);
  };
  return { mode, to, translationOf };
}
