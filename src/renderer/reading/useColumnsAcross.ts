import { type ReactVirtualizerOptions, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useElementWidth } from '../ui/useElementWidth.ts';
import type { ShownColumn } from './columnGroups.ts';
import type { ColumnWidths } from './columnWidths.ts';

/** The visible scrolling columns by market key; null before the first layout. */
export type ScreenRange = { readonly first: string | null; readonly last: string | null };

/** Changes with every column that is scrolled past, so only the mark in the overview strip subscribes. */
export type ScreenRangeStore = StoreApi<ScreenRange>;

export function createScreenRange(): ScreenRangeStore {
  return createStore<ScreenRange>(() => ({ first: null, last: null }));
}

const narrowest = 300;
const widest = 520;

/** `done` is false while an edge is being dragged. Null resets the width. */
export type WidthChange = (key: string, width: number | null, done: boolean) => void;

type ColumnsAcrossOptions = {
  readonly pinned: readonly ShownColumn[];
  readonly free: readonly ShownColumn[];
  readonly widths: ColumnWidths;
  readonly onWidth: (key: string, width: number | null) => void;
  /** Width before all columns, CSS pixels. */
  readonly gutter: number;
  /** Receives the visible columns. */
  readonly range: ScreenRangeStore;
  /** Which columns are rendered outside the viewport, and when. */
  readonly scrolling: Partial<
    Pick<ReactVirtualizerOptions<HTMLElement, Element>, 'overscan' | 'rangeExtractor' | 'useFlushSync'>
  >;
};

export type ColumnsAcross = {
  /** The scroll container. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** Width of columns without a manual width, CSS pixels. */
  readonly usual: number;
  readonly widthOf: (key: string) => number;
  readonly onWidth: WidthChange;
  /** Width of the gutter and the pinned columns, CSS pixels. */
  readonly fixed: number;
  /** Whether pinned columns are sticky. If they would fill the window, they scroll like the others. */
  readonly sticks: boolean;
  readonly virtualizer: Virtualizer<HTMLElement, Element>;
};

/**
 * Columns side by side in one scroll container: their widths, also while an edge is dragged, and which are rendered.
 */
export function useColumnsAcross(options: ColumnsAcrossOptions): ColumnsAcross {
  const { pinned, free, widths, gutter, range } = options;
  const scroller = useRef<HTMLElement>(null);
  const available = useElementWidth(scroller);
  const [dragged, setDragged] = useState<{ readonly key: string; readonly width: number } | null>(null);
  const usual = columnWidth(available - gutter, pinned.length + free.length);
  const widthOf = useCallback(
    (key: string): number => (dragged?.key === key ? dragged.width : (widths.get(key) ?? usual)),
    [dragged, widths, usual],
  );
  const pinnedWidth = pinned.reduce((sum, column) => sum + widthOf(column.key), 0);
  const sticks = pinnedWidth <= available * 0.6;
  const fixed = gutter + pinnedWidth;

  // Keeps its identity while no column moves; otherwise all positions would be computed in every frame.
  const columnKey = useCallback((index: number) => free[index]?.key ?? index, [free]);
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: free.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widthOf(free[index]?.key ?? ''),
    getItemKey: columnKey,
    paddingStart: fixed,
    scrollPaddingStart: sticks ? fixed : gutter,
    ...options.scrolling,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new width makes every measured size wrong
  useEffect(() => virtualizer.measure(), [widthOf, virtualizer]);

  const onScreen = virtualizer.range;
  const first = onScreen ? (free[onScreen.startIndex]?.key ?? null) : null;
  const last = onScreen ? (free[onScreen.endIndex]?.key ?? null) : null;
  useEffect(() => range.setState({ first, last }), [range, first, last]);

  const commitWidth = options.onWidth;
  const onWidth: WidthChange = useCallback(
    (key, width, done) => {
      setDragged(done || width === null ? null : { key, width });
      if (done) commitWidth(key, width);
    },
    [commitWidth],
  );
  return { scroller, usual, widthOf, onWidth, fixed, sticks, virtualizer };
}

/** Width of every column: as many as fit without becoming unreadable. */
function columnWidth(available: number, count: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, available / Math.max(1, count))));
}
