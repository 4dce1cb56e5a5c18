import { type ReactNode, useMemo, useState } from 'react';
import { arrangedRows, nextTableOrder, readable, type TableOrder, textOf } from './arrangement.ts';
import type { TableColumn } from './Table.tsx';
import { TableTools } from './TableTools.tsx';

export type ArrangedColumn<Row> = TableColumn<Row> & {
  /** So many buttons stand in the corner of the table, over its end. */
  readonly cornered: number;
  /** As a person set it, CSS pixels. */
  readonly width: number | undefined;
};

export type TableArrangement<Row> = {
  readonly columns: readonly ArrangedColumn<Row>[];
  readonly rows: readonly Row[];
  readonly sortOf: (column: string) => 'ascending' | 'descending' | 'none';
  readonly sortBy: (column: TableColumn<Row>) => void;
  readonly resize: (column: string, width: number | null) => void;
  /** Filter and choice of columns, where there is enough of them. */
  readonly tools: ReactNode;
};

const leastFiltered = 8;
const leastChosen = 5;

/** How a person arranged a table: what is sorted, filtered, hidden and resized. Lives as long as the table is shown. */
export function useTableArrangement<Row>(
  label: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  exported: boolean,
): TableArrangement<Row> {
  const [order, setOrder] = useState<TableOrder>(null);
  const [filter, setFilter] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const shownRows = useMemo(() => arrangedRows(columns, rows, order, filter), [columns, rows, order, filter]);
  const shown = columns.filter(({ id }) => !hidden.has(id));
  const choosable = columns.filter(({ quietHeader }) => quietHeader !== true);
  const arranges = rows.length >= leastFiltered || choosable.length >= leastChosen;
  const buttons = Number(exported) + Number(arranges);
  return {
    columns: shown.map((column, at) => ({
      ...column,
      cornered: at === shown.length - 1 ? buttons : 0,
      width: widths.get(column.id),
    })),
    rows: shownRows,
    sortOf: (column) => (order?.column !== column ? 'none' : order.descending ? 'descending' : 'ascending'),
    sortBy: (column) => {
      const [first] = rows;
      const sample =
        first === undefined ? null : (column.value?.(first) ?? readable(textOf(column.cell(first)).trim()));
      // Figures from the highest, names from A.
      setOrder(nextTableOrder(order, column.id, typeof sample === 'number'));
    },
    resize: (column, width) => {
      const next = new Map(widths);
      if (width === null) next.delete(column);
      else next.set(column, width);
      setWidths(next);
    },
    tools: arranges ? (
      <TableTools
        label={label}
        filter={filter}
        onFilter={setFilter}
        shown={shownRows.length}
        of={rows.length}
        columns={choosable}
        hidden={hidden}
        onHidden={setHidden}
      />
    ) : null,
  };
}
