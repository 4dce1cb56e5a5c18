import { type Dispatch, type RefObject, useCallback, useEffect, useMemo } from 'react';
import type { PartialComparison } from '#shared/model/comparison/comparisonParts.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import type { CellView, RunDetail } from '#shared/model/run.ts';
import type { BridgeFailure } from '../../bridge/client.ts';
import type { GridHandle } from '../../reading/ColumnGrid.tsx';
import {
  type ColumnView,
  readColumnView,
  type ShownColumn,
  shownColumns,
  writeColumnView,
} from '../../reading/columnGroups.ts';
import {
  type ArrangedColumns,
  type Arrangement,
  arrange,
  baselineFirst,
  type Column,
  columnsOf,
  firstShown,
  hideColumn,
  moveColumn,
  readArrangement,
  togglePin,
  writeArrangement,
} from '../../reading/columns.ts';
import type { ReadingEvent, ReadingState } from '../../reading/readingState.ts';
import { ofSurface, type SurfaceFilter, useSurfaceFilter } from '../../reading/surfaceFilter.ts';
import type { AddressParams } from '../../reading/useReadingView.ts';
import { locationLabel } from '../../ui/locationLabels.ts';
import type { OfferUndo } from '../../ui/undo.ts';
import { useRunAnswers } from './runAnswers.ts';

/** The columns of the displayed run: their arrangement and their shown samples. */
export type RunColumns = {
  /** In plan order. */
  readonly columns: readonly Column[];
  readonly filter: SurfaceFilter;
  readonly arrangement: Arrangement;
  readonly arranged: ArrangedColumns;
  /** Pinned ones first. */
  readonly visible: readonly Column[];
  /** Whether several providers answered the run. */
  readonly mixed: boolean;
  /**
   * Keys of the visible ones in plan order, or by surface. Pinning and moving columns does not affect the comparison.
   */
  readonly markets: readonly string[];
  /** Observation id by market key, if another sample than the first is selected. */
  readonly shownSample: Readonly<Record<string, string>>;
  readonly setArrangement: (next: Arrangement) => void;
  readonly cellOf: (column: Column) => CellView;
  readonly answerOf: (column: Column) => ObservationView | undefined;
  /** Why the answer could not be read from the history. */
  readonly failureOf: (column: Column) => BridgeFailure | undefined;
  /** Ids of all stored answers of the visible columns, with repeats, and of those that are shown. */
  readonly answerIds: readonly string[];
  readonly shownIds: readonly string[];
  /** Loads a failed answer again. */
  readonly retryAnswer: (observationId: string) => void;
};

/** Loads the answers of the visible columns on demand. */
export function useRunColumns(
  { run, cells }: RunDetail,
  params: AddressParams,
  setParams: (changes: AddressParams) => void,
  samples: ReadingState['samples'],
): RunColumns {
  const everything = useMemo(() => columnsOf(cells), [cells]);
  const filter = useSurfaceFilter(everything, params);
  const columns = useMemo(() => ofSurface(everything, filter.chosen), [everything, filter]);
  const arrangement = useMemo(() => readArrangement(params), [params]);
  const arranged = useMemo(() => arrange(columns, arrangement), [columns, arrangement]);
  const visible = useMemo(() => [...arranged.pinned, ...arranged.free], [arranged]);
  const cellOf = useCallback(
    (column: Column): CellView =>
      column.cells.find((cell) => cell.sample === samples.get(column.key)) ?? firstShown(column),
    [samples],
  );
  const shownIds = useMemo(
    () => [...new Set(visible.flatMap((column) => cellOf(column).observationId ?? []))],
    [visible, cellOf],
  );
  const { answers, failures, retry } = useRunAnswers(run.id, shownIds);
  const answerOf = useCallback(
    (column: Column): ObservationView | undefined => answers.get(cellOf(column).observationId ?? ''),
    [cellOf, answers],
  );
  const failureOf = useCallback(
    (column: Column): BridgeFailure | undefined => failures.get(cellOf(column).observationId ?? ''),
    [cellOf, failures],
  );
  const markets = useMemo(() => {
    const shown = new Set(visible.map((column) => column.key));
    const ordered = params.group === 'surface' ? shownColumns(columns, bySurface, null) : columns;
    return ordered.flatMap((column) => (shown.has(column.key) ? [column.key] : []));
  }, [columns, visible, params.group]);
  const shownSample = useMemo(
    () =>
      Object.fromEntries(
        visible.flatMap((column) => {
          const id = samples.has(column.key) ? cellOf(column).observationId : null;
          return id === null ? [] : [[column.key, id]];
        }),
      ),
    [visible, samples, cellOf],
  );
  const answerIds = useMemo(
    () => visible.flatMap(({ cells }) => cells.flatMap(({ observationId }) => observationId ?? [])),
    [visible],
  );
  const setArrangement = useCallback((next: Arrangement) => setParams(writeArrangement(next)), [setParams]);
  return {
    columns,
    filter,
    arrangement,
    arranged,
    visible,
    mixed: run.drivers.length > 1,
    markets,
    shownSample,
    answerIds,
    shownIds,
    setArrangement,
    cellOf,
    answerOf,
    failureOf,
    retryAnswer: retry,
  };
}

const ungrouped: ColumnView = { grouping: 'none', collapse: false, expanded: new Set() };
const bySurface: ColumnView = { ...ungrouped, grouping: 'surface' };

export type GroupedColumns = {
  readonly columnView: ColumnView;
  readonly setColumnView: (changes: Partial<ColumnView>) => void;
  /** Shows or collapses the identical columns of a column. */
  readonly setApart: (key: string, apart: boolean) => void;
  readonly pinned: readonly ShownColumn[];
  readonly free: readonly ShownColumn[];
};

/** The arranged columns in groups, with identical ones collapsed. The baseline is first and always visible. */
export function useGroupedColumns(
  params: AddressParams,
  setParams: (changes: AddressParams) => void,
  arranged: ArrangedColumns,
  comparison: PartialComparison | null,
  baseline: string | null,
): GroupedColumns {
  const columnView = useMemo(() => readColumnView(params), [params]);
  const held = useMemo(() => baselineFirst(arranged, baseline), [arranged, baseline]);
  const pinned = useMemo(() => shownColumns(held.pinned, ungrouped, null), [held]);
  const free = useMemo(() => shownColumns(held.free, columnView, comparison), [held, columnView, comparison]);
  const setColumnView = useCallback(
    (changes: Partial<ColumnView>) => setParams(writeColumnView({ ...columnView, ...changes })),
    [columnView, setParams],
  );
  const setApart = useCallback(
    (key: string, apart: boolean) => {
      const expanded = new Set(columnView.expanded);
      if (apart) expanded.add(key);
      else expanded.delete(key);
      setColumnView({ expanded });
    },
    [columnView, setColumnView],
  );
  return { columnView, setColumnView, setApart, pinned, free };
}

export type SelectedColumn = {
  /** Key of the selected column in the address, if it is visible. */
  readonly selected: string | null;
  readonly select: (key: string, inspect: boolean) => void;
};

/** The selected column: stored in the address, shown in the inspector, scrolled into view. */
export function useSelectedColumn(
  params: AddressParams,
  setParams: (changes: AddressParams) => void,
  { columns, visible, cellOf }: Pick<RunColumns, 'columns' | 'visible' | 'cellOf'>,
  onInspect: (observationId: string | null, open: boolean) => void,
  grid: RefObject<GridHandle | null>,
  revealAligned: (key: string) => void,
): SelectedColumn {
  const selected = visible.some((column) => column.key === params.at) ? (params.at ?? null) : null;
  const select = useCallback(
    (key: string, inspect: boolean) => {
      setParams({ at: key });
      const column = columns.find((each) => each.key === key);
      onInspect(column ? cellOf(column).observationId : null, inspect);
      grid.current?.reveal(key);
      revealAligned(key);
    },
    [setParams, columns, onInspect, cellOf, grid, revealAligned],
  );
  // The inspector shows the selection in the address, also if the address was pasted.
  const observationId = useMemo(() => {
    const column = columns.find((each) => each.key === selected);
    return column ? cellOf(column).observationId : null;
  }, [columns, selected, cellOf]);
  useEffect(() => onInspect(observationId, false), [onInspect, observationId]);
  return { selected, select };
}

export type ColumnActions = {
  readonly togglePin: (key: string) => void;
  readonly hide: (key: string) => void;
  readonly hideOthers: (key: string) => void;
  readonly move: (key: string, by: -1 | 1) => void;
  readonly chooseSample: (key: string, sample: number) => void;
  readonly inspect: (key: string) => void;
  /** Shows or collapses the identical columns of a column. */
  readonly setApart: (key: string, apart: boolean) => void;
};

type Arranging = {
  readonly shown: RunColumns;
  readonly send: Dispatch<ReadingEvent>;
  readonly onUndoable: OfferUndo;
  readonly select: (key: string, inspect: boolean) => void;
  readonly setApart: (key: string, apart: boolean) => void;
};

/** Actions of a column header. Hiding can be undone. */
export function useColumnActions(arranging: Arranging): ColumnActions {
  const { shown, send, onUndoable, select, setApart } = arranging;
  const { columns, arrangement, arranged, setArrangement } = shown;
  return useMemo(() => {
    const undoable = (message: string, next: Arrangement): void => {
      setArrangement(next);
      onUndoable(message, {
        undo: () => setArrangement(arrangement),
        redo: () => setArrangement(next),
      });
    };
    const nameOf = (key: string): string => {
      const column = columns.find((each) => each.key === key);
      return column ? locationLabel(column.market).name : key;
    };
    return {
      togglePin: (key) => setArrangement(togglePin(arrangement, key)),
      hide: (key) => undoable(`${nameOf(key)} is hidden`, hideColumn(arrangement, key)),
      hideOthers: (key) =>
        undoable(`Only ${nameOf(key)} is shown`, {
          ...arrangement,
          pinned: [],
          hidden: columns.map((column) => column.key).filter((other) => other !== key),
        }),
      move: (key, by) => setArrangement(moveColumn(arranged, arrangement, key, by)),
      chooseSample: (key, sample) => send({ type: 'sample-chosen', key, sample }),
      inspect: (key) => select(key, true),
      setApart,
    };
  }, [arrangement, arranged, columns, setArrangement, onUndoable, select, send, setApart]);
}
