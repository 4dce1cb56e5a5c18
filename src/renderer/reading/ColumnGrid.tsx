import {
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { locationLabel } from '../ui/locationLabels.ts';
import { ColumnEdge } from './ColumnEdge.tsx';
import type { ShownColumn } from './columnGroups.ts';
import type { ColumnWidths } from './columnWidths.ts';
import { type ScreenRangeStore, useColumnsAcross } from './useColumnsAcross.ts';

export type GridHandle = { readonly reveal: (key: string) => void };

type ColumnGridProps = {
  readonly pinned: readonly ShownColumn[];
  readonly free: readonly ShownColumn[];
  readonly widths: ColumnWidths;
  readonly onWidth: (key: string, width: number | null) => void;
  readonly renderHead: (column: ShownColumn) => ReactNode;
  readonly renderBody: (column: ShownColumn) => ReactNode;
  readonly label: string;
  readonly handle?: Ref<GridHandle>;
  /** Visible columns, for the overview strip. */
  readonly range: ScreenRangeStore;
  /** Changes when the height may shrink: another tab, a fold. */
  readonly heightKey: string;
};

/**
 * Columns side by side in one scroll container. Pinned columns stay at the left, the others exist only near the
 * viewport, headers stay at the top. Columns are flex items, so the tallest visible one determines the height.
 */
export function ColumnGrid(props: ColumnGridProps) {
  const { pinned, free, widths, renderHead, renderBody, label, handle, range, heightKey } = props;
  const content = useRef<HTMLDivElement>(null);
  const { scroller, usual, widthOf, onWidth, fixed, sticks, virtualizer } = useColumnsAcross({
    pinned,
    free,
    widths,
    onWidth: props.onWidth,
    gutter: 0,
    range,
    scrolling: { overscan: 1 },
  });

  useImperativeHandle(
    handle,
    () => ({
      reveal: (key) => {
        const index = free.findIndex((column) => column.key === key);
        if (index !== -1) virtualizer.scrollToIndex(index, { align: 'auto' });
        else if (pinned.some((column) => column.key === key) && !sticks)
          scroller.current?.scrollTo({ left: 0 });
      },
    }),
    [pinned, free, virtualizer, sticks, scroller],
  );

  const items = virtualizer.getVirtualItems();
  const minHeight = useGreatestHeight(content, `${heightKey} ${usual} ${[...widths.values()].join()}`);
  const start = (items[0]?.start ?? fixed) - fixed;
  const end = virtualizer.getTotalSize() - (items.at(-1)?.end ?? fixed);

  const edge = (column: ShownColumn): ReactNode => (
    <ColumnEdge
      name={locationLabel(column.market).name}
      width={widthOf(column.key)}
      onWidth={(width, done) => onWidth(column.key, width, done)}
    />
  );

  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the one scroll of all columns is moved by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 short:min-h-[80vh] overflow-auto overscroll-contain bg-surface [overflow-anchor:none]"
    >
      <div
        ref={content}
        style={{ width: virtualizer.getTotalSize(), minHeight: `max(100%, ${minHeight}px)` }}
        className="flex items-stretch"
      >
        {pinned.map((column, index) => (
          <div
            key={column.key}
            data-column={column.key}
            style={{
              width: widthOf(column.key),
              ...(sticks
                ? { left: pinned.slice(0, index).reduce((sum, each) => sum + widthOf(each.key), 0) }
                : {}),
            }}
            className={`flex shrink-0 flex-col border-line-strong border-e bg-surface ${sticks ? 'sticky z-20' : ''}`}
          >
            <div className="sticky top-0 z-10">
              {renderHead(column)}
              {edge(column)}
            </div>
            <div className="px-3 py-3">{renderBody(column)}</div>
          </div>
        ))}
        <div aria-hidden="true" style={{ width: start }} className="shrink-0" />
        {items.map((item) => {
          const column = free[item.index];
          return column ? (
            <div
              key={item.key}
              data-column={column.key}
              style={{ width: widthOf(column.key) }}
              className="flex shrink-0 flex-col border-line border-e"
            >
              <div className="sticky top-0 z-10">
                {renderHead(column)}
                {edge(column)}
              </div>
              <div className="px-3 py-3">
                <LateBody immediate={!virtualizer.isScrolling}>{() => renderBody(column)}</LateBody>
              </div>
            </div>
          ) : null;
        })}
        <div aria-hidden="true" style={{ width: Math.max(0, end) }} className="shrink-0" />
      </div>
    </section>
  );
}

/** The maximum height of the content so far, because the page must not shrink when a long column is scrolled out. */
function useGreatestHeight(ref: React.RefObject<HTMLElement | null>, key: string): number {
  const [greatest, setGreatest] = useState({ key, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const height = element.offsetHeight;
      setGreatest((now) => (now.key !== key || height > now.height ? { key, height } : now));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, key]);
  return greatest.key === key ? greatest.height : 0;
}

type LateBodyProps = {
  /** Rendered with the column, because the user is not scrolling. */
  readonly immediate: boolean;
  readonly children: () => ReactNode;
};

/**
 * The text of a column that becomes visible while scrolling. Its header is rendered immediately, its text when the
 * browser is idle, so that fast scrolling does not wait for answers that it passes.
 */
function LateBody({ immediate, children }: LateBodyProps) {
  const [ready, setReady] = useState(immediate);
  useEffect(() => {
    if (ready) return;
    const handle = requestIdleCallback(() => startTransition(() => setReady(true)), { timeout: 400 });
    return () => cancelIdleCallback(handle);
  }, [ready]);
  return ready ? children() : <div aria-hidden="true" className="h-40" />;
}
