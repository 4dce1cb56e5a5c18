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
  const sign = order.descending ? -1 : 1;
  return valued
    .sort(({ value: one }, { value: two }) => {
      if (one === null || two === null) return one === two ? 0 : one === null ? 1 : -1;
      const compared =
        typeof one === 'number' && typeof two === 'number'
          ? one - two
          : String(one).localeCompare(String(two));
      return sign * compared;
    })
    .flatMap(({ group }) => group);
}

/** A fact as it is read: by the number it begins with, such as `83 %` and `5 of 6`, or by its letters. */
function sortValue(line: TableLine | undefined, column: number): number | string | null {
  if (line === undefined) return null;
  const shown = column === 0 ? line.name : line.facts[column - 1];
  if (typeof shown === 'number') return shown;
  if (typeof shown !== 'string' || shown === '' || shown === 'no data') return null;
  const number = column === 0 ? null : /^-?\d[\d,]*(?:\.\d+)?/.exec(shown);
  return number ? Number(number[0].replaceAll(',', '')) : shown;
}
