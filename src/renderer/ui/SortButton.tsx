import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classNames } from './classNames.ts';

type SortButtonProps = {
  readonly sorted: 'ascending' | 'descending' | 'none';
  readonly end?: boolean;
  /** Allows two lines for a long header instead of a wide column. */
  readonly wrapped?: boolean;
  readonly onSort: () => void;
  /** Sets the column width in CSS pixels; null resets it. */
  readonly onWidth: (width: number | null) => void;
  readonly className?: string;
  readonly children: string;
};

const step = 20;
const least = 48;

/**
 * A column header: sorts, and sets the width by its edge or by Shift with the arrow keys. Double-click and
 * Shift+Escape reset the width.
 */
export function SortButton(props: SortButtonProps) {
  const { sorted, end = false, wrapped = false, onSort, onWidth, className, children } = props;
  const drag = useRef<{ readonly from: number; readonly width: number } | null>(null);
  const widthOf = (element: Element): number => element.closest('th')?.getBoundingClientRect().width ?? 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.shiftKey) return;
    const change = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (change === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(change === undefined ? null : Math.max(least, widthOf(event.currentTarget) + change));
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag.current !== null)
      onWidth(Math.max(least, drag.current.width + event.clientX - drag.current.from));
  };
  return (
    <div className="relative">
      <button
        type="button"
        onClick={onSort}
        onKeyDown={onKeyDown}
        title={`Sort by ${children}; Shift and the arrow keys set the width`}
        className={classNames(
          'flex w-full items-center gap-1 overflow-hidden hover:bg-hover focus-visible:outline-offset-[-2px]',
          end ? 'justify-end text-end' : 'text-start',
          className,
        )}
      >
        <span dir="auto" className={wrapped ? 'line-clamp-2 leading-[0.875rem]' : 'truncate'}>
          {children}
        </span>
        {sorted === 'none' ? null : <span aria-hidden="true">{sorted === 'descending' ? '↓' : '↑'}</span>}
      </button>
      <span
        aria-hidden="true"
        title="Drag to set the width, double-click to reset it"
        onDoubleClick={() => onWidth(null)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { from: event.clientX, width: widthOf(event.currentTarget) };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null;
        }}
        className="absolute inset-y-0 end-0 w-1.5 cursor-col-resize touch-none hover:bg-accent"
      />
    </div>
  );
}
