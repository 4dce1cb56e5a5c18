import type { AnswerRow, AnswerTab } from '#shared/model/comparison/comparison.ts';
import { rowDiffers } from '#shared/model/comparison/facts.ts';

export type PlacedRow = { readonly row: AnswerRow; readonly index: number };

/**
 * A line of the grid: a row; blocks that only one market each has, side by side; or hidden rows without differences.
 */
export type GridLine =
  | { readonly kind: 'row'; readonly row: AnswerRow; readonly index: number }
  | { readonly kind: 'apart'; readonly rows: readonly PlacedRow[] }
  | { readonly kind: 'skipped'; readonly from: number; readonly count: number };

/** A line that shows blocks. */
export type BlocksLine = Exclude<GridLine, { kind: 'skipped' }>;

/**
 * All rows, or only those that differ with `context` rows around them. Hidden rows become a line with their number.
 */
export function gridLines(
  tab: AnswerTab,
  onlyDifferences: boolean,
  context: number,
  opened: ReadonlySet<number>,
): readonly GridLine[] {
  const keep = tab.rows.map(() => !onlyDifferences);
  if (onlyDifferences) {
    tab.rows.forEach((row, index) => {
      if (!rowDiffers(row)) return;
      for (let near = index - context; near <= index + context; near += 1)
        if (near in keep) keep[near] = true;
    });
  }
  const lines: GridLine[] = [];
  let from = 0;
  while (from < tab.rows.length) {
    let to = from;
    while (to < tab.rows.length && keep[to] === keep[from]) to += 1;
    if (keep[from] || opened.has(from)) {
      const shown = tab.rows.slice(from, to).map((row, offset) => ({ row, index: from + offset }));
      lines.push(...packed(shown));
    } else lines.push({ kind: 'skipped', from, count: to - from });
    from = to;
  }
  return lines;
}

/**
 * Combines adjacent rows of different single markets into one line. Every market keeps the order of its blocks, and
 * no line contains two blocks of one market.
 */
function packed(rows: readonly PlacedRow[]): readonly GridLine[] {
  const lines: GridLine[] = [];
  let apart: PlacedRow[][] = [];
  const flush = (): void => {
    for (const group of apart) {
      const [only] = group;
      if (group.length === 1 && only) lines.push({ kind: 'row', ...only });
      else lines.push({ kind: 'apart', rows: group });
    }
    apart = [];
  };
  const filled = new Map<number, number>();
  for (const placed of rows) {
    const market = placed.row.present === 1 ? placed.row.cells.findIndex((cell) => cell !== null) : -1;
    if (market === -1) {
      flush();
      filled.clear();
      lines.push({ kind: 'row', ...placed });
      continue;
    }
    const at = filled.get(market) ?? 0;
    filled.set(market, at + 1);
    const group = apart[at];
    if (group) group.push(placed);
    else apart.push([placed]);
  }
  flush();
  return lines;
}

/** The rows of a line; none for hidden rows. */
export function rowsOf(line: GridLine): readonly PlacedRow[] {
  if (line.kind === 'row') return [line];
  return line.kind === 'apart' ? line.rows : [];
}

/** Whether none of these columns (by index in the comparison) has a block in the line. */
export function lineIsBare(line: GridLine, columns: readonly number[]): boolean {
  if (line.kind === 'skipped' || columns.length === 0) return false;
  return rowsOf(line).every(({ row }) => columns.every((column) => !row.cells[column]));
}

export function lineKey(line: GridLine): string {
  return line.kind === 'skipped' ? `gap ${line.from}` : (rowsOf(line)[0]?.row.id ?? '');
}

/** Whether a line contains the row with this index. */
export function lineHas(line: GridLine, index: number | null): boolean {
  if (line.kind === 'row') return line.index === index;
  return line.kind === 'apart' && line.rows.some((placed) => placed.index === index);
}

/** Index of the next row that differs from `at` in the direction `by`, with wrap-around; null if none differs. */
export function nextDifference(tab: AnswerTab, at: number | null, by: 1 | -1): number | null {
  const differing = tab.rows.flatMap((row, index) => (rowDiffers(row) ? [index] : []));
  if (differing.length === 0) return null;
  if (by === 1) return differing.find((index) => index > (at ?? -1)) ?? differing[0] ?? null;
  return differing.findLast((index) => index < (at ?? tab.rows.length)) ?? differing.at(-1) ?? null;
}
