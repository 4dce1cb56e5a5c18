import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type Ref, useCallback, useEffect, useImperativeHandle, useRef } from 'react';
import type { RunSummary } from '#shared/model/run.ts';
import { type ListHandle, listScreen } from '../../ui/listKeys.ts';
import { useElementWidth } from '../../ui/useElementWidth.ts';
import { RunRow, runColumns, runHeight, runOptionId } from './RunRow.tsx';

type RunListProps = {
  readonly runs: readonly RunSummary[];
  /** Whether all runs are loaded. */
  readonly complete: boolean;
  readonly loading: boolean;
  readonly loadingMore: boolean;
  /** Index of the active row. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onMore: () => void;
  readonly onOpen: (runId: string) => void;
  readonly onPreview: (runId: string) => void;
  /** The marked run, null while there is none to be seen. */
  readonly onMarked: (runId: string | null) => void;
  readonly onMove: (run: RunSummary) => void;
  readonly onRemove: (run: RunSummary) => void;
  readonly handle: Ref<ListHandle>;
};

/** The list of runs. Separate from its surroundings, because it is rendered on every scroll. */
export function RunList(props: RunListProps) {
  const { runs, complete, loading, loadingMore, active, handle } = props;
  const { onActive, onMore, onOpen, onPreview, onMarked, onMove, onRemove } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const marketsHead = useRef<HTMLSpanElement>(null);
  const marketsWidth = useElementWidth(marketsHead);
  useImperativeHandle(handle, () => ({ focus: () => scroller.current?.focus() }));
  // Keeps its identity while the runs do; otherwise the positions of all rows would be computed again.
  const runKey = useCallback((index: number) => runs[index]?.id ?? index, [runs]);
  const rows = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => runHeight,
    overscan: 8,
    getItemKey: runKey,
  });
  const items = rows.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (!complete && lastShown >= runs.length - 30) onMore();
  }, [complete, lastShown, runs.length, onMore]);

  const open = useCallback(
    (run: RunSummary, index: number): void => {
      onActive(index);
      onOpen(run.id);
    },
    [onActive, onOpen],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const run = runs[active];
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / runHeight) - 2);
    const to = listScreen(event, { count: runs.length, active, page });
    if (to !== null) {
      onActive(to);
      rows.scrollToIndex(to, { align: 'auto' });
    } else if (event.key === 'Enter' && run) onOpen(run.id);
    else if (event.key === ' ' && run) onPreview(run.id);
    else if (event.key === 'Delete' && run) onRemove(run);
    else if (event.key === 'm' && !event.metaKey && !event.ctrlKey && !event.altKey && run) onMove(run);
    else return;
    event.preventDefault();
  };

  const shown = runs.length > 0;
  // The keys in the footer work from the first moment, unless something else is being typed into or pressed.
  useEffect(() => {
    const focused = document.activeElement;
    const free = focused === null || focused === document.body || focused.matches('h1, nav a');
    if (shown && free) scroller.current?.focus({ preventScroll: true });
  }, [shown]);
  const current = runs[active];
  const marked = current?.id ?? null;
  useEffect(() => {
    onMarked(marked);
    return () => onMarked(null);
  }, [marked, onMarked]);
  return (
    <>
      <ListHead markets={marketsHead} />
      <div
        ref={scroller}
        role="listbox"
        aria-label="Runs"
        data-columns
        aria-busy={loading || loadingMore}
        tabIndex={0}
        aria-activedescendant={current ? runOptionId(current) : undefined}
        onKeyDown={onKeyDown}
        className="group min-h-0 flex-1 overflow-y-auto -outline-offset-2 not-forced-colors:outline-none"
      >
        <div style={{ height: rows.getTotalSize() }} className="relative">
          {items.map((item) => {
            const run = runs[item.index];
            return run ? (
              <RunRow
                key={run.id}
                run={run}
                index={item.index}
                total={complete ? runs.length : -1}
                top={item.start}
                active={item.index === active}
                marketsWidth={marketsWidth}
                onOpen={open}
              />
            ) : null;
          })}
        </div>
        {loadingMore ? <p className="p-2 text-center text-ink-3 text-table">Loading older runs…</p> : null}
      </div>
    </>
  );
}

/** Headings of the columns. @param markets measures the column of markets */
function ListHead({ markets }: { readonly markets: Ref<HTMLSpanElement> }) {
  return (
    <div
      aria-hidden="true"
      className={`${runColumns} h-7 shrink-0 border-line-strong border-b text-ink-3 text-table`}
    >
      <span>Question</span>
      <span className="@max-3xl:hidden">Engine</span>
      <span ref={markets}>Markets</span>
      <span className="text-end @max-3xl:hidden">Completed</span>
      <span className="text-end @max-3xl:hidden">Credits</span>
      <span className="text-end">Date</span>
    </div>
  );
}
