import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { widthLimits, withinLimits } from './columnWidths.ts';

type ColumnEdgeProps = {
  /** Accessible name of the column. */
  readonly name: string;
  readonly width: number;
  /** `done` is false while the edge is being dragged. Null resets the width. */
  readonly onWidth: (width: number | null, done: boolean) => void;
};

/**
 * The right edge of a column: dragged with the pointer or moved with the arrow keys. Escape and double-click reset
 * it.
 */
export function ColumnEdge({ name, width, onWidth }: ColumnEdgeProps) {
  const drag = useRef<{ readonly from: number; readonly width: number } | null>(null);
  const dragged = (event: PointerEvent): number =>
    withinLimits((drag.current?.width ?? width) + event.clientX - (drag.current?.from ?? event.clientX));
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = {
      ArrowLeft: width - widthLimits.step,
      ArrowRight: width + widthLimits.step,
      Home: widthLimits.least,
      End: widthLimits.most,
    }[event.key];
    if (to === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(to === undefined ? null : withinLimits(to), true);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a splitter that is moved is no thematic break
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of the ${name} column`}
      aria-valuenow={width}
      aria-valuemin={widthLimits.least}
      aria-valuemax={widthLimits.most}
      aria-valuetext={`${width} pixels`}
      tabIndex={0}
      title="Drag to change the width, double-click to reset"
      onKeyDown={onKeyDown}
      onDoubleClick={() => onWidth(null, true)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (drag.current !== null) onWidth(dragged(event), false);
      }}
      onPointerUp={(event) => {
        if (drag.current === null) return;
        const moved = event.clientX !== drag.current.from;
        const to = dragged(event);
        drag.current = null;
        if (moved) onWidth(to, true);
      }}
      className="absolute inset-y-0 end-0 z-10 w-1.5 cursor-col-resize touch-none hover:bg-accent focus-visible:bg-accent"
    />
  );
}
