/** Cells pooled with equal weight, and what their figure can be trusted to. */
import { LEAST_STABILITY_TRANSITIONS } from '../timeMetrics.ts';
import { rateOf, rounded } from '../wilson.ts';
import type { TrendMetric } from './trendMetrics.ts';
import type { TrendFacts, TrendValues } from './trendModel.ts';

/** What the answers of one cell add up to. */
export interface CellTally {
  readonly question: number;
  readonly country: string;
  numerator: number;
  denominator: number;
  /** By what is counted, such as a domain; for metrics over distributions. */
  readonly counts: Map<number, number> | null;
  /** What answered and in which form, as indices into the facts' circumstances; each once. */
  readonly circumstances: number[];
}

export interface Pooled {
  /** Not rounded; null is "no data". */
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly cells: number;
}

/** The cells of some answers, by the cell's number; answers that do not count make no cell. */
export function talliesOf(
  facts: TrendFacts,
  values: TrendValues,
  answers: Iterable<number>,
): Map<number, CellTally> {
  const tallies = new Map<number, CellTally>();
  for (const answer of answers) addTo(tallies, facts, values, answer);
  return tallies;
}

export function addTo(
  tallies: Map<number, CellTally>,
  facts: TrendFacts,
  values: TrendValues,
  answer: number,
): void {
  const denominator = values.denominator[answer] ?? 0;
  const place = facts.places[facts.place[answer] ?? 0];
  if (denominator === 0 || place === undefined) return;
  let tally = tallies.get(place.cell);
  if (tally === undefined) {
    const { question, country } = place;
    const counts = values.counts === undefined ? null : new Map<number, number>();
    tally = { question, country, numerator: 0, denominator: 0, counts, circumstances: [] };
    tallies.set(place.cell, tally);
  }
  tally.numerator += values.numerator[answer] ?? 0;
  tally.denominator += denominator;
  const circumstance = facts.circumstance[answer] ?? 0;
  if (!tally.circumstances.includes(circumstance)) tally.circumstances.push(circumstance);
  if (tally.counts !== null)
    for (const item of values.counts?.(answer) ?? [])
      tally.counts.set(item, (tally.counts.get(item) ?? 0) + 1);
}

/** The cells of several periods taken together. */
export function merged(periods: readonly ReadonlyMap<number, CellTally>[]): ReadonlyMap<number, CellTally> {
  const all = new Map<number, CellTally>();
  for (const [cell, tally] of periods.flatMap((period) => [...period])) {
    const known = all.get(cell);
    if (known === undefined) {
      const counts = tally.counts === null ? null : new Map(tally.counts);
      all.set(cell, { ...tally, counts, circumstances: [...tally.circumstances] });
      continue;
    }
    known.numerator += tally.numerator;
    known.denominator += tally.denominator;
    for (const [item, count] of tally.counts ?? [])
      known.counts?.set(item, (known.counts.get(item) ?? 0) + count);
    for (const each of tally.circumstances)
      if (!known.circumstances.includes(each)) known.circumstances.push(each);
  }
  return all;
}

/** One figure of many cells. Numerator and denominator are the summed counts. */
export function pool(metric: TrendMetric, tallies: ReadonlyMap<number, CellTally>): Pooled {
  const cells = [...tallies.values()];
  const numerator = cells.reduce((sum, cell) => sum + cell.numerator, 0);
  const denominator = cells.reduce((sum, cell) => sum + cell.denominator, 0);
  const plain = { numerator, denominator, low: null, high: null, cells: cells.length };
  if (cells.length === 0) return { ...plain, value: null };
  switch (metric.pooling) {
    case 'questions':
      return reached(cells, (cell) => cell.question);
    case 'countries':
      return reached(cells, (cell) => cell.country);
    case 'concentration':
      return { ...plain, value: concentrationOf(cells) };
    case 'transitions':
      return { ...plain, value: denominator < LEAST_STABILITY_TRANSITIONS ? null : numerator / denominator };
    case 'mean': {
      const value = cells.reduce((sum, cell) => sum + cell.numerator / cell.denominator, 0) / cells.length;
      return metric.rate ? { ...plain, value, ...intervalOf(value, cells) } : { ...plain, value };
    }
  }
}

/**
 * Wilson's interval of a mean of rates. Equal weights for cells of unequal size are worth fewer answers than were
 * counted: n = (Σw)² / Σw² (Kish, "Survey Sampling", 1965, 11.7), here K² / Σ 1/n(cell). With equal cells it is
 * their sum, and the interval the usual one.
 */
function intervalOf(value: number, cells: readonly CellTally[]): Pick<Pooled, 'low' | 'high'> {
  const worth = cells.length ** 2 / cells.reduce((sum, cell) => sum + 1 / cell.denominator, 0);
  const { low, high } = rateOf(value * worth, worth);
  return { low, high };
}

function reached(cells: readonly CellTally[], unit: (cell: CellTally) => number | string): Pooled {
  const all = new Set<number | string>();
  const naming = new Set<number | string>();
  for (const cell of cells) {
    all.add(unit(cell));
    if (cell.numerator > 0) naming.add(unit(cell));
  }
  const { low, high } = rateOf(naming.size, all.size);
  const value = naming.size / all.size;
  return { value, numerator: naming.size, denominator: all.size, low, high, cells: cells.length };
}

/** Σ share², each domain's share being the mean of its shares in the cells. */
function concentrationOf(cells: readonly CellTally[]): number {
  const shares = new Map<number, number>();
  for (const { counts, denominator } of cells)
    for (const [item, count] of counts ?? [])
      shares.set(item, (shares.get(item) ?? 0) + count / denominator / cells.length);
  return [...shares.values()].reduce((sum, share) => sum + share ** 2, 0);
}

/** The same with its value rounded as every figure is. */
export function roundedPool(pooled: Pooled): Pooled {
  return { ...pooled, value: pooled.value === null ? null : rounded(pooled.value) };
}
