import type { CellState } from '#shared/model/run.ts';

export type StripCell = {
  readonly market: string;
  readonly country: string | null;
  readonly state: CellState;
};

const order: readonly CellState[] = ['failed', 'unknown', 'running', 'planned', 'cancelled', 'completed'];

/** One cell for each market: what went wrong or still moves decides its state. */
export function uniqueMarkets(cells: readonly StripCell[]): readonly StripCell[] {
  const byMarket = new Map<string, StripCell>();
  for (const cell of cells) {
    const known = byMarket.get(cell.market);
    if (known === undefined || order.indexOf(cell.state) < order.indexOf(known.state))
      byMarket.set(cell.market, cell);
  }
  return [...byMarket.values()];
}
