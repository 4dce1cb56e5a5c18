import type { ReactNode } from 'react';
import type { ComparisonPart, ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '#shared/tables/columnLabels.ts';
import type { ComparisonColumn, ItemTable } from '#shared/tables/comparison/comparisonTable.ts';
import type { TableFact, TableLine } from '../../reading/tableModel.ts';

/** What only the window draws of a row. */
type Drawn<Row> = {
  readonly head: (row: Row) => ReactNode;
  /** Whatever else the line has, such as tools. */
  readonly line?: (row: Row) => Partial<Pick<TableLine, 'tools' | 'open' | 'onToggle'>>;
  /** A column that is more than its text, by its id. */
  readonly fact?: Readonly<Record<string, (row: Row) => ReactNode>>;
};

const heading = (label: string): string => `${label.charAt(0).toUpperCase()}${label.slice(1)}`;

/** The columns and lines of a table by market, as its record describes them for files and terminal too. */
export function itemLines<P extends ComparisonPart, Row>(
  table: ItemTable<P, Row>,
  comparison: ComparisonWith<P>,
  words: ColumnLabels,
  drawn: Drawn<Row>,
): { readonly facts: readonly TableFact[]; readonly lines: readonly TableLine[] } {
  const columns = [...table.columns(comparison, words), ...(table.last?.(comparison, words) ?? [])].flatMap(
    ({ shown, ...column }) => (shown === null ? [] : [{ ...column, shown }]),
  );
  return {
    facts: columns.map(({ label, shown: { width, end, hidden } }) => ({
      label: heading(label),
      width,
      end,
      hidden,
    })),
    lines: table.rows(comparison).map((row) => ({
      key: table.key(row),
      level: 0,
      name: table.name(row),
      head: drawn.head(row),
      facts: columns.map((column) => drawn.fact?.[column.id]?.(row) ?? shownText(column, row)),
      figures: Object.fromEntries(
        columns.flatMap(({ label, shown }) =>
          shown.facts === undefined ? [] : [[heading(label), shown.facts(row)]],
        ),
      ),
      cell: (market) => table.cell(row, market, comparison),
      ...drawn.line?.(row),
    })),
  };
}

function shownText<Row>({ shown, value }: ComparisonColumn<Row>, row: Row): string | null {
  if (shown?.text !== undefined) return shown.text(row);
  const plain = value(row);
  return plain === null ? null : String(plain);
}
