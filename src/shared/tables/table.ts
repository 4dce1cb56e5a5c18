import { isoTime, type Sheet, type SheetCell } from './sheet.ts';

/**
 * A table is described once: every column with its name in files, its heading, its value and its text. Files have all
 * columns, the window and the terminal those named in `window` and `terminal`, in that order. A screen adds only
 * menus, links, and cells that are more than text.
 */

/** A time is in milliseconds or ISO 8601. A flag is 1 or 0 in files. Numbers and flags sort as such. */
export type ColumnKind = 'text' | 'number' | 'time' | 'flag';

export type ColumnDefinition<Row> = {
  /** Heading for a reader. */
  readonly label: string;
  readonly kind: ColumnKind;
  /** Unrounded, for files and for sorting; null is "no data". */
  readonly value: (row: Row) => SheetCell | boolean;
  /** What a person reads, if it is not simply the value. */
  readonly text?: (row: Row) => string;
  /** What the column means, for a tooltip or a glossary. */
  readonly about?: string;
  /** False: for readers only, because files have its parts in columns of their own. */
  readonly inFiles?: false;
};

export type TableDefinition<Row, Id extends string = string> = {
  /** Stable name, used in file names: letters, digits and dashes. */
  readonly id: string;
  readonly title: string;
  /** What the figures mean, with their rule version if they have one. */
  readonly note?: string;
  /** By their names in files for programs, in the order of files. The names stay when the labels change. */
  readonly columns: Readonly<Record<Id, ColumnDefinition<Row>>>;
  readonly window?: readonly Id[];
  readonly terminal?: readonly Id[];
};

type TableSource<Row, Id extends string> = Omit<TableDefinition<Row>, 'columns' | 'window' | 'terminal'> & {
  /** A function alone is a column for programs, named by its id. */
  readonly columns: { readonly [Each in Id]: ColumnDefinition<Row> | ((row: Row) => SheetCell | boolean) };
  readonly window?: readonly NoInfer<Id>[];
  readonly terminal?: readonly NoInfer<Id>[];
};

/** `tableOf<Row>()({ id, title, columns })`: the row is stated, the names of the columns are inferred. */
export const tableOf =
  <Row>() =>
  <const Id extends string>({ columns, ...source }: TableSource<Row, Id>): TableDefinition<Row, Id> => ({
    ...source,
    columns: Object.fromEntries(
      Object.entries<TableSource<Row, Id>['columns'][Id]>(columns).map(([id, column]) => [
        id,
        typeof column === 'function' ? { label: id, kind: 'text', value: column } : column,
      ]),
    ) as Record<Id, ColumnDefinition<Row>>,
  });

type More<Row> = Partial<Omit<ColumnDefinition<Row>, 'label' | 'kind' | 'value'>>;

const columnOf =
  <Value extends SheetCell | boolean>(kind: ColumnKind) =>
  <Row>(label: string, value: (row: Row) => Value | null, more?: More<Row>): ColumnDefinition<Row> => ({
    label,
    kind,
    value,
    ...more,
  });

export const column = {
  text: columnOf<string | number>('text'),
  number: columnOf<number>('number'),
  time: columnOf<string | number>('time'),
  flag: columnOf<boolean>('flag'),
} as const;

/** The text of a cell, the same in window and terminal; empty for "no data". Times are in UTC, to the minute. */
export function cellTextOf<Row>(column: ColumnDefinition<Row>, row: Row): string {
  if (column.text !== undefined) return column.text(row);
  const value = column.value(row);
  if (value === null) return '';
  switch (column.kind) {
    case 'number':
      return value.toLocaleString('en');
    case 'flag':
      return value ? 'yes' : 'no';
    case 'time':
      return utcMinute(timeOf(value) ?? 0);
    case 'text':
      return String(value);
  }
}

/** `2026-11-27 09:30`, in UTC. */
export const utcMinute = (atMs: number): string =>
  new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');

/** A time in milliseconds, from a value of a `time` column. */
export const timeOf = (value: SheetCell | boolean): number | null =>
  typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : null;

/** The table in export form: every column, named for programs, without rounding. */
export function sheetOf<Row>(table: TableDefinition<Row>, rows: readonly Row[]): Sheet {
  const columns = Object.entries(table.columns).filter(([, { inFiles }]) => inFiles !== false);
  return {
    id: table.id,
    title: table.title,
    note: table.note ?? '',
    columns: columns.map(([id, { label, kind }]) => ({
      label: id,
      heading: label,
      align: kind === 'number' ? 'end' : 'start',
    })),
    rows: rows.map((row) => columns.map(([, column]) => fileCell(column, row))),
  };
}

function fileCell<Row>({ kind, value }: ColumnDefinition<Row>, row: Row): SheetCell {
  const cell = value(row);
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  return kind === 'time' && typeof cell === 'number' ? isoTime(cell) : cell;
}

/** The columns of a terminal, by their headings in capitals. */
export const terminalColumns = <Row, Id extends string>({
  columns,
  terminal = Object.keys(columns) as Id[],
}: TableDefinition<Row, Id>): Readonly<Record<string, (row: Row) => string>> =>
  Object.fromEntries(
    terminal
      .map((id) => columns[id])
      .map((column) => [
        `${column.label.toUpperCase()}${column.kind === 'time' ? ' (UTC)' : ''}`,
        (row) => cellTextOf(column, row),
      ]),
  );

/** The columns of a terminal as a person reads them, for a document in Markdown or text. */
export function readableSheet<Row, Id extends string>(
  { id, title, note = '', columns, terminal = Object.keys(columns) as Id[] }: TableDefinition<Row, Id>,
  rows: readonly Row[],
): Sheet {
  const shown = terminal.map((each) => columns[each]);
  return {
    id,
    title,
    note,
    columns: shown.map(({ label }) => ({ label, heading: label, align: 'start' })),
    rows: rows.map((row) => shown.map((column) => cellTextOf(column, row))),
  };
}
