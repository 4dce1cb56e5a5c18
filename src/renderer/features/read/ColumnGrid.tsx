import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ArrangedColumns, Column } from './columns.ts';
import { LateBody } from './LateBody.tsx';

export const narrowest = 300;
const widest = 520;

/** Width of every column: as many as fit side by side without becoming unreadable. */
export function columnWidth(available: number, count: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, available / Math.max(1, count))));
}

export type GridHandle = { readonly reveal: (key: string) => void };

type ColumnGridProps = {
  readonly columns: ArrangedColumns;
  readonly renderHead: (column: Column, pinned: boolean) => ReactNode;
  readonly renderBody: (column: Column) => ReactNode;
  readonly label: string;
  readonly handle?: Ref<GridHandle>;
  /** Which columns are on the screen, for the overview. */
  readonly onRange?: (first: string | null, last: string | null) => void;
  /** Changes when the height may shrink: another tab, a fold. */
  readonly heightKey: string;
};

/**
 * Columns side by side in one scroll: pinned ones stay at the left, the rest exists only near the screen, headers
 * stay on top. Columns are real flex items, so the tallest one on screen gives the height.
 */
export function ColumnGrid(props: ColumnGridProps) {
  const { columns, renderHead, renderBody, label, handle, onRange, heightKey } = props;
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const available = useWidth(scroller);
  const count = columns.pinned.length + columns.free.length;
  const width = columnWidth(available, count);
  // Pinned columns that would fill the screen scroll like the others.
  const sticks = columns.pinned.length * width <= available * 0.6;
  const pinnedWidth = columns.pinned.length * width;

  const virtualizer = useVirtualizer({
    horizontal: true,
    count: columns.free.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => width,
    getItemKey: (index) => columns.free[index]?.key ?? index,
    overscan: 1,
    paddingStart: pinnedWidth,
    scrollPaddingStart: sticks ? pinnedWidth : 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new width makes every measured size wrong
  useEffect(() => virtualizer.measure(), [width, virtualizer]);

  useImperativeHandle(
    handle,
    () => ({
      reveal: (key) => {
        const index = columns.free.findIndex((column) => column.key === key);
        if (index !== -1) virtualizer.scrollToIndex(index, { align: 'auto' });
        else if (columns.pinned.some((column) => column.key === key) && !sticks)
          scroller.current?.scrollTo({ left: 0 });
      },
    }),
    [columns, virtualizer, sticks],
  );

  const items = virtualizer.getVirtualItems();
  const range = virtualizer.range;
  const first = range ? (columns.free[range.startIndex]?.key ?? null) : null;
  const last = range ? (columns.free[range.endIndex]?.key ?? null) : null;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);

  const minHeight = useGreatestHeight(content, `${heightKey} ${width}`);
  const start = (items[0]?.start ?? pinnedWidth) - pinnedWidth;
  const end = virtualizer.getTotalSize() - (items.at(-1)?.end ?? pinnedWidth);

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
        {columns.pinned.map((column, index) => (
          <div
            key={column.key}
            data-column={column.key}
            style={{ width, ...(sticks ? { left: index * width } : {}) }}
            className={`flex shrink-0 flex-col border-line-strong border-e bg-surface ${sticks ? 'sticky z-20' : ''}`}
          >
            <div className="sticky top-0 z-10">{renderHead(column, true)}</div>
            <div className="px-3 py-3">{renderBody(column)}</div>
          </div>
        ))}
        <div aria-hidden="true" style={{ width: start }} className="shrink-0" />
        {items.map((item) => {
          const column = columns.free[item.index];
          return column ? (
            <div
              key={item.key}
              data-column={column.key}
              style={{ width }}
              className="flex shrink-0 flex-col border-line border-e"
            >
              <div className="sticky top-0 z-10">{renderHead(column, false)}</div>
              <div className="px-3 py-3">
                <LateBody atOnce={!virtualizer.isScrolling}>{() => renderBody(column)}</LateBody>
              </div>
            </div>
          ) : null;
        })}
        <div aria-hidden="true" style={{ width: Math.max(0, end) }} className="shrink-0" />
      </div>
    </section>
  );
}

function useWidth(ref: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1024);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/**
 * The greatest height the content had: when a long column leaves the screen sideways, the page must not become
 * shorter under the reader.
 */
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
