import { memo, type ReactNode } from 'react';
import type { ComparisonWith } from '#shared/analysis/comparisonParts.ts';
import type { ShownColumn } from '../columnGroups.ts';
import { GridCell } from './GridCell.tsx';
import type { GridSlot, GridSlots } from './gridSlots.ts';
import { RowGutter } from './RowGutter.tsx';
import { type GridLine, lineKey, rowsOf } from './rowFilter.ts';

type GridRowProps = {
  readonly comparison: ComparisonWith<'answer'>;
  readonly line: GridLine;
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
  const { comparison, line, slots, current, unfolded } = props;
  if (line.kind === 'skipped')
    return (
      <div
        role="gridcell"
        tabIndex={-1}
        className="sticky left-0 flex h-8 items-center border-line border-b bg-sunken px-3"
      >
        <button
          type="button"
          onClick={() => props.onOpenGap(line.from)}
          className="rounded-sm px-1 text-ink-2 text-table hover:bg-hover"
        >
          ⋯ {line.count === 1 ? '1 block' : `${line.count} blocks`} without difference: show
        </button>
      </div>
    );
  const cell = (slot: GridSlot, pinned: boolean): ReactNode => (
    <GridCell
      key={slot.column.key}
      tab={comparison.answer}
      line={line}
      column={slot.column}
      index={slot.index}
      compared={slot.index === undefined ? undefined : comparison.columns[slot.index]}
      place={slot.place}
      width={slot.width}
      sticks={slot.sticks}
      current={current}
      folded={!unfolded}
      pinned={pinned}
      renderWithout={props.renderWithout}
    />
  );
  const rows = rowsOf(line);
  return (
    <>
      <RowGutter
        rows={rows}
        current={current}
        unfolded={unfolded}
        onSelect={() => props.onCurrent(rows[0]?.index ?? 0)}
        onToggleFold={() => props.onToggleFold(lineKey(line))}
      />
      {slots.layout.pinned.map((slot) => cell(slot, true))}
      <div aria-hidden="true" style={{ width: slots.before }} className="shrink-0" />
      {slots.shown.map((slot) => cell(slot, false))}
    </>
  );
});
