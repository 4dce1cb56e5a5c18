import { memo, type ReactNode } from 'react';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import type { ShownColumn } from '../columnGroups.ts';
import { GridCell } from './GridCell.tsx';
import type { GridSlot, GridSlots } from './gridSlots.ts';
import { RowGutter } from './RowGutter.tsx';
import { type BlocksLine, type GridLine, lineKey, rowsOf } from './rowFilter.ts';

type GridRowProps = {
  /** Ref callback that measures the row. */
  readonly measure: (element: HTMLElement | null) => void;
  /** Index among the lines, from 0. */
  readonly at: number;
  /** Position below the top of the grid, CSS pixels. */
  readonly top: number;
  /** Maximum height so far with the current widths and texts, CSS pixels. */
  readonly minHeight: number | undefined;
  readonly comparison: ComparisonWith<'answer'>;
  readonly line: GridLine;
  /** No visible column has a block of the row, so that columns outside the viewport must not make it tall. */
  readonly bare: boolean;
  readonly slots: GridSlots;
  readonly current: boolean;
  readonly unfolded: boolean;
  readonly onCurrent: (index: number) => void;
  readonly onToggleFold: (rowId: string) => void;
  readonly onOpenGap: (from: number) => void;
  readonly renderWithout: (column: ShownColumn) => ReactNode;
};

/** The rendered cells of one line. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { comparison, line, bare, slots, current, unfolded } = props;
  const cell = (blocks: BlocksLine, slot: GridSlot, pinned: boolean): ReactNode => (
    <GridCell
      key={slot.column.key}
      tab={comparison.answer}
      line={blocks}
      column={slot.column}
      index={slot.index}
      compared={slot.index === undefined ? undefined : comparison.columns[slot.index]}
      place={slot.place}
      width={slot.width}
      sticks={slot.sticks}
      current={current}
      folded={!unfolded}
      low={bare}
      pinned={pinned}
      renderWithout={props.renderWithout}
    />
  );
  return (
    <div
      ref={props.measure}
      data-index={props.at}
      data-row={lineKey(line)}
      role="row"
      tabIndex={-1}
      aria-rowindex={line.kind === 'skipped' ? undefined : (rowsOf(line)[0]?.index ?? 0) + 2}
      className="group absolute flex items-stretch"
      style={{ top: props.top, width: slots.layout.total, minHeight: bare ? undefined : props.minHeight }}
    >
      {line.kind === 'skipped' ? (
        <SkippedBlocks from={line.from} count={line.count} onOpen={props.onOpenGap} />
      ) : (
        <>
          <RowGutter
            comparison={comparison}
            line={line}
            current={current}
            unfolded={unfolded}
            onSelect={props.onCurrent}
            onToggleFold={props.onToggleFold}
          />
          {slots.layout.pinned.map((slot) => cell(line, slot, true))}
          <div aria-hidden="true" style={{ width: slots.before }} className="shrink-0" />
          {slots.shown.map((slot) => cell(line, slot, false))}
        </>
      )}
    </div>
  );
});

type SkippedBlocksProps = {
  readonly from: number;
  readonly count: number;
  readonly onOpen: (from: number) => void;
};

/** Hidden rows without differences, as a line that shows them when pressed. */
function SkippedBlocks({ from, count, onOpen }: SkippedBlocksProps) {
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      className="sticky left-0 flex h-8 items-center border-line border-b bg-sunken px-3"
    >
      <button
        type="button"
        onClick={() => onOpen(from)}
        className="rounded-sm px-1 text-ink-2 text-table hover:bg-hover"
      >
        ⋯ {count === 1 ? '1 section' : `${count} sections`} without differences: show
      </button>
    </div>
  );
}
