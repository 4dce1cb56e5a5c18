/** One table as a person reads it, whatever it is written as: text, Markdown, CSV, HTML or JSON. */
export type SheetCell = string | number | null;

export type SheetColumn = {
  readonly label: string;
  readonly align: 'start' | 'end';
};

export type Sheet = {
  /** Stable name, used in file names: letters, digits and dashes. */
  readonly id: string;
  readonly title: string;
  /** What the figures mean, with their rule version where they have one. */
  readonly note: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly SheetCell[])[];
};

export const textColumn = (label: string): SheetColumn => ({ label, align: 'start' });
export const numberColumn = (label: string): SheetColumn => ({ label, align: 'end' });

/** A list as it is taken out: a column for each member, named for programs, and nothing in it rounded. */
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
    columns: Object.keys(columns).map(textColumn),
    rows: rows.map((row) => cells.map((cell) => cell(row))),
  };
}

/** A time of the clock as files have it, in UTC. */
export const isoTime = (atMs: number | null): string | null =>
  atMs === null ? null : new Date(atMs).toISOString();
