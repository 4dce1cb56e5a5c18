import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronsUpDown } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import type { AnswerTab, Comparison, Consensus } from '#shared/analysis/comparison.ts';
import { classNames } from '../../../ui/classNames.ts';
import { columnWidth } from '../ColumnGrid.tsx';
import type { ArrangedColumns, Column } from '../columns.ts';
import { useElementWidth } from '../useElementWidth.ts';
import { BlockCell } from './BlockCell.tsx';
import { type GridLine, gridLines, lineHas, type PlacedRow, rowSentence } from './rowFilter.ts';

const gutterWidth = 58;

export type AlignedGridHandle = {
  readonly revealRow: (index: number) => void;
  readonly revealColumn: (key: string) => void;
};

type AlignedGridProps = {
  readonly comparison: Comparison;
  readonly columns: ArrangedColumns;
  readonly onlyDifferences: boolean;
  readonly openedGaps: ReadonlySet<number>;
  readonly onOpenGap: (from: number) => void;
  readonly current: number | null;
  readonly onCurrent: (index: number) => void;
  readonly unfolded: ReadonlySet<string>;
  readonly onToggleFold: (rowId: string) => void;
  readonly renderHead: (column: Column, pinned: boolean) => ReactNode;
  /** What stands in a column that has no answer to align. */
  readonly renderWithout: (column: Column) => ReactNode;
  readonly onRange: (first: string | null, last: string | null) => void;
  readonly handle: Ref<AlignedGridHandle>;
};

/**
 * Rows are aligned blocks, columns are markets: one scroll, rows as tall as their tallest cell on screen and never
 * shorter than they were, both directions only as much as can be seen.
 */
export function AlignedGrid(props: AlignedGridProps) {
  const { comparison, columns, current, handle, onRange } = props;
  const tab = comparison.answer;
  const scroller = useRef<HTMLElement>(null);
  const available = useElementWidth(scroller);
  const count = columns.pinned.length + columns.free.length;
  const width = columnWidth(available - gutterWidth, count);
  const sticks = columns.pinned.length * width <= available * 0.6;
  const fixed = gutterWidth + columns.pinned.length * width;
  const heights = useRef(new Map<string, number>());
  const lines = useMemo(
    () => gridLines(tab, props.onlyDifferences, 1, props.openedGaps),
    [tab, props.onlyDifferences, props.openedGaps],
  );
  const indexOf = useMemo(
    () => new Map(comparison.columns.map((column, index) => [column.id, index])),
    [comparison],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights belong to one width and one set of texts
  useEffect(() => heights.current.clear(), [width, tab]);

  const horizontal = useVirtualizer({
    horizontal: true,
    count: columns.free.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => width,
    getItemKey: (index) => columns.free[index]?.key ?? index,
    overscan: 1,
    paddingStart: fixed,
    scrollPaddingStart: sticks ? fixed : gutterWidth,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new width makes every measured size wrong
  useEffect(() => horizontal.measure(), [width, horizontal]);
  const vertical = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'skipped' ? 32 : 96),
    getItemKey: (index) => {
      const line = lines[index];
      return line === undefined ? index : lineKey(line);
    },
    overscan: 3,
    paddingStart: 52,
    scrollPaddingStart: 60,
    measureElement: (element) => {
      const height = element.getBoundingClientRect().height;
      const key = element.getAttribute('data-row') ?? '';
      if (height > (heights.current.get(key) ?? 0)) heights.current.set(key, height);
      return height;
    },
  });

  useImperativeHandle(
    handle,
    () => ({
      revealRow: (index) => {
        const line = lines.findIndex((each) => lineHas(each, index));
        if (line !== -1) vertical.scrollToIndex(line, { align: 'center' });
      },
      revealColumn: (key) => {
        const index = columns.free.findIndex((column) => column.key === key);
        if (index !== -1) horizontal.scrollToIndex(index, { align: 'auto' });
      },
    }),
    [lines, vertical, horizontal, columns],
  );

  const items = horizontal.getVirtualItems();
  const range = horizontal.range;
  const first = range ? (columns.free[range.startIndex]?.key ?? null) : null;
  const last = range ? (columns.free[range.endIndex]?.key ?? null) : null;
  useEffect(() => onRange(first, last), [onRange, first, last]);

  const shown = items.flatMap((item) => columns.free[item.index] ?? []);
  const before = Math.max(0, (items[0]?.start ?? fixed) - fixed);
  const pinnedStyle = (index: number) => ({
    width,
    ...(sticks ? { left: gutterWidth + index * width } : {}),
  });
  const pinnedLook = sticks ? 'sticky z-[5]' : '';
  const total = horizontal.getTotalSize();

  return (
    <section
      ref={scroller}
      aria-label="Answers, block by block"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the one scroll of all columns is moved by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto overscroll-contain bg-surface [overflow-anchor:none]"
    >
      <div
        role="grid"
        aria-label="Aligned answers"
        aria-rowcount={tab.rows.length + 1}
        aria-colcount={count + 1}
        className="relative"
        style={{ width: total, height: vertical.getTotalSize() }}
      >
        <div role="row" tabIndex={-1} className="sticky top-0 z-20 flex bg-surface" style={{ width: total }}>
          <div
            role="columnheader"
            tabIndex={-1}
            className="sticky left-0 z-10 flex h-[52px] shrink-0 items-end justify-center border-line-strong border-e border-b bg-surface pb-1 text-ink-3 text-mini"
            style={{ width: gutterWidth }}
          >
            <span className="sr-only">Agreement</span>
          </div>
          {columns.pinned.map((column, index) => (
            <div
              key={column.key}
              role="columnheader"
              tabIndex={-1}
              style={pinnedStyle(index)}
              className={classNames('shrink-0 border-line-strong border-e bg-surface', pinnedLook)}
            >
              {props.renderHead(column, true)}
            </div>
          ))}
          <div aria-hidden="true" style={{ width: before }} className="shrink-0" />
          {shown.map((column) => (
            <div
              key={column.key}
              role="columnheader"
              tabIndex={-1}
              style={{ width }}
              className="shrink-0 border-line border-e"
            >
              {props.renderHead(column, false)}
            </div>
          ))}
        </div>
        {vertical.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (!line) return null;
          return (
            <div
              key={item.key}
              ref={vertical.measureElement}
              data-index={item.index}
              data-row={String(item.key)}
              role="row"
              tabIndex={-1}
              aria-rowindex={line.kind === 'skipped' ? undefined : (rowsOf(line)[0]?.index ?? 0) + 2}
              className="group absolute flex items-stretch"
              style={{ top: item.start, width: total, minHeight: heights.current.get(String(item.key)) }}
            >
              {line.kind === 'skipped' ? (
                <SkippedRows line={line} onOpen={() => props.onOpenGap(line.from)} />
              ) : (
                <>
                  <RowGutter
                    rows={rowsOf(line)}
                    current={lineHas(line, current)}
                    unfolded={props.unfolded.has(lineKey(line))}
                    onSelect={() => props.onCurrent(rowsOf(line)[0]?.index ?? 0)}
                    onToggleFold={() => props.onToggleFold(lineKey(line))}
                  />
                  {columns.pinned.map((column, index) => (
                    <div
                      key={column.key}
                      style={pinnedStyle(index)}
                      className={classNames('shrink-0', pinnedLook)}
                    >
                      <RowCell
                        {...props}
                        tab={tab}
                        line={line}
                        column={column}
                        index={indexOf.get(column.key)}
                        strong
                      />
                    </div>
                  ))}
                  <div aria-hidden="true" style={{ width: before }} className="shrink-0" />
                  {shown.map((column) => (
                    <div key={column.key} style={{ width }} className="shrink-0">
                      <RowCell
                        {...props}
                        tab={tab}
                        line={line}
                        column={column}
                        index={indexOf.get(column.key)}
                      />
                    </div>
                  ))}
                </>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

const signs: Readonly<Record<Consensus, string>> = { all: '≡', most: '◕', some: '◔', 'only-here': '①' };
const words: Readonly<Record<Consensus, string>> = {
  all: 'all',
  most: 'most',
  some: 'some',
  'only-here': 'only one',
};
const shades: Readonly<Record<Consensus, string>> = {
  all: '',
  most: 'bg-[color-mix(in_oklab,var(--sunken)_55%,var(--surface))]',
  some: 'bg-sunken',
  'only-here': 'bg-pressed',
};

function rowsOf(line: GridLine): readonly PlacedRow[] {
  if (line.kind === 'row') return [line];
  return line.kind === 'apart' ? line.rows : [];
}

function lineKey(line: GridLine): string {
  return line.kind === 'skipped' ? `gap ${line.from}` : (rowsOf(line)[0]?.row.id ?? '');
}

function RowGutter({
  rows,
  current,
  unfolded,
  onSelect,
  onToggleFold,
}: {
  readonly rows: readonly PlacedRow[];
  readonly current: boolean;
  readonly unfolded: boolean;
  readonly onSelect: () => void;
  readonly onToggleFold: () => void;
}) {
  const row = rows[0]?.row;
  if (row === undefined) return null;
  const sentence =
    rows.length === 1 ? rowSentence(row) : `${rows.length} blocks, each found in one market only`;
  return (
    <div
      role="rowheader"
      tabIndex={-1}
      className={classNames(
        'sticky left-0 z-10 flex shrink-0 flex-col items-center gap-0.5 border-line border-e border-b bg-surface py-2 text-mini leading-5',
        current && 'shadow-[inset_3px_0_0_var(--accent)]',
      )}
      style={{ width: gutterWidth }}
    >
      <button
        type="button"
        onClick={onSelect}
        title={rows.length === 1 ? `${sentence}; found in ${words[row.consensus]}` : sentence}
        aria-label={sentence}
        aria-current={current}
        className="flex flex-col items-center rounded-sm px-1 hover:bg-hover"
      >
        <span aria-hidden="true" className="whitespace-nowrap text-ink-2 tabular">
          <span className="text-ui">{signs[row.consensus]}</span>{' '}
          {rows.length === 1 ? `${row.present}/${row.of}` : 'each'}
        </span>
        {rows.length === 1 && row.differing > 0 ? (
          <span aria-hidden="true" className="text-ink-3 tabular">
            ≠ {row.differing}
          </span>
        ) : null}
      </button>
      <button
        type="button"
        onClick={onToggleFold}
        aria-expanded={unfolded}
        aria-label="Whole text of this block"
        title={unfolded ? 'Fold long texts' : 'Show long texts whole'}
        className="flex size-5 items-center justify-center rounded-sm text-ink-3 opacity-0 hover:bg-hover hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100"
      >
        <ChevronsUpDown size={12} aria-hidden="true" />
      </button>
    </div>
  );
}

function RowCell({
  comparison,
  tab,
  line,
  column,
  index,
  unfolded,
  current,
  renderWithout,
  strong,
}: Pick<AlignedGridProps, 'comparison' | 'unfolded' | 'current' | 'renderWithout'> & {
  readonly tab: AnswerTab;
  readonly line: Exclude<GridLine, { kind: 'skipped' }>;
  readonly column: Column;
  readonly index: number | undefined;
  readonly strong?: boolean;
}) {
  const compared = index === undefined ? undefined : comparison.columns[index];
  const look = classNames(
    'h-full border-line border-b px-3 py-2',
    strong ? 'border-line-strong border-e' : 'border-e',
    lineHas(line, current) && 'border-b-accent',
  );
  if (compared === undefined || compared.state !== 'answered')
    return (
      <div role="gridcell" tabIndex={-1} className={classNames(look, 'bg-surface')}>
        {lineHas(line, 0) ? renderWithout(column) : null}
      </div>
    );
  const row = rowsOf(line).find((placed) => placed.row.cells[index ?? -1])?.row ?? rowsOf(line)[0]?.row;
  const cell = row?.cells[index ?? -1] ?? null;
  const block = cell === null ? undefined : tab.blocks[cell.block];
  if (row === undefined || cell === null || block === undefined)
    return (
      <div role="gridcell" tabIndex={-1} className={classNames(look, 'bg-surface text-ink-3 text-table')}>
        {line.kind === 'apart' ? null : tab.mode === 'baseline' && row?.cells[tab.baseline ?? -1] ? (
          <span className="text-removed">− missing</span>
        ) : (
          '— missing'
        )}
      </div>
    );
  const reference = tab.baseline === null ? null : (row.cells[tab.baseline] ?? null);
  const baseline = reference === null ? null : (tab.blocks[reference.block] ?? null);
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      className={classNames(
        look,
        tab.mode === 'consensus' ? shades[row.consensus] || 'bg-surface' : 'bg-surface',
      )}
    >
      <BlockCell
        cell={cell}
        block={block}
        baseline={index === tab.baseline ? null : baseline}
        folded={!unfolded.has(lineKey(line))}
      />
      {compared.samples.valid > 1 && cell.inSamples < compared.samples.valid ? (
        <p className="mt-1 text-ink-3 text-mini tabular">
          in {cell.inSamples} of {compared.samples.valid} samples
        </p>
      ) : null}
    </div>
  );
}

function SkippedRows({
  line,
  onOpen,
}: {
  readonly line: Extract<GridLine, { kind: 'skipped' }>;
  readonly onOpen: () => void;
}) {
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      className="sticky left-0 flex h-8 items-center border-line border-b bg-sunken px-3"
    >
      <button type="button" onClick={onOpen} className="rounded-sm px-1 text-ink-2 text-table hover:bg-hover">
        ⋯ {line.count === 1 ? '1 block' : `${line.count} blocks`} without difference: show
      </button>
    </div>
  );
}
