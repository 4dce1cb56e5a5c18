/** A table independent of its format: text, Markdown, CSV, HTML or JSON. */
export type SheetCell = string | number | null;

export type SheetColumn = {
  /** Column name in files for programs; it stays the same when the heading changes. */
  readonly label: string;
  /** Column heading for readers. */
  readonly heading: string;
  readonly align: 'start' | 'end';
};

export type Sheet = {
  /** Stable name, used in file names: letters, digits and dashes. */
  readonly id: string;
  readonly title: string;
  /** What the figures mean, with their rule version if they have one. */
  readonly note: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly SheetCell[])[];
};

export const textColumn = (label: string, heading = label): SheetColumn => ({
  label,
  heading,
  align: 'start',
});
export const numberColumn = (label: string, heading = label): SheetColumn => ({
  label,
  heading,
  align: 'end',
});

/** A list in export form: a column for each member, named for programs, without rounding. */
export function listSheet<Row>(
  id: string,
  title: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => SheetCell>>,
): Sheet {
  const cells = Object.values(columns);
  return {
    id,
    title,
    note: '',
    columns: Object.keys(columns).map((name) => textColumn(name)),
    rows: rows.map((row) => cells.map((cell) => cell(row))),
  };
}

/** A time of the clock as files have it, in UTC. */
export const isoTime = (atMs: number | null): string | null =>
  atMs === null ? null : new Date(atMs).toISOString();
