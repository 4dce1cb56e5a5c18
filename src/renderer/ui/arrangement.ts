import { Children, isValidElement, type ReactNode } from 'react';
import type { TableColumn } from './tableColumns.tsx';

/** Sort order of rows; null keeps the given order. */
export type TableOrder = { readonly column: string; readonly descending: boolean } | null;

/** The text of a cell, as far as it can be determined without rendering. */
export function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return Children.toArray(node).map(textOf).join(' ');
  if (!isValidElement<{ readonly children?: ReactNode }>(node)) return '';
  return textOf(node.props.children);
}

/**
 * Sort value of a row in a column: its own value, otherwise the number at the beginning of its text, otherwise its
 * text.
 */
function sortValue<Row>(column: TableColumn<Row>, row: Row): number | string | null {
  if (column.value) return column.value(row);
  return readable(textOf(column.cell(row)).trim());
}

/** Sort value of a text: the number at its beginning, such as `83 %`, `−1,200` and `5 of 6`, otherwise the text. */
export function readable(text: string): number | string | null {
  if (text === '' || text === '–' || text === 'no data') return null;
  const number = /^[+−-]?\d[\d,]*(?:\.\d+)?(?=$|[\s%/])/.exec(text);
  return number ? Number(number[0].replaceAll(',', '').replace('−', '-')) : text;
}

/** Empty values come last in both directions. Names are compared by locale. */
export function compareValues(
  one: number | string | null,
  two: number | string | null,
  descending: boolean,
): number {
  if (one === null || two === null) return one === two ? 0 : one === null ? 1 : -1;
  const compared =
    typeof one === 'number' && typeof two === 'number'
      ? one - two
      : String(one).localeCompare(String(two), undefined, { numeric: true });
  return descending ? -compared : compared;
}

/** The rows whose cells contain the text, sorted. The same array if nothing is selected. */
export function arrangedRows<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  order: TableOrder,
  filter: string,
): readonly Row[] {
  const wanted = filter.trim().toLowerCase();
  const kept =
    wanted === ''
      ? rows
      : rows.filter((row) =>
          columns.some((column) => textOf(column.cell(row)).toLowerCase().includes(wanted)),
        );
  const by = columns.find(({ id }) => id === order?.column);
  if (order === null || by === undefined) return kept;
  return kept
    .map((row) => ({ row, value: sortValue(by, row) }))
    .sort((one, two) => compareValues(one.value, two.value, order.descending))
    .map(({ row }) => row);
}

/** The next order when a header is pressed: first direction, reversed, none. */
export function nextTableOrder(order: TableOrder, column: string, descendingFirst: boolean): TableOrder {
  if (order?.column !== column) return { column, descending: descendingFirst };
  return order.descending === descendingFirst ? { column, descending: !descendingFirst } : null;
}
