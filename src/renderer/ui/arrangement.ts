import { Children, isValidElement, type ReactNode } from 'react';
import type { TableColumn } from './Table.tsx';

/** By which column rows are sorted; null keeps the order they come in. */
export type TableOrder = { readonly column: string; readonly descending: boolean } | null;

/** What a cell says as text, as far as it can be read without drawing it. */
export function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return Children.toArray(node).map(textOf).join(' ');
  if (!isValidElement<{ readonly children?: ReactNode }>(node)) return '';
  return textOf(node.props.children);
}

/** What a row is sorted by in a column: its own value, or the number its text begins with, or its text. */
function sortValue<Row>(column: TableColumn<Row>, row: Row): number | string | null {
  if (column.value) return column.value(row);
  return readable(textOf(column.cell(row)).trim());
}

/** A text as it is compared: by the number it begins with, such as `83 %`, `−1,200` and `5 of 6`, or by its letters. */
export function readable(text: string): number | string | null {
  if (text === '' || text === '–' || text === 'no data') return null;
  const number = /^[+−-]?\d[\d,]*(?:\.\d+)?(?=$|[\s%/])/.exec(text);
  return number ? Number(number[0].replaceAll(',', '').replace('−', '-')) : text;
}

/** Nothing stands last either way, names are compared as they are read. */
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

/** The rows whose cells hold the text, sorted; the same rows where nothing was chosen. */
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

/** The next order when a heading is pressed: `first` way, the other way, none. */
export function nextTableOrder(order: TableOrder, column: string, descendingFirst: boolean): TableOrder {
  if (order?.column !== column) return { column, descending: descendingFirst };
  return order.descending === descendingFirst ? { column, descending: !descendingFirst } : null;
}
