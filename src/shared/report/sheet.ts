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
