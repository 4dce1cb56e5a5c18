import { memo } from 'react';
import type { CellState } from '#shared/bridge/routes/runs.ts';
import { classNames } from '../../ui/classNames.ts';
import { stateWord } from '../../ui/StateMark.tsx';

export type GridRow = {
  readonly key: string;
  readonly label: string;
  readonly engine: string;
  /** One letter for each column, as in `runs.grid`; `o` is switched on, `x` switched off. */
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

/** Shape and colour: a mark says the state without the colour. */
const looks: Readonly<Record<string, { readonly box: string; readonly mark: string }>> = {
  o: { box: 'bg-accent-soft border-accent', mark: '' },
  x: { box: 'bg-transparent border-control border-dashed', mark: '' },
  p: { box: 'bg-sunken border-line-strong', mark: '' },
  r: { box: 'bg-accent-soft border-accent', mark: '·' },
  d: { box: 'bg-accent border-accent', mark: '' },
  f: { box: 'bg-bad-soft border-bad text-bad', mark: '×' },
  u: { box: 'bg-warn-soft border-warn text-warn', mark: '?' },
  c: { box: 'bg-transparent border-line-strong text-ink-3', mark: '−' },
};

export const wordOf = (letter: string): string => {
  if (letter === 'o') return 'switched on';
  if (letter === 'x') return 'switched off';
  const state = states[letter];
  return state ? stateWord(state) : 'not planned';
};

export const cellWidth = 18;

type CellGridLineProps = {
  readonly row: GridRow;
  readonly index: number;
  /** Distance from the first row, pixels. */
  readonly top: number;
  readonly columns: readonly string[];
  /** The columns in sight: from the first up to, not including, the last. */
  readonly from: number;
  readonly to: number;
  /** The column that the keys stand on in this row, or -1. */
  readonly activeColumn: number;
  /** Null where nothing can be switched. Has to stay the same, or every row is drawn again. */
  readonly onPress: ((row: number, column: number | null) => void) | null;
};

/** One question and engine; drawn again only when something of it changed. */
export const CellGridLine = memo(function CellGridLine(props: CellGridLineProps) {
  const { row, index, top, columns, from, to, activeColumn, onPress } = props;
  return (
    <div
      className="absolute start-0 top-0 flex h-5 items-center"
      style={{ transform: `translateY(${top}px)` }}
    >
      <button
        type="button"
        tabIndex={-1}
        disabled={!onPress}
        dir="auto"
        title={`${row.label} · ${row.engine}`}
        onClick={() => onPress?.(index, null)}
        className="sticky start-0 z-[5] flex h-5 w-72 shrink-0 items-center gap-2 bg-surface px-2 text-start enabled:hover:bg-hover"
      >
        <span className="min-w-0 flex-1 truncate">{row.label}</span>
        <span className="shrink-0 text-ink-3">{row.engine}</span>
      </button>
      <span className="shrink-0" style={{ width: from * cellWidth }} />
      {columns.slice(from, to).map((column, offset) => {
        const letter = row.letters[from + offset] ?? '.';
        const look = looks[letter];
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the grid has the keys, and one stop for all of them
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <span
            key={column}
            title={`${column}: ${wordOf(letter)}`}
            onClick={() => onPress?.(index, from + offset)}
            className={classNames(
              'flex h-5 shrink-0 items-center justify-center',
              from + offset === activeColumn ? 'bg-pressed' : '',
            )}
            style={{ width: cellWidth }}
          >
            {look ? (
              <span
                className={classNames(
                  'flex size-3.5 items-center justify-center rounded-sm border leading-none',
                  look.box,
                )}
              >
                {look.mark}
              </span>
            ) : null}
          </span>
        );
      })}
    </div>
  );
});
