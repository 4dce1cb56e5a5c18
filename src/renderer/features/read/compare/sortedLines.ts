import { compareValues, readable, textOf } from '../../../ui/arrangement.ts';
import type { TableLine } from './tableModel.ts';

/** By which column a table is sorted: 0 its names, from 1 on its facts. Null keeps the order of the analysis. */
export type LineOrder = { readonly column: number; readonly descending: boolean } | null;

/** The next order when a head is pressed: figures from the highest and names from A first, then turned, then none. */
export function nextOrder(order: LineOrder, column: number): LineOrder {
  const first = column !== 0;
  if (order?.column !== column) return { column, descending: first };
  return order.descending === first ? { column, descending: !first } : null;
}

/** Lines in this order; those of level 1 stay under the line they belong to, what has no figure stands last. */
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

/** A fact as it is read: by the number it begins with, such as `83 %` and `5 of 6`, or by its letters. */
function sortValue(line: TableLine | undefined, column: number): number | string | null {
  if (line === undefined) return null;
  return column === 0 ? line.name : readable(textOf(line.facts[column - 1]));
}

/** Lines whose name holds the text, with what stands under them; a line under another one brings that one too. */
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
