import type { ReactNode, Ref } from 'react';
import { classNames } from './classNames.ts';
import { SheetMenu, type SheetSource } from './SheetMenu.tsx';

export type TableColumn<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** Keeps the header for screen readers only, such as above a column of buttons. */
  readonly quietHeader?: boolean;
  readonly className?: string;
  /** Leaves room for the button in the corner of the table. */
  readonly cornered?: boolean;
};

export type TableProps<Row> = {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Stands in the place of the rows while there are none. */
  readonly empty: ReactNode;
  /** The whole list as it is taken out; a button in the corner of the table offers it. */
  readonly sheet?: SheetSource;
};

/** A real table, dense, with its head always in sight. */
export function Table<Row>({ label, columns, rows, rowKey, empty, sheet }: TableProps<Row>) {
  if (rows.length === 0) return <div className="px-3 py-6 text-center text-ink-2">{empty}</div>;
  const shown = columnsBeside(columns, sheet);
  return (
    <WithSheet label={label} sheet={sheet}>
      <ScrollRegion label={label} className="overflow-x-auto">
        <table className={tableLook}>
          <caption className="sr-only">{label}</caption>
          <TableHead columns={shown} />
          <tbody>
            {rows.map((row) => (
              <TableRow key={rowKey(row)} columns={shown} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </WithSheet>
  );
}

/** The columns with room for the button in the corner, where there is one. */
export function columnsBeside<Row>(
  columns: readonly TableColumn<Row>[],
  sheet: SheetSource | undefined,
): readonly TableColumn<Row>[] {
  if (sheet === undefined) return columns;
  return columns.map((column, at) => (at === columns.length - 1 ? { ...column, cornered: true } : column));
}

/** A table with the button that takes it out in its corner. */
export function WithSheet({
  label,
  sheet,
  children,
}: {
  readonly label: string;
  readonly sheet: SheetSource | undefined;
  readonly children: ReactNode;
}) {
  if (sheet === undefined) return children;
  return (
    <div className="relative min-w-0">
      {children}
      <SheetMenu
        label={label}
        sheet={sheet}
        className="absolute end-1 top-0.5 flex items-center rounded-sm bg-surface print:hidden"
      />
    </div>
  );
}

export const tableLook = 'w-full border-separate border-spacing-0 text-table tabular';

export function TableHead<Row>({ columns }: { readonly columns: readonly TableColumn<Row>[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={classNames(
              'sticky top-0 h-7 whitespace-nowrap border-line-strong border-b bg-surface px-3 font-medium text-ink-2',
              column.cornered && 'pe-9',
              column.align === 'end' ? 'text-end' : 'text-start',
            )}
          >
            {column.quietHeader ? <span className="sr-only">{column.header}</span> : column.header}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function TableRow<Row>({
  columns,
  row,
  index,
}: {
  readonly columns: readonly TableColumn<Row>[];
  readonly row: Row;
  /** Place in the whole table, from 1, where not all of its rows are drawn. */
  readonly index?: number;
}) {
  return (
    <tr className="group hover:bg-hover" aria-rowindex={index}>
      {columns.map((column) => (
        <td
          key={column.id}
          className={classNames(
            'h-7 border-line border-b px-3 py-0.5 group-last:border-b-0',
            column.align === 'end' ? 'text-end' : '',
            column.className,
            column.cornered && 'pe-9',
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

type ScrollRegionProps = {
  readonly label: string;
  readonly ref?: Ref<HTMLElement>;
  readonly className: string;
  readonly children: ReactNode;
};

/** A framed part of a page that scrolls by itself, by keyboard too. */
export function ScrollRegion({ label, ref, className, children }: ScrollRegionProps) {
  return (
    <section
      ref={ref}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className={`rounded-md border border-line bg-surface ${className}`}
    >
      {children}
    </section>
  );
}
