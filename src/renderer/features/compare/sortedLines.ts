import type { TableLine } from '../../reading/tableModel.ts';
import { compareValues, readable, textOf } from '../../ui/arrangement.ts';

/** Sort column of a table: 0 for the names, from 1 for the facts. Null keeps the order of the analysis. */
export type LineOrder = { readonly column: number; readonly descending: boolean } | null;

/** The next order when a header is pressed: figures descending or names ascending, then reversed, then none. */
export function nextOrder(order: LineOrder, column: number): LineOrder {
  const first = column !== 0;
  if (order?.column !== column) return { column, descending: first };
  return order.descending === first ? { column, descending: !first } : null;
}

/** Sorted lines. Lines of level 1 stay below their parent, and lines without a figure come last. */
export function sortedLines(lines: readonly TableLine[], order: LineOrder): readonly TableLine[] {
  if (order === null) return lines;
  const groups: TableLine[][] = [];
  for (const line of lines) {
    if (line.level === 0 || groups.length === 0) groups.push([line]);
    else groups.at(-1)?.push(line);
  }
  const valued = groups.map((group) => ({ group, value: sortValue(group[0], order.column) }));
  return valued
    .sort((one, two) => compareValues(one.value, two.value, order.descending))
    .flatMap(({ group }) => group);
}

/** Sort value of a fact: the number at its beginning, such as `83 %` or `5 of 6`, otherwise its text. */
function sortValue(line: TableLine | undefined, column: number): number | string | null {
  if (line === undefined) return null;
  return column === 0 ? line.name : readable(textOf(line.facts[column - 1]));
}

/** Lines whose name contains the text, with their children and parents. */
export function filteredLines(lines: readonly TableLine[], text: string): readonly TableLine[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return lines;
  const named = (line: TableLine): boolean => line.name.toLowerCase().includes(wanted);
  let parent: TableLine | undefined;
  const kept = new Set<TableLine>();
  for (const line of lines) {
    if (line.level === 0) parent = line;
    if (named(line) || (parent !== undefined && kept.has(parent) && named(parent))) {
      if (parent !== undefined) kept.add(parent);
      kept.add(line);
    }
  }
  return lines.filter((line) => kept.has(line));
}
