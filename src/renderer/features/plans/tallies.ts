import type { RunGrid } from '#shared/bridge/routes/runs.ts';

export type Tally = {
  readonly name: string;
  readonly answered: number;
  readonly failed: number;
  readonly unknown: number;
  readonly open: number;
};

/** How far a run is by engine and by market: cells of the grid, samples of one market taken together. */
export function tallies(grid: RunGrid): {
  readonly byEngine: readonly Tally[];
  readonly byMarket: readonly Tally[];
} {
  const byEngine = grid.engines.map(() => new Map<string, number>());
  const byMarket = grid.markets.map(() => new Map<string, number>());
  grid.rows.forEach((letters, row) => {
    const engine = byEngine[row % Math.max(1, grid.engines.length)];
    for (let column = 0; column < letters.length; column += 1) {
      const letter = letters[column] ?? '.';
      for (const counts of [engine, byMarket[column]]) counts?.set(letter, (counts.get(letter) ?? 0) + 1);
    }
  });
  return {
    byEngine: byEngine.map((counts, index) => tally(grid.engines[index] ?? '', counts)),
    byMarket: byMarket.map((counts, index) => tally(grid.markets[index] ?? '', counts)),
  };
}

function tally(name: string, counts: ReadonlyMap<string, number>): Tally {
  const of = (letter: string): number => counts.get(letter) ?? 0;
  return {
    name,
    answered: of('d'),
    failed: of('f'),
    unknown: of('u'),
    open: of('p') + of('r') + of('c'),
  };
}
