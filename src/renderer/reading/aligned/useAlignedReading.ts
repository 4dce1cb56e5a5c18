import { type Dispatch, type RefObject, useCallback, useRef } from 'react';
import type { PartialComparison } from '#shared/model/comparison/comparisonParts.ts';
import type { ReadingEvent, ReadingState } from '../readingState.ts';
import type { AlignedGridHandle } from './AlignedGrid.tsx';
import { nextDifference } from './rowFilter.ts';

/** State of the aligned answers: current row, opened gaps, and navigation. */
export type AlignedReadingState = Pick<ReadingState, 'row' | 'openedGaps' | 'unfoldedRows'> & {
  readonly handle: RefObject<AlignedGridHandle | null>;
  readonly send: Dispatch<ReadingEvent>;
  /** Makes a row the current one and scrolls to it. */
  readonly goToRow: (row: number) => void;
  readonly revealColumn: (key: string) => void;
  /** Goes to the next or previous row that differs, with wrap-around. */
  readonly stepDifference: (by: 1 | -1) => void;
  /** Goes to the row below or above. */
  readonly stepBlock: (by: 1 | -1) => void;
};

/** @param comparison null before the first one */
export function useAlignedReading(
  comparison: PartialComparison | null,
  { row, openedGaps, unfoldedRows }: ReadingState,
  send: Dispatch<ReadingEvent>,
): AlignedReadingState {
  const handle = useRef<AlignedGridHandle>(null);
  const goToRow = useCallback(
    (next: number) => {
      send({ type: 'row-chosen', row: next });
      handle.current?.revealRow(next);
    },
    [send],
  );
  const revealColumn = useCallback((key: string) => handle.current?.revealColumn(key), []);
  return {
    row,
    openedGaps,
    unfoldedRows,
    handle,
    send,
    goToRow,
    revealColumn,
    stepDifference: (by) => {
      const next = comparison?.answer === undefined ? null : nextDifference(comparison.answer, row, by);
      if (next !== null) goToRow(next);
    },
    stepBlock: (by) => {
      const rows = comparison?.answer?.rows.length ?? 0;
      if (rows > 0) goToRow(Math.min(rows - 1, Math.max(0, (row ?? -1) + by)));
    },
  };
}
