import type { Market } from '#shared/model/market.ts';
import type { CellState, CellView } from '#shared/model/run.ts';
import { readKeys, writeKeys } from './marketKeys.ts';

/** One column: a market of a run with its samples. */
export type Column = {
  readonly key: string;
  readonly market: Market;
  /** By sample; never empty. */
  readonly cells: readonly CellView[];
};

/** The columns of a run in plan order, one per market. */
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

/** The surface of each answer. */
export function surfacesOfCells(cells: readonly CellView[]): readonly (string | null)[] {
  return cells.flatMap(({ observationId, surface }) => (observationId === null ? [] : [surface]));
}

/** Arrangement of the columns, stored in the address. */
export type Arrangement = {
  readonly pinned: readonly string[];
  readonly hidden: readonly string[];
  /** Columns moved to the front, in this order. The others follow in plan order. */
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

/** Sorts and divides the columns. Unknown keys are ignored. */
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

/** Places the baseline first and pins it, so that it is always visible. */
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

/** Moves a column by one position to the left (-1) or right (1) among the visible ones. At the edge it stays. */
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

/** The state of a column with several cells: running states first, then failures. */
export function columnState(column: Column): CellState {
  const states = new Set(column.cells.map((cell) => cell.state));
  for (const state of ['running', 'planned', 'completed', 'failed', 'unknown', 'cancelled'] as const)
    if (states.has(state)) return state;
  return 'planned';
}

/** The sample shown first: the first with an answer, otherwise the first. */
export function firstShown(column: Column): CellView {
  return column.cells.find((cell) => cell.state === 'completed') ?? (column.cells[0] as CellView);
}

/** Credits charged for all samples; null if unknown. */
export function columnCredits(column: Column): number | null {
  const known = column.cells.flatMap((cell) => cell.creditsCharged ?? []);
  return known.length === 0 ? null : known.reduce((sum, credits) => sum + credits, 0);
}
