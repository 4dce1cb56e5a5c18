import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { formatCount, formatQuantity } from './format.ts';
import { ScrollRegion } from './ScrollRegion.tsx';
import { SheetMenu, type SheetSource } from './SheetMenu.tsx';
import { SortButton } from './SortButton.tsx';
import type { TableColumn } from './tableColumns.tsx';
import { type ArrangedColumn, type TableArrangement, useTableArrangement } from './useTableArrangement.tsx';

export type TableProps<Row> = {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Shown instead of the rows if there are none. */
  readonly empty: ReactNode;
  /** The complete list for export, offered by a button in the corner of the table. */
  readonly sheet?: SheetSource;
};

type WholeTableProps<Row> = TableProps<Row> & {
  /** A footer row by column, not affected by sorting. */
  readonly foot?: Readonly<Record<string, ReactNode>>;
  /** Number of rows rendered until the user asks for more. Sorting and filtering use all rows. */
  readonly first?: { readonly rows: number; readonly noun: string };
  readonly className?: string;
};

/** A dense table with a sticky header. It can be sorted and filtered, and columns can be hidden and resized. */
export function Table<Row>(props: WholeTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, sheet, foot, first, className } = props;
  const [limit, setLimit] = useState(first?.rows ?? Number.POSITIVE_INFINITY);
  const arranged = useTableArrangement(label, columns, rows, sheet !== undefined);
  if (rows.length === 0) return <div className="px-3 py-6 text-center text-ink-2">{empty}</div>;
  return (
    <TableFrame label={label} sheet={sheet} tools={arranged.tools}>
      <ScrollRegion label={label} className={classNames('overflow-x-auto', className)}>
        <table className={tableLook}>
          <caption className="sr-only">{label}</caption>
          <TableHead arranged={arranged} />
          <tbody>
            {arranged.rows.slice(0, limit).map((row) => (
              <TableRow key={rowKey(row)} columns={arranged.columns} row={row} />
            ))}
          </tbody>
          {foot === undefined ? null : (
            <tfoot className="font-medium [&>tr>*]:border-t">
              <TableRow columns={footColumns(arranged.columns)} row={foot} />
            </tfoot>
          )}
        </table>
        {first === undefined || arranged.rows.length <= limit ? null : (
          <MoreRows limit={limit} of={arranged.rows.length} noun={first.noun} onLimit={setLimit} />
        )}
      </ScrollRegion>
    </TableFrame>
  );
}

type Foot = Readonly<Record<string, ReactNode>>;

const footColumns = <Row,>(columns: readonly ArrangedColumn<Row>[]) =>
  columns.map(
    ({ value, ...column }): ArrangedColumn<Foot> => ({ ...column, cell: (foot) => foot[column.id] }),
  );

type MoreRowsProps = {
  readonly limit: number;
  readonly of: number;
  readonly noun: string;
  readonly onLimit: (limit: number) => void;
};

/** Renders ten times as many rows per click, so that thousands are not rendered by mistake. */
function MoreRows({ limit, of, noun, onLimit }: MoreRowsProps) {
  const next = limit * 10;
  return (
    <Button look="quiet" size="small" className="m-1" onClick={() => onLimit(next)}>
      Show {next < of ? `${formatCount(next)} of` : 'all'} {formatQuantity(of, noun)}
    </Button>
  );
}

/** A table with its buttons for arranging and exporting in the corner. */
export function TableFrame({
  label,
  sheet,
  tools = null,
  children,
}: {
  readonly label: string;
  readonly sheet: SheetSource | undefined;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="relative min-w-0">
      {children}
      <div className="absolute end-1 top-0.5 flex items-center rounded-sm bg-surface print:hidden">
        {tools}
        {sheet === undefined ? null : <SheetMenu label={label} sheet={sheet} />}
      </div>
    </div>
  );
}

export const tableLook = 'w-full border-separate border-spacing-0 text-table tabular';

export function TableHead<Row>({ arranged }: { readonly arranged: TableArrangement<Row> }) {
  return (
    <thead>
      <tr>
        {arranged.columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={column.quietHeader ? undefined : arranged.sortOf(column.id)}
            style={widthStyle(column)}
            className={classNames(
              'sticky top-0 h-7 max-w-64 whitespace-nowrap border-line-strong border-b bg-surface font-medium text-ink-2',
              cornerRoom[column.cornered],
              column.align === 'end' ? 'text-end' : 'text-start',
            )}
          >
            {column.quietHeader ? (
              <span className="sr-only">{column.header}</span>
            ) : (
              <SortButton
                sorted={arranged.sortOf(column.id)}
                end={column.align === 'end'}
                onSort={() => arranged.sortBy(column)}
                onWidth={(change) => arranged.resize(column.id, change)}
                className="h-7 px-3"
              >
                {column.header}
              </SortButton>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Beside the buttons in the corner: the header of the last column ends where its cells end. */
const cornerRoom = ['', 'pe-6', 'pe-12'] as const;
const cellRoom = ['', 'pe-9', 'pe-15'] as const;

const widthStyle = ({ width }: { readonly width: number | undefined }) =>
  width === undefined ? undefined : { width, minWidth: width, maxWidth: width };

export function TableRow<Row>({
  columns,
  row,
  index,
}: {
  readonly columns: readonly ArrangedColumn<Row>[];
  readonly row: Row;
  /** Position in the whole table from 1, if not all rows are rendered. */
  readonly index?: number;
}) {
  return (
    <tr className="group hover:bg-hover" aria-rowindex={index}>
      {columns.map((column) => {
        const Cell = column.rowHeader ? 'th' : 'td';
        return (
          <Cell
            key={column.id}
            scope={column.rowHeader ? 'row' : undefined}
            style={widthStyle(column)}
            className={classNames(
              'h-7 border-line border-b px-3 py-0.5 group-last:border-b-0',
              column.align === 'end' ? 'text-end' : 'text-start',
              column.rowHeader && '[font-weight:inherit]',
              column.width !== undefined && 'overflow-hidden text-ellipsis',
              column.className,
              column.align === 'end' && !column.quietHeader && cellRoom[column.cornered],
            )}
          >
            {column.cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}
