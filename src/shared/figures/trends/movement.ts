import type { MovementPart } from '../../model/trendLines.ts';
/**
 * Explains the change of a figure between two periods in steps, each of which changes one thing. The order of the
 * steps is fixed, so their parts add up to the whole change for every metric:
 *
 * 1. remove the cells that are no longer queried,
 * 2. count the answers of the first period by the rules of the second,
 * 3. take the new answers of cells with a different provider or response type,
 * 4. take the new answers of all other common cells: the real change,
 * 5. add the cells that were not queried before.
 */

import type { Pooled } from '../../model/league.ts';
import type { TrendFacts, TrendValues } from '../../model/trendLines.ts';
import { addAnswers, type CellSums, createBoard, pool, sumsOf } from './pooling.ts';
import type { TrendMetric } from './trendMetrics.ts';

/** The answers of one period, as indices into the facts, and their contributions. */
export type MovementSide = {
  readonly answers: Int32Array;
  readonly values: TrendValues;
};

export type Movement = {
  readonly from: Pooled;
  readonly to: Pooled;
  /** to - from; null if either period has no data. */
  readonly change: number | null;
  readonly parts: readonly {
    readonly part: MovementPart;
    /** Change of the figure by this step. The changes of all parts add up to `change`. */
    readonly change: number;
    readonly cells: number;
    /** Answers of the first and of the second period, as indices into the facts. */
    readonly before: readonly number[];
    readonly now: readonly number[];
  }[];
  /** No cell is in both periods. Lost and new cells then cannot be separated, and the change is reported as `new`. */
  readonly disjoint: boolean;
};

/** @param fromByLaterRules contributions of the first period's answers by the rules of the second */
export function whyMoved(
  metric: TrendMetric,
  facts: TrendFacts,
  from: MovementSide,
  fromByLaterRules: TrendValues,
  to: MovementSide,
): Movement {
  const first = cellsOf(facts, from.answers, [from.values, fromByLaterRules]);
  const second = cellsOf(facts, to.answers, [to.values]);
  const cellSets: Readonly<Record<MovementPart, ReadonlySet<number>>> = partsOf(facts, first, second);
  const common = new Set([...cellSets.circumstances, ...cellSets.real]);
  const all = (cells: ReadonlyMap<number, readonly number[]>) => [...cells.values()].flat();
  const within = (cells: ReadonlyMap<number, readonly number[]>, wanted: ReadonlySet<number>) =>
    [...cells].flatMap(([cell, answers]) => (wanted.has(cell) ? answers : []));
  const mixed = (later: ReadonlySet<number>): CellSums => {
    const earlier = new Set([...common].filter((cell) => !later.has(cell)));
    const board = createBoard(facts);
    addAnswers(board, fromByLaterRules, within(first, earlier));
    addAnswers(board, to.values, within(second, later));
    return board;
  };

  const start = pool(metric, sumsOf(facts, from.values, all(first)));
  const end = pool(metric, sumsOf(facts, to.values, all(second)));
  const steps: readonly (readonly [MovementPart, number | null])[] = [
    ['lost', pool(metric, sumsOf(facts, from.values, within(first, common))).value],
    ['rules', pool(metric, mixed(new Set())).value],
    ['circumstances', pool(metric, mixed(cellSets.circumstances)).value],
    ['real', pool(metric, mixed(common)).value],
    ['new', end.value],
  ];
  const change = start.value === null || end.value === null ? null : end.value - start.value;
  let current = start.value;
  return {
    from: start,
    to: end,
    change,
    disjoint: common.size === 0 && first.size > 0 && second.size > 0,
    parts: steps.map(([part, value]) => {
      // A step without data does not change the figure; its change counts with the next step that has data.
      const moved = change === null || value === null || current === null ? 0 : value - current;
      if (value !== null) current = value;
      // The rules step lists the cells it counts differently; every other step lists its own cells.
      const cells =
        part === 'rules' ? recounted(from.values, fromByLaterRules, first, common) : cellSets[part];
      return {
        part,
        change: moved,
        cells: cells.size,
        before: within(first, cells),
        now: part === 'rules' ? [] : within(second, cells),
      };
    }),
  };
}

/** Answers by cell; only those that count by at least one of the values. */
function cellsOf(
  facts: TrendFacts,
  answers: Int32Array,
  values: readonly TrendValues[],
): ReadonlyMap<number, readonly number[]> {
  const cells = new Map<number, number[]>();
  for (const answer of answers) {
    const place = facts.places[facts.place[answer] ?? 0];
    if (place === undefined || !values.some(({ denominator }) => (denominator[answer] ?? 0) > 0)) continue;
    const list = cells.get(place.cell);
    if (list === undefined) cells.set(place.cell, [answer]);
    else list.push(answer);
  }
  return cells;
}

function partsOf(
  facts: TrendFacts,
  first: ReadonlyMap<number, readonly number[]>,
  second: ReadonlyMap<number, readonly number[]>,
): Readonly<Record<MovementPart, ReadonlySet<number>>> {
  const otherContext = new Set<number>();
  const real = new Set<number>();
  for (const [cell, answers] of second) {
    const before = first.get(cell);
    if (before === undefined) continue;
    const same = formsOf(facts, before) === formsOf(facts, answers);
    (same ? real : otherContext).add(cell);
  }
  return {
    lost: new Set([...first.keys()].filter((cell) => !second.has(cell))),
    rules: new Set(),
    circumstances: otherContext,
    real,
    new: new Set([...second.keys()].filter((cell) => !first.has(cell))),
  };
}

/** Known providers and response types of the answers, as a key. */
function formsOf(facts: TrendFacts, answers: readonly number[]): string {
  const forms = new Set<string>();
  for (const answer of answers) {
    const { driver = null, shape = null } = facts.contexts[facts.context[answer] ?? 0] ?? {};
    forms.add(`driver ${driver ?? 'unknown'}`);
    forms.add(`shape ${shape ?? 'unknown'}`);
  }
  return [...forms].sort().join('\n');
}

/** Common cells with an answer that the later rules count differently. */
function recounted(
  earlier: TrendValues,
  later: TrendValues,
  first: ReadonlyMap<number, readonly number[]>,
  common: ReadonlySet<number>,
): ReadonlySet<number> {
  if (earlier === later) return new Set();
  return new Set(
    [...common].filter((cell) =>
      (first.get(cell) ?? []).some(
        (answer) =>
          earlier.numerator[answer] !== later.numerator[answer] ||
          earlier.denominator[answer] !== later.denominator[answer],
      ),
    ),
  );
}
