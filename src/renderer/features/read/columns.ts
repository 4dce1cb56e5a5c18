import type { Market } from '#shared/model/market.ts';
import type { CellState, CellView } from '#shared/model/run.ts';
import { readKeys, writeKeys } from './marketKeys.ts';

/** One market of a run with its samples: what one column shows. */
export type Column = {
  readonly key: string;
  readonly market: Market;
  /** In sample order; never empty. */
  readonly cells: readonly CellView[];
};

/** Columns of a run in plan order, one for each market. */
export function columnsOf(cells: Iterable<CellView>): readonly Column[] {
  const byMarket = new Map<string, CellView[]>();
  for (const cell of [...cells].sort((left, right) => left.ordinal - right.ordinal)) {
    const group = byMarket.get(cell.marketKey);
    if (group === undefined) byMarket.set(cell.marketKey, [cell]);
    else group.push(cell);
  }
  return [...byMarket.entries()].map(([key, group]) => ({
    key,
    market: (group[0] as CellView).market,
    cells: group.sort((left, right) => left.sample - right.sample),
  }));
}

/** The surface of each answer there is. */
export function surfacesOfCells(cells: readonly CellView[]): readonly (string | null)[] {
  return cells.flatMap(({ observationId, surface }) => (observationId === null ? [] : [surface]));
}

/** How the columns are arranged: kept in the address, so that a copied one brings it back. */
export type Arrangement = {
  readonly pinned: readonly string[];
  readonly hidden: readonly string[];
  /** Columns moved to the front, in this order; the rest follows in plan order. */
  readonly order: readonly string[];
};

export type ArrangedColumns = {
  readonly pinned: readonly Column[];
  readonly free: readonly Column[];
  readonly hidden: readonly Column[];
};

export function readArrangement(params: Readonly<Record<string, string>>): Arrangement {
  return {
    pinned: readKeys(params.pin),
    hidden: readKeys(params.hide),
    order: readKeys(params.order),
  };
}

export function writeArrangement(
  arrangement: Arrangement,
): Readonly<Record<'pin' | 'hide' | 'order', string>> {
  return {
    pin: writeKeys(arrangement.pinned),
    hide: writeKeys(arrangement.hidden),
    order: writeKeys(arrangement.order),
  };
}

/** Splits and orders the columns; keys that the run does not have are passed over. */
export function arrange(columns: readonly Column[], arrangement: Arrangement): ArrangedColumns {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const pick = (keys: readonly string[]): readonly Column[] => keys.flatMap((key) => byKey.get(key) ?? []);
  const hidden = new Set(arrangement.hidden);
  const pinned = arrangement.pinned.filter((key) => !hidden.has(key));
  const first = arrangement.order.filter((key) => !hidden.has(key) && !pinned.includes(key));
  const placed = new Set([...hidden, ...pinned, ...first]);
  return {
    pinned: pick(pinned),
    free: [...pick(first), ...columns.filter((column) => !placed.has(column.key))],
    hidden: pick(arrangement.hidden),
  };
}

/** The baseline stands before all others, pinned, so that it stays in sight whatever is compared with it. */
export function baselineFirst(arranged: ArrangedColumns, baseline: string | null): ArrangedColumns {
  const column = [...arranged.pinned, ...arranged.free].find(({ key }) => key === baseline);
  if (column === undefined) return arranged;
  const others = (columns: readonly Column[]) => columns.filter((each) => each !== column);
  return { ...arranged, pinned: [column, ...others(arranged.pinned)], free: others(arranged.free) };
}

export function hideColumn(arrangement: Arrangement, key: string): Arrangement {
  return {
    ...arrangement,
    pinned: arrangement.pinned.filter((other) => other !== key),
    hidden: [...arrangement.hidden.filter((other) => other !== key), key],
  };
}

export function showColumn(arrangement: Arrangement, key: string): Arrangement {
  return { ...arrangement, hidden: arrangement.hidden.filter((other) => other !== key) };
}

export function togglePin(arrangement: Arrangement, key: string): Arrangement {
  const pinned = arrangement.pinned.includes(key)
    ? arrangement.pinned.filter((other) => other !== key)
    : [...arrangement.pinned, key];
  return { ...arrangement, pinned };
}

/** Moves a column one place left (-1) or right (1) among those shown; at the edge it stays. */
export function moveColumn(
  arranged: ArrangedColumns,
  arrangement: Arrangement,
  key: string,
  by: -1 | 1,
): Arrangement {
  const swap = (keys: readonly string[]): readonly string[] | null => {
    const at = keys.indexOf(key);
    const to = at + by;
    const other = keys[to];
    if (at === -1 || other === undefined) return null;
    return keys.map((each, index) => (index === at ? other : index === to ? key : each));
  };
  const pinned = swap(arranged.pinned.map((column) => column.key));
  if (pinned) return { ...arrangement, pinned };
  const order = swap(arranged.free.map((column) => column.key));
  return order ? { ...arrangement, order } : arrangement;
}

/** The one state a column is summed up in: what still moves first, then what went wrong. */
export function columnState(column: Column): CellState {
  const states = new Set(column.cells.map((cell) => cell.state));
  for (const state of ['running', 'planned', 'completed', 'failed', 'unknown', 'cancelled'] as const)
    if (states.has(state)) return state;
  return 'planned';
}

/** The sample shown at first: the first with an answer, else the first. */
export function firstShown(column: Column): CellView {
  return column.cells.find((cell) => cell.state === 'completed') ?? (column.cells[0] as CellView);
}

/** Credits charged over all samples; null while none is known. */
export function columnCredits(column: Column): number | null {
  const known = column.cells.flatMap((cell) => cell.creditsCharged ?? []);
  return known.length === 0 ? null : known.reduce((sum, credits) => sum + credits, 0);
}
