import { type ReactVirtualizerOptions, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useElementWidth } from '../../ui/useElementWidth.ts';
import type { ShownColumn } from './columnGroups.ts';
import type { ColumnWidths } from './columnWidths.ts';

/** Which of the scrolled columns are on the screen, by market key; null before anything was laid out. */
export type ScreenRange = { readonly first: string | null; readonly last: string | null };

/** Changes with every column that is scrolled past, so only the mark that shows it listens. */
export type ScreenRangeStore = StoreApi<ScreenRange>;

export function createScreenRange(): ScreenRangeStore {
  return createStore<ScreenRange>(() => ({ first: null, last: null }));
}

const narrowest = 300;
const widest = 520;

/** `done` is false while an edge is still dragged; null goes back to the usual width. */
export type WidthChange = (key: string, width: number | null, done: boolean) => void;

type ColumnsAcrossOptions = {
  readonly pinned: readonly ShownColumn[];
  readonly free: readonly ShownColumn[];
  readonly widths: ColumnWidths;
  readonly onWidth: (key: string, width: number | null) => void;
  /** Room left of all columns, CSS pixels. */
  readonly gutter: number;
  /** Told which columns are on the screen. */
  readonly range: ScreenRangeStore;
  /** Which columns exist beside those on the screen, and when they are rendered. */
  readonly scrolling: Partial<
    Pick<ReactVirtualizerOptions<HTMLElement, Element>, 'overscan' | 'rangeExtractor' | 'useFlushSync'>
  >;
};

export type ColumnsAcross = {
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** Of columns that were given no width of their own, CSS pixels. */
  readonly usual: number;
  readonly widthOf: (key: string) => number;
  readonly onWidth: WidthChange;
  /** Room of the gutter and the pinned columns, CSS pixels. */
  readonly fixed: number;
  /** Whether pinned columns stay in sight. Those that would fill the screen scroll like the others. */
  readonly sticks: boolean;
  readonly virtualizer: Virtualizer<HTMLElement, Element>;
};

/** Columns side by side in one scroll: their widths, also while an edge is dragged, and which of them exist. */
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

  // The same function while no column moves: with another one every place would be worked out anew in each frame.
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

/** Width of every column: as many as fit side by side without becoming unreadable. */
function columnWidth(available: number, count: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, available / Math.max(1, count))));
}
