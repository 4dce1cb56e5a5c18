import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
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

const wordOf = (letter: string): string => {
  if (letter === 'o') return 'switched on';
  if (letter === 'x') return 'switched off';
  const state = states[letter];
  return state ? stateWord(state) : 'not planned';
};

const rowHeight = 20;
const cellWidth = 18;

type CellGridProps = {
  readonly label: string;
  readonly rows: readonly GridRow[];
  readonly columns: readonly string[];
  /** A cell, a whole row (column null) or a whole column (row null) was pressed. */
  readonly onPress?: (row: number | null, column: number | null) => void;
};

/** Every cell of a plan or a run as a small square: questions and engines down, markets across. */
export function CellGrid({ label, rows, columns, onPress }: CellGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const at = {
    row: Math.min(active.row, rows.length - 1),
    column: Math.min(active.column, columns.length - 1),
  };
  const move = (row: number, column: number): void => {
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    };
    setActive(next);
    virtual.scrollToIndex(next.row);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [at.row + 1, at.column],
      ArrowUp: [at.row - 1, at.column],
      ArrowRight: [at.row, at.column + 1],
      ArrowLeft: [at.row, at.column - 1],
      Home: [at.row, 0],
      End: [at.row, columns.length - 1],
      PageDown: [at.row + 10, at.column],
      PageUp: [at.row - 10, at.column],
    };
    const to = moves[event.key];
    if (to) move(...to);
    else if ((event.key === ' ' || event.key === 'Enter') && onPress) onPress(at.row, at.column);
    else return;
    event.preventDefault();
  };
  const current = rows[at.row];
  const said = current
    ? `${current.label}, ${current.engine}, ${columns[at.column] ?? ''}: ${wordOf(current.letters[at.column] ?? '.')}`
    : '';

  return (
    <div
      ref={scroller}
      role="application"
      aria-label={`${label}. ${said}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: moved through with the arrow keys, one stop for all cells
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="max-h-[50vh] overflow-auto rounded-md border border-line bg-surface text-mini"
    >
      <div className="w-max min-w-full">
        <div className="sticky top-0 z-10 flex h-14 items-end border-line-strong border-b bg-surface">
          <span className="sticky start-0 z-10 w-72 shrink-0 self-stretch bg-surface" />
          {columns.map((column, index) => (
            <button
              key={column}
              type="button"
              tabIndex={-1}
              disabled={!onPress}
              title={onPress ? `Switch ${column} on or off for every question` : column}
              onClick={() => onPress?.(null, index)}
              className="flex h-full w-[18px] shrink-0 items-end justify-center pb-1 text-ink-2 tabular [writing-mode:vertical-rl] enabled:hover:bg-hover"
            >
              {column}
            </button>
          ))}
        </div>
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <div
                key={row.key}
                className="absolute start-0 top-0 flex h-5 items-center"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <button
                  type="button"
                  tabIndex={-1}
                  disabled={!onPress}
                  dir="auto"
                  title={`${row.label} · ${row.engine}`}
                  onClick={() => onPress?.(item.index, null)}
                  className="sticky start-0 z-[5] flex h-5 w-72 shrink-0 items-center gap-2 bg-surface px-2 text-start enabled:hover:bg-hover"
                >
                  <span className="min-w-0 flex-1 truncate">{row.label}</span>
                  <span className="shrink-0 text-ink-3">{row.engine}</span>
                </button>
                {columns.map((column, index) => {
                  const letter = row.letters[index] ?? '.';
                  const look = looks[letter];
                  const here = item.index === at.row && index === at.column;
                  return (
                    // biome-ignore lint/a11y/noStaticElementInteractions: the grid has the keys, and one stop for all of them
                    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                    <span
                      key={column}
                      title={`${column}: ${wordOf(letter)}`}
                      onClick={() => {
                        setActive({ row: item.index, column: index });
                        onPress?.(item.index, index);
                      }}
                      className={classNames(
                        'flex h-5 shrink-0 items-center justify-center',
                        here ? 'bg-pressed' : '',
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
          })}
        </div>
      </div>
    </div>
  );
}
