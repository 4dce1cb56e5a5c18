import { marketKey } from '#shared/bridge/market.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { type AskedQuestion, cellKey } from '#shared/planning/cells.ts';
import type { Plan } from '#shared/planning/plan.ts';

export type GridOfPlan = {
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly question: string;
    readonly engine: Engine;
    /** Key of the cell in each column. */
    readonly keys: readonly string[];
  }[];
};

/** Every cell a plan can have, whether it is switched off or not. */
export function gridOfPlan(plan: Plan, questions: readonly AskedQuestion[]): GridOfPlan {
  return {
    columns: plan.markets.map(marketKey),
    rows: questions.flatMap(({ text }) =>
      plan.engines.map(({ engine }) => ({
        question: text,
        engine,
        keys: plan.markets.map((market) => cellKey(text, engine, market)),
      })),
    ),
  };
}

/** Keys of one cell, of a whole row (column null) or of a whole column (row null). */
export function keysPressed(grid: GridOfPlan, row: number | null, column: number | null): readonly string[] {
  const rows = row === null ? grid.rows : grid.rows.slice(row, row + 1);
  return rows.flatMap(({ keys }) => (column === null ? keys : keys.slice(column, column + 1)));
}
