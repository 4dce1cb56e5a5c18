import { memo, type ReactNode } from 'react';
import type { ComparisonWith } from '#shared/analysis/comparisonParts.ts';
import type { ShownColumn } from '../columnGroups.ts';
import { GridCell } from './GridCell.tsx';
import type { GridSlot, GridSlots } from './gridSlots.ts';
import { RowGutter } from './RowGutter.tsx';
import { type BlocksLine, type GridLine, lineKey, rowsOf } from './rowFilter.ts';

type GridRowProps = {
  /** Takes the row's element and learns how tall it became. */
  readonly measure: (element: HTMLElement | null) => void;
  /** Its number among the lines, from 0. */
  readonly at: number;
  /** Where it stands, CSS pixels below the top of the grid. */
  readonly top: number;
  /** As tall as it ever was with these widths and texts, CSS pixels. */
  readonly minHeight: number | undefined;
  readonly comparison: ComparisonWith<'answer'>;
  readonly line: GridLine;
  /** No column on the screen has a block of it: what stands beside the screen must not make it tall. */
  readonly bare: boolean;
  readonly slots: GridSlots;
  readonly current: boolean;
  readonly unfolded: boolean;
  readonly onCurrent: (index: number) => void;
  readonly onToggleFold: (rowId: string) => void;
  readonly onOpenGap: (from: number) => void;
  readonly renderWithout: (column: ShownColumn) => ReactNode;
};

/** The cells of one line, of the columns that exist at the moment. */
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

/** Blocks in which nothing differs, as one line that shows them when it is pressed. */
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
