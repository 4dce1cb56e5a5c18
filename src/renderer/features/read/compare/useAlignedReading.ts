import { type RefObject, useCallback, useRef, useState } from 'react';
import type { PartialComparison } from '#shared/analysis/comparisonParts.ts';
import type { AlignedGridHandle } from './AlignedGrid.tsx';
import { nextDifference } from './rowFilter.ts';

/** Where a person is in aligned answers: the block they stand at, what they opened, and how they move on. */
export type AlignedReadingState = {
  readonly handle: RefObject<AlignedGridHandle | null>;
  /** Index of the row they stand at; null before any was chosen. */
  readonly current: number | null;
  readonly openedGaps: ReadonlySet<number>;
  readonly unfolded: ReadonlySet<string>;
  readonly setCurrent: (row: number) => void;
  readonly openGap: (from: number) => void;
  /** Other rows may be left out now: the gaps that were opened are not the same ones any more. */
  readonly closeGaps: () => void;
  readonly toggleFold: (rowId: string) => void;
  /** Makes a row the current one and brings it on the screen. */
  readonly goToRow: (row: number) => void;
  readonly revealColumn: (key: string) => void;
  /** To the next row that differs, or the one before; round and round. */
  readonly stepDifference: (by: 1 | -1) => void;
  /** To the row below or above. */
  readonly stepBlock: (by: 1 | -1) => void;
};

/** The state of one aligned reading. `comparison` is null until there is one. */
export function useAlignedReading(comparison: PartialComparison | null): AlignedReadingState {
  const handle = useRef<AlignedGridHandle>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const [openedGaps, setOpenedGaps] = useState<ReadonlySet<number>>(new Set());
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const openGap = useCallback((from: number) => setOpenedGaps((now) => new Set(now).add(from)), []);
  const closeGaps = useCallback(() => setOpenedGaps(new Set()), []);
  const toggleFold = useCallback(
    (rowId: string) =>
      setUnfolded((now) => {
        const next = new Set(now);
        if (!next.delete(rowId)) next.add(rowId);
        return next;
      }),
    [],
  );
  const goToRow = useCallback((row: number) => {
    setCurrent(row);
    handle.current?.revealRow(row);
  }, []);
  const revealColumn = useCallback((key: string) => handle.current?.revealColumn(key), []);
  return {
    handle,
    current,
    openedGaps,
    unfolded,
    setCurrent,
    openGap,
    closeGaps,
    toggleFold,
    goToRow,
    revealColumn,
    stepDifference: (by) => {
      const next = comparison?.answer === undefined ? null : nextDifference(comparison.answer, current, by);
      if (next !== null) goToRow(next);
    },
    stepBlock: (by) => {
      const rows = comparison?.answer?.rows.length ?? 0;
      if (rows > 0) goToRow(Math.min(rows - 1, Math.max(0, (current ?? -1) + by)));
    },
  };
}
