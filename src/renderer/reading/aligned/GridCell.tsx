import { memo, type ReactNode } from 'react';
import type { AnswerTab, ComparedColumn, Consensus } from '#shared/model/comparison/comparison.ts';
import { outsideLabel } from '#shared/tables/figureLabels.ts';
import { classNames } from '../../ui/classNames.ts';
import type { ShownColumn } from '../columnGroups.ts';
import { BlockCell } from './BlockCell.tsx';
import { type BlocksLine, lineHas, rowsOf } from './rowFilter.ts';

const shades: Readonly<Record<Consensus, string>> = {
  all: 'bg-surface',
  most: 'bg-[color-mix(in_oklab,var(--sunken)_55%,var(--surface))]',
  some: 'bg-sunken',
  'only-here': 'bg-pressed',
};

type GridCellProps = {
  readonly tab: AnswerTab;
  readonly line: BlocksLine;
  readonly column: ShownColumn;
  readonly index: number | undefined;
  readonly compared: ComparedColumn | undefined;
  /** Position among all columns of the grid, from 1. */
  readonly place: number;
  readonly width: number;
  readonly sticks: number | null;
  readonly current: boolean;
  readonly folded: boolean;
  /** Outside the viewport, so one line is enough. */
  readonly low: boolean;
  readonly pinned: boolean;
  /** Content of a column without an answer to align. */
  readonly renderWithout: (column: ShownColumn) => ReactNode;
};

/** One market in one row. All its props keep their identity while the grid is scrolled. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { line, column, current, low, pinned, place, width, sticks } = props;
  const { look, content } = contentOf(props);
  return (
    <div
      role="gridcell"
      aria-colindex={place}
      tabIndex={-1}
      style={{ width, ...(sticks === null ? {} : { left: sticks }) }}
      className={classNames(
        'shrink-0 border-line border-e border-b px-3 py-2',
        pinned && 'border-e-line-strong',
        sticks !== null && 'sticky z-[5]',
        current && 'border-b-accent',
        // As tall as the rest of its row, regardless of its content.
        low && 'overflow-hidden [contain:size]',
        look,
      )}
    >
      {content ?? (lineHas(line, 0) ? props.renderWithout(column) : null)}
    </div>
  );
});

/** `content` is null if the column has no answer. */
function contentOf({ tab, line, index, compared, folded }: GridCellProps): {
  readonly look: string;
  readonly content: ReactNode;
} {
  if (index === undefined || compared === undefined || compared.state !== 'answered')
    return { look: 'bg-surface', content: null };
  const rows = rowsOf(line);
  const row = (rows.find((placed) => placed.row.cells[index]) ?? rows[0])?.row;
  const cell = row?.cells[index] ?? null;
  const block = cell === null ? undefined : tab.blocks[cell.block];
  if (row === undefined || cell === null || block === undefined)
    return {
      look: 'bg-surface text-ink-3 text-table',
      content:
        line.kind === 'apart' ? (
          ''
        ) : row?.outside.includes(index) ? (
          <span title="This answer is in another language, and the section has no link, brand or number to match it by">
            {outsideLabel}
          </span>
        ) : tab.mode === 'baseline' && row?.cells[tab.baseline ?? -1] ? (
          <span className="text-removed">− missing</span>
        ) : (
          '— missing'
        ),
    };
  const reference = tab.baseline === null ? null : (row.cells[tab.baseline] ?? null);
  const baseline = reference === null ? null : (tab.blocks[reference.block] ?? null);
  return {
    look: tab.mode === 'consensus' ? shades[row.consensus] : 'bg-surface',
    content: (
      <>
        <BlockCell
          cell={cell}
          block={block}
          baseline={index === tab.baseline ? null : baseline}
          folded={folded}
        />
        {compared.samples.valid > 1 && cell.inSamples < compared.samples.valid ? (
          <p className="mt-1 text-ink-3 text-mini tabular">
            in {cell.inSamples} of {compared.samples.valid} repeats
          </p>
        ) : null}
      </>
    ),
  };
}
