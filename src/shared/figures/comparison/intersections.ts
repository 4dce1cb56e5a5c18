/** Exclusive intersections for an UpSet plot (Lex et al., "UpSet: Visualization of Intersecting Sets", 2014). */
import type { Intersection } from '../../model/comparison/comparison.ts';

const most = 40;

/** Items grouped by the exact set of columns that have them. Largest group first, then fewest columns. */
export function intersectionsOf(
  items: readonly { readonly item: string; readonly columns: readonly number[] }[],
): readonly Intersection[] {
  const groups = new Map<string, { columns: readonly number[]; items: string[] }>();
  for (const { item, columns } of items) {
    if (columns.length === 0) continue;
    const key = columns.join(',');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { columns, items: [item] });
    else group.items.push(item);
  }
  const sorted = [...groups.values()].sort(
    (one, two) =>
      two.items.length - one.items.length ||
      one.columns.length - two.columns.length ||
      compare(one.columns, two.columns),
  );
  return sorted.slice(0, most);
}

function compare(one: readonly number[], two: readonly number[]): number {
  for (let at = 0; at < Math.min(one.length, two.length); at++) {
    const difference = (one[at] as number) - (two[at] as number);
    if (difference !== 0) return difference;
  }
  return one.length - two.length;
}
