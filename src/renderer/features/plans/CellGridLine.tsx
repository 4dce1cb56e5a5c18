import { memo } from 'react';
import type { CellState } from '#shared/model/run.ts';
import { stateWord } from '../../ui/StateMark.tsx';
import { cellHeight, cellWidth } from './CellMarks.tsx';
import { stretchesOf } from './planGrid.ts';

export type GridRow = {
  readonly key: string;
  readonly label: string;
  readonly engine: string;
  /** One letter per column, as in `runs.grid`; `o` is included, `x` excluded. */
  readonly letters: string;
};

const states: Readonly<Record<string, CellState>> = {
  r: 'running',
  p: 'planned',
  u: 'unknown',
  f: 'failed',
  c: 'cancelled',
  d: 'completed',
};

export const wordOf = (letter: string): string => {
  if (letter === 'o') return 'included';
  if (letter === 'x') return 'excluded';
  const state = states[letter];
  return state ? stateWord(state) : 'not planned';
};

type CellGridLineProps = {
  readonly row: GridRow;
  readonly index: number;
  /** Distance from the first row, CSS pixels. */
  readonly top: number;
  /** Number of columns. */
  readonly columns: number;
  /** Width of the question and its engine, CSS pixels. */
  readonly labelWidth: number;
  /** Id of the patterns drawn by `CellMarks`, one per letter. */
  readonly marks: string;
  /** Column of the keyboard focus in this row, or -1. */
  readonly activeColumn: number;
  /**
   * Called for a click on the label; null if nothing can be switched. Must keep its identity, otherwise all rows are
   * rendered.
   */
  readonly onPressRow: ((row: number) => void) | null;
};

/** One question and engine. Rendered only when it changes. Adjacent equal cells are one shape. */
export const CellGridLine = memo(function CellGridLine(props: CellGridLineProps) {
  const { row, index, top, columns, labelWidth, marks, activeColumn, onPressRow } = props;
  return (
    <div
      className="absolute start-0 top-0 flex h-5 items-center"
      style={{ transform: `translateY(${top}px)` }}
    >
      <button
        type="button"
        tabIndex={-1}
        disabled={!onPressRow}
        title={`${row.label} · ${row.engine}`}
        onClick={() => onPressRow?.(index)}
        className="sticky start-0 z-[5] flex h-5 shrink-0 items-center gap-2 bg-surface px-2 text-start enabled:hover:bg-hover"
        style={{ width: labelWidth }}
      >
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {row.label}
        </span>
        <span className="shrink-0 text-ink-3">{row.engine}</span>
      </button>
      <div data-line={index} className="shrink-0">
        <svg aria-hidden="true" className="block" width={columns * cellWidth} height={cellHeight}>
          {activeColumn >= 0 ? (
            <rect
              x={activeColumn * cellWidth}
              width={cellWidth}
              height={cellHeight}
              className="fill-pressed"
            />
          ) : null}
          {stretchesOf(row.letters).map(({ letter, from, length }) => (
            <rect
              key={from}
              x={from * cellWidth}
              width={length * cellWidth}
              height={cellHeight}
              fill={`url(#${marks}${letter})`}
            />
          ))}
        </svg>
      </div>
    </div>
  );
}, sameLine);

/** Rows are computed whenever anything changes, so their contents are compared. */
function sameLine(one: CellGridLineProps, other: CellGridLineProps): boolean {
  const { row: before, ...rest } = one;
  const { row: after, ...otherRest } = other;
  const sameRow =
    before.label === after.label && before.engine === after.engine && before.letters === after.letters;
  const names = Object.keys(rest) as (keyof typeof rest)[];
  return sameRow && names.every((name) => rest[name] === otherRest[name]);
}
