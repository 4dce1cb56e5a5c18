import { type ReactNode, useMemo, useState } from 'react';
import { arrangedRows, nextTableOrder, readable, type TableOrder, textOf } from './arrangement.ts';
import { useKeptWidths } from './keptWidths.ts';
import { TableTools } from './TableTools.tsx';
import type { TableColumn } from './tableColumns.tsx';

export type ArrangedColumn<Row> = TableColumn<Row> & {
  /** Number of buttons in the corner of the table, above this column. */
  readonly cornered: number;
  /** Manual width, CSS pixels. */
  readonly width: number | undefined;
};

export type TableArrangement<Row> = {
  readonly columns: readonly ArrangedColumn<Row>[];
  readonly rows: readonly Row[];
  readonly sortOf: (column: string) => 'ascending' | 'descending' | 'none';
  readonly sortBy: (column: TableColumn<Row>) => void;
  readonly resize: (column: string, width: number | null) => void;
  /** Filter and column selection, if the table is large enough. */
  readonly tools: ReactNode;
};

const leastFiltered = 8;
const leastChosen = 5;

/** The user's arrangement of a table: sorting, filter, hidden columns, widths. All but the widths are kept while the table is mounted. */
export function useTableArrangement<Row>(
  label: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  exported: boolean,
): TableArrangement<Row> {
  const [order, setOrder] = useState<TableOrder>(null);
  const [filter, setFilter] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { widths, resize } = useKeptWidths(label);
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
      // Figures start descending, names ascending.
      setOrder(nextTableOrder(order, column.id, typeof sample === 'number'));
    },
    resize,
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
