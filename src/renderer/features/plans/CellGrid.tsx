import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { cellsSheet } from '#shared/tables/planTables.ts';
import { TableFrame } from '../../ui/Table.tsx';
import { useElementWidth } from '../../ui/useElementWidth.ts';
import { CellGridLine, type GridRow, wordOf } from './CellGridLine.tsx';
import { CellMarks, cellHeight, cellWidth } from './CellMarks.tsx';

/** Minimum width of the question column, CSS pixels. It is wider if there are few markets. */
const narrowestLabel = 288;
const widestLabel = 560;

type CellGridProps = {
  readonly label: string;
  readonly rows: readonly GridRow[];
  readonly columns: readonly string[];
  /** Called for a click on a cell, a whole row (column null) or a whole column (row null). */
  readonly onPress?: (row: number | null, column: number | null) => void;
};

type CellUnder = { readonly line: HTMLElement; readonly row: number; readonly column: number };

/** The cell at the pointer. A row is one drawing, so the cell follows from the position. */
function cellUnder({ target, clientX }: MouseEvent): CellUnder | null {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
  if (line === null) return null;
  const column = Math.floor((clientX - line.getBoundingClientRect().left) / cellWidth);
  return { line, row: Number(line.dataset.line), column };
}

/** The cells of a plan or run as small squares: questions and engines as rows, markets as columns. */
function Cells({ label, rows, columns, onPress }: CellGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const marks = useId();
  const available = useElementWidth(scroller);
  const labelWidth = Math.max(narrowestLabel, Math.min(widestLabel, available - columns.length * cellWidth));
  const [active, setActive] = useState({ row: 0, column: 0 });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cellHeight,
    overscan: 10,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cellWidth,
    paddingStart: labelWidth,
    scrollPaddingStart: labelWidth,
    overscan: 12,
  });
  const inSight = across.getVirtualItems();
  const from = inSight[0]?.index ?? 0;
  const to = (inSight.at(-1)?.index ?? -1) + 1;
  const newestPress = useRef(onPress);
  useEffect(() => {
    newestPress.current = onPress;
  });
  const pressRow = useCallback((row: number): void => newestPress.current?.(row, null), []);
  // One listener for all cells, as for the keys.
  const onClick = (event: MouseEvent): void => {
    const cell = cellUnder(event);
    if (cell === null) return;
    setActive({ row: cell.row, column: cell.column });
    onPress?.(cell.row, cell.column);
  };
  const onMouseMove = (event: MouseEvent): void => {
    const cell = cellUnder(event);
    if (cell === null) return;
    const { line, row, column } = cell;
    line.title = `${columns[column] ?? ''}: ${wordOf(rows[row]?.letters[column] ?? '.')}`;
  };
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
    across.scrollToIndex(next.column);
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
      onClick={onClick}
      onMouseMove={onMouseMove}
      className="max-h-[50vh] overflow-auto rounded-md border border-line bg-surface text-mini"
    >
      <CellMarks id={marks} />
      <div style={{ width: across.getTotalSize() }} className="min-w-full">
        <div className="sticky top-0 z-10 flex h-14 items-end border-line-strong border-b bg-surface">
          <span
            className="sticky start-0 z-10 shrink-0 self-stretch bg-surface"
            style={{ width: labelWidth }}
          />
          <span className="shrink-0" style={{ width: from * cellWidth }} />
          {columns.slice(from, to).map((column, offset) => (
            <button
              key={column}
              type="button"
              tabIndex={-1}
              disabled={!onPress}
              title={onPress ? `Include or exclude ${column} for every question` : column}
              onClick={() => onPress?.(null, from + offset)}
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
              <CellGridLine
                key={row.key}
                row={row}
                index={item.index}
                top={item.start}
                columns={columns.length}
                marks={marks}
                labelWidth={labelWidth}
                activeColumn={item.index === at.row ? at.column : -1}
                onPressRow={onPress ? pressRow : null}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The grid with its export button. */
export function CellGrid(props: CellGridProps) {
  const { label, rows, columns } = props;
  return (
    <TableFrame label={label} sheet={() => cellsSheet(rows, columns, wordOf)}>
      <Cells {...props} />
    </TableFrame>
  );
}
