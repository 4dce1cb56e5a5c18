import {
  type AskedQuestion,
  axesOf,
  type CellAxes,
  cellKey,
  createCellFinder,
} from '#shared/planning/cells.ts';
import type { Plan } from '#shared/planning/plan.ts';

/**
 * All cells of a plan, included or not, as axes instead of 80,000 keys. Rows are questions with engines, columns are
 * markets.
 */
export type GridOfPlan = {
  readonly axes: CellAxes;
  readonly rows: number;
  readonly find: ReturnType<typeof createCellFinder>;
};

export function gridOfPlan(plan: Plan, questions: readonly AskedQuestion[]): GridOfPlan {
  const axes = axesOf(plan, questions);
  return { axes, rows: axes.questions.length * axes.engines.length, find: createCellFinder(axes) };
}

/** Question and engine of a row. */
export function rowOf({ axes }: GridOfPlan, row: number) {
  const { length: deep } = axes.engines;
  return { question: axes.questions[Math.floor(row / deep)], engine: axes.engines[row % deep] };
}

/** One letter per cell of each row: `o` included, `x` excluded. Completely included rows share one text. */
export function lettersOf(grid: GridOfPlan, excluded: ReadonlySet<string>): readonly string[] {
  const { axes, rows, find } = grid;
  const on = 'o'.repeat(axes.markets.length);
  const thinned = new Map<number, string[]>();
  for (const key of excluded) {
    const place = find(key);
    if (place === null) continue;
    const row = place.question * axes.engines.length + place.engine;
    const letters = thinned.get(row) ?? [...on];
    letters[place.market] = 'x';
    thinned.set(row, letters);
  }
  return Array.from({ length: rows }, (_, row) => thinned.get(row)?.join('') ?? on);
}

/** Keys of one cell, of a whole row (column null) or of a whole column (row null). */
export function keysPressed(grid: GridOfPlan, row: number | null, column: number | null): readonly string[] {
  const rows = row === null ? Array.from({ length: grid.rows }, (_, index) => index) : [row];
  const { markets } = grid.axes;
  const columns = column === null ? markets : markets.slice(column, column + 1);
  return rows.flatMap((index) => {
    const { question, engine } = rowOf(grid, index);
    if (question === undefined || engine === undefined) return [];
    return columns.map((market) => cellKey(question, engine, market));
  });
}

/** Adjacent cells with the same letter. */
export type Stretch = { readonly letter: string; readonly from: number; readonly length: number };

export function stretchesOf(letters: string): readonly Stretch[] {
  return [...letters.matchAll(/(.)\1*/g)].map((match) => ({
    letter: match[1] ?? '',
    from: match.index,
    length: match[0].length,
  }));
}
