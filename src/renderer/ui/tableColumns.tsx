import type { ReactNode } from 'react';
import { type ColumnDefinition, cellTextOf, type TableDefinition, timeOf } from '#shared/tables/table.ts';
import { formatCount } from './format.ts';
import { RelativeTime } from './Times.tsx';

export type TableColumn<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Sort value, if the text of the cell is not sortable, such as a time. */
  readonly value?: (row: Row) => number | string | null;
  readonly align?: 'start' | 'end';
  /** Shows the header only to screen readers, such as for a column of buttons. */
  readonly quietHeader?: boolean;
  /** Its cells are row headers. */
  readonly rowHeader?: boolean;
  readonly className?: string;
};

/** What a screen adds to a column of a table: a cell that is more than text, and its look. */
export type OwnColumn<Row> = Partial<Omit<TableColumn<Row>, 'id'>>;

export type OwnColumns<Row, Id extends string> = {
  readonly [Each in Id]?: OwnColumn<Row> | ((row: Row) => ReactNode);
};

/**
 * The columns of a table that the window shows, in its order.
 * @param own by the name of the column: a cell, or everything that a screen changes
 */
export function columnsOf<Row, Id extends string>(
  table: TableDefinition<Row, Id>,
  own: OwnColumns<Row, NoInfer<Id>> = {},
): readonly TableColumn<Row>[] {
  const ids = table.window ?? (Object.keys(table.columns) as Id[]);
  return ids.map((id) => {
    const added: OwnColumn<Row> | ((row: Row) => ReactNode) | undefined = own[id];
    return {
      ...columnOf(id, table.columns[id]),
      ...(typeof added === 'function' ? { cell: added } : added),
    };
  });
}

function columnOf<Row>(id: string, column: ColumnDefinition<Row>): TableColumn<Row> {
  const { label: header, kind, value, text } = column;
  if (kind === 'time')
    return {
      id,
      header,
      value: (row) => timeOf(value(row)),
      cell: (row) => shownTime(timeOf(value(row))),
      className: 'whitespace-nowrap text-ink-2',
    };
  if (kind === 'number')
    return {
      id,
      header,
      align: 'end',
      value: (row) => value(row) as number | null,
      cell: text ?? ((row) => shownCount(value(row))),
    };
  return { id, header, cell: (row) => cellTextOf(column, row) };
}

const shownTime = (atMs: number | null): ReactNode => (atMs === null ? '–' : <RelativeTime atMs={atMs} />);
/** With the separators of the user's locale. */
const shownCount = (value: unknown): string => (typeof value === 'number' ? formatCount(value) : '–');

/** A column of buttons at the end of the rows. Its heading is only for screen readers. */
export const actionColumn = <Row,>(header: string, cell: (row: Row) => ReactNode): TableColumn<Row> => ({
  id: 'action',
  header,
  quietHeader: true,
  align: 'end',
  cell,
});
