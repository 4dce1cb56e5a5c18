import { memo, type ReactNode } from 'react';
import { locationLabel } from '../../ui/locationLabels.ts';
import { ColumnEdge } from '../ColumnEdge.tsx';
import type { ShownColumn } from '../columnGroups.ts';
import type { WidthChange } from '../useColumnsAcross.ts';
import { type GridSlot, type GridSlots, gutterWidth } from './gridSlots.ts';

export type HeadRenderer = (column: ShownColumn) => ReactNode;

type GridHeadProps = {
  readonly slots: GridSlots;
  readonly height: number;
  readonly renderHead: HeadRenderer;
  readonly onWidth: WidthChange;
};

/** Headers of the rendered columns. They stay visible above the rows. */
export const GridHead = memo(function GridHead({ slots, height, renderHead, onWidth }: GridHeadProps) {
  return (
    <div
      role="row"
      tabIndex={-1}
      className="sticky top-0 z-20 flex bg-surface"
      style={{ width: slots.layout.total }}
    >
      <div
        role="columnheader"
        aria-colindex={1}
        tabIndex={-1}
        className="sticky left-0 z-20 shrink-0 border-line-strong border-e border-b bg-surface"
        style={{ width: gutterWidth, height }}
      >
        <span className="sr-only">Agreement</span>
      </div>
      {slots.layout.pinned.map((slot) => (
        <HeadCell key={slot.column.key} slot={slot} pinned renderHead={renderHead} onWidth={onWidth} />
      ))}
      <div aria-hidden="true" style={{ width: slots.before }} className="shrink-0" />
      {slots.shown.map((slot) => (
        <HeadCell
          key={slot.column.key}
          slot={slot}
          pinned={false}
          renderHead={renderHead}
          onWidth={onWidth}
        />
      ))}
    </div>
  );
});

type HeadCellProps = {
  readonly slot: GridSlot;
  readonly pinned: boolean;
  readonly renderHead: HeadRenderer;
  readonly onWidth: WidthChange;
};

const HeadCell = memo(function HeadCell({ slot, pinned, renderHead, onWidth }: HeadCellProps) {
  const { column, place, width, sticks } = slot;
  return (
    <div
      role="columnheader"
      aria-colindex={place}
      tabIndex={-1}
      style={{ width, ...(sticks === null ? {} : { left: sticks }) }}
      className={`shrink-0 border-e bg-surface ${pinned ? 'border-line-strong' : 'border-line'} ${sticks === null ? 'relative' : 'sticky z-10'}`}
    >
      {renderHead(column)}
      <ColumnEdge
        name={locationLabel(column.market).name}
        width={width}
        onWidth={(next, done) => onWidth(column.key, next, done)}
      />
    </div>
  );
});
