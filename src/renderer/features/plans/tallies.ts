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
  const byEngine = grid.engines.map(() => counter());
  const byMarket = grid.markets.map(() => counter());
  grid.rows.forEach((letters, row) => {
    const engine = byEngine[row % Math.max(1, grid.engines.length)];
    for (let column = 0; column < letters.length; column += 1) {
      const letter = letters.charCodeAt(column);
      count(engine, letter);
      count(byMarket[column], letter);
    }
  });
  return {
    byEngine: byEngine.map((counts, index) => tally(grid.engines[index] ?? '', counts)),
    byMarket: byMarket.map((counts, index) => tally(grid.markets[index] ?? '', counts)),
  };
}

/** How often each letter stands somewhere, by its code: 80,000 cells are counted at every look. */
type Counts = Uint32Array;

const counter = (): Counts => new Uint32Array(128);

function count(counts: Counts | undefined, letter: number): void {
  if (counts) counts[letter] = (counts[letter] ?? 0) + 1;
}

function tally(name: string, counts: Counts): Tally {
  const of = (letter: string): number => counts[letter.charCodeAt(0)] ?? 0;
  return {
    name,
    answered: of('d'),
    failed: of('f'),
    unknown: of('u'),
    open: of('p') + of('r') + of('c'),
  };
}
