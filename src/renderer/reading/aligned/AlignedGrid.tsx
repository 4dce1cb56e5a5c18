import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type Ref,
  useCallback,
  useContext,
  useEffect,
  useImperativeHandle,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import type { ShownColumn } from '../columnGroups.ts';
import type { ColumnWidths } from '../columnWidths.ts';
import { ReadInContext } from '../readIn/readInContext.ts';
import { type ScreenRangeStore, useColumnsAcross } from '../useColumnsAcross.ts';
import { GridHead, type HeadRenderer } from './GridHead.tsx';
import { GridRow } from './GridRow.tsx';
import { type GridSlots, gridLayout, gridSlots, gutterWidth } from './gridSlots.ts';
import { gridLines, lineHas, lineIsBare, lineKey } from './rowFilter.ts';

export type AlignedGridHandle = {
  readonly revealRow: (index: number) => void;
  readonly revealColumn: (key: string) => void;
};

type AlignedGridProps = {
  readonly comparison: ComparisonWith<'answer'>;
  readonly pinned: readonly ShownColumn[];
  readonly free: readonly ShownColumn[];
  readonly widths: ColumnWidths;
  readonly onWidth: (key: string, width: number | null) => void;
  /** Height of the column headers, CSS pixels. */
  readonly headHeight: number;
  readonly onlyDifferences: boolean;
  readonly openedGaps: ReadonlySet<number>;
  readonly onOpenGap: (from: number) => void;
  readonly current: number | null;
  readonly onCurrent: (index: number) => void;
  readonly unfolded: ReadonlySet<string>;
  readonly onToggleFold: (rowId: string) => void;
  readonly renderHead: HeadRenderer;
  /** Content of a column without an answer to align. */
  readonly renderWithout: (column: ShownColumn) => ReactNode;
  readonly range: ScreenRangeStore;
  readonly handle: Ref<AlignedGridHandle>;
};

/**
 * Grid of aligned blocks: rows are blocks, columns are markets. A row has the height of its tallest cell and never
 * shrinks, but it is low if no visible column has the block. Both directions are virtualized.
 */
export function AlignedGrid(props: AlignedGridProps) {
  const { comparison, pinned, free, current, handle, headHeight, range } = props;
  const tab = comparison.answer;
  const [columnsAhead] = useState(createRangeAhead);
  const {
    scroller,
    widthOf,
    onWidth,
    sticks,
    virtualizer: horizontal,
  } = useColumnsAcross({
    pinned,
    free,
    widths: props.widths,
    onWidth: props.onWidth,
    gutter: gutterWidth,
    range,
    // Both directions read the scroll position before either changes the page. Rendering in between would force a
    // layout.
    scrolling: { rangeExtractor: columnsAhead, useFlushSync: false },
  });
  const [rowsAhead] = useState(createRangeAhead);
  const { mode } = useContext(ReadInContext);
  // Heights hold for the widths and texts that they were measured with.
  const measured = useMemo(
    () => ({ with: { widthOf, tab, mode }, heights: new Map<string, number>() }),
    [widthOf, tab, mode],
  );
  const { heights } = measured;
  const lines = useMemo(
    () => gridLines(tab, props.onlyDifferences, 1, props.openedGaps),
    [tab, props.onlyDifferences, props.openedGaps],
  );
  const indexOf = useMemo(
    () => new Map(comparison.columns.map((column, index) => [column.id, index])),
    [comparison],
  );

  // Keeps its identity while nothing moves; otherwise all positions would be computed in every frame.
  const rowKey = useCallback(
    (index: number) => {
      const line = lines[index];
      return line === undefined ? index : lineKey(line);
    },
    [lines],
  );
  const vertical = useVirtualizer({
    useFlushSync: false,
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'skipped' ? 32 : 96),
    getItemKey: rowKey,
    rangeExtractor: rowsAhead,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight + 8,
    measureElement: (element) => {
      const height = element.getBoundingClientRect().height;
      const key = element.getAttribute('data-row') ?? '';
      if (height > (heights.get(key) ?? 0)) heights.set(key, height);
      return height;
    },
  });

  useImperativeHandle(
    handle,
    () => ({
      revealRow: (index) => {
        const line = lines.findIndex((each) => lineHas(each, index));
        if (line !== -1) vertical.scrollToIndex(line, { align: 'center' });
      },
      revealColumn: (key) => {
        const index = free.findIndex(
          (column) => column.key === key || column.same.some((other) => other.key === key),
        );
        if (index !== -1) horizontal.scrollToIndex(index, { align: 'auto' });
      },
    }),
    [lines, vertical, horizontal, free],
  );

  const items = horizontal.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? -1;
  const layout = useMemo(
    () => gridLayout(pinned, free, indexOf, widthOf, sticks),
    [pinned, free, indexOf, widthOf, sticks],
  );
  const slots = useMemo(() => gridSlots(layout, from, to), [layout, from, to]);
  const parts = useStagedSlots(slots, horizontal.range);
  const { total } = layout;
  const seen = [
    ...layout.pinned,
    ...layout.free.slice(horizontal.range?.startIndex ?? 0, (horizontal.range?.endIndex ?? -1) + 1),
  ].flatMap(({ index }) => index ?? []);

  return (
    <section
      ref={scroller}
      aria-label="Answers by section"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the one scroll of all columns is moved by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto overscroll-contain bg-surface [overflow-anchor:none]"
    >
      <div
        role="grid"
        aria-label="Aligned answers"
        aria-rowcount={tab.rows.length + 1}
        aria-colcount={pinned.length + free.length + 1}
        className="relative"
        style={{ width: total, height: vertical.getTotalSize() }}
      >
        <GridHead
          slots={parts[0] ?? slots}
          height={headHeight}
          renderHead={props.renderHead}
          onWidth={onWidth}
        />
        {vertical.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (!line) return null;
          return (
            <GridRow
              key={item.key}
              measure={vertical.measureElement}
              at={item.index}
              top={item.start}
              minHeight={heights.get(String(item.key))}
              comparison={comparison}
              line={line}
              bare={lineIsBare(line, seen)}
              slots={parts[partOfRow(item.index)] ?? slots}
              current={lineHas(line, current)}
              unfolded={props.unfolded.has(lineKey(line))}
              onCurrent={props.onCurrent}
              onToggleFold={props.onToggleFold}
              onOpenGap={props.onOpenGap}
              renderWithout={props.renderWithout}
            />
          );
        })}
      </div>
    </section>
  );
}

/** Number of additional columns or rows outside the viewport, ahead of and behind the scroll direction. */
const ahead = 2;
const behind = 1;

/**
 * Selects the rendered columns or rows: more ahead of the scroll direction than behind it. The number is small,
 * because each rendered one costs layout and paint whenever another is added.
 */
function createRangeAhead(): (range: Range) => number[] {
  let before = 0;
  let forward = true;
  return ({ startIndex, endIndex, count }) => {
    if (startIndex !== before) forward = startIndex > before;
    before = startIndex;
    const from = Math.max(0, startIndex - (forward ? behind : ahead));
    const to = Math.min(count - 1, endIndex + (forward ? ahead : behind));
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  };
}

/** The header is one part, and the rows are divided among the others. */
const gridParts = 4;

/** Number of the part of a row: 0 is the header, rows follow in turn. */
function partOfRow(line: number): number {
  return 1 + (line % (gridParts - 1));
}

/**
 * Renders new columns one part of the grid per frame, so that no frame renders a whole column. A part that no longer
 * covers the viewport is rendered immediately.
 * @param visible first and last visible scrolling column; null before the first layout
 */
function useStagedSlots(
  slots: GridSlots,
  visible: { readonly startIndex: number; readonly endIndex: number } | null,
): readonly GridSlots[] {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const turn = useRef(0);
  const shown = useRef<readonly GridSlots[]>([]);
  const parts = Array.from({ length: gridParts }, (_, part) => {
    const now = shown.current[part];
    const covers =
      now !== undefined &&
      now.layout === slots.layout &&
      visible !== null &&
      now.from <= visible.startIndex &&
      now.to >= visible.endIndex;
    return covers ? now : slots;
  });
  useEffect(() => {
    shown.current = parts;
    const waiting = parts.flatMap((part, at) => (part === slots ? [] : [at]));
    const chosen = waiting.find((at) => at >= turn.current) ?? waiting[0];
    if (chosen === undefined) return;
    const handle = requestAnimationFrame(() => {
      turn.current = (chosen + 1) % gridParts;
      shown.current = parts.map((part, at) => (at === chosen ? slots : part));
      again();
    });
    return () => cancelAnimationFrame(handle);
  });
  return parts;
}
