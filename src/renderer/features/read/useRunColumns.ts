import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ObservationView } from '#shared/model/observation.ts';
import type { CellView } from '#shared/model/run.ts';
import {
  type ArrangedColumns,
  type Arrangement,
  arrange,
  type Column,
  columnsOf,
  firstShown,
  readArrangement,
  writeArrangement,
} from './columns.ts';
import { useRun } from './runContext.ts';

/** The columns of the run that is read: which there are, how they stand, and which sample each shows. */
export type RunColumns = {
  /** In plan order. */
  readonly columns: readonly Column[];
  readonly arrangement: Arrangement;
  readonly arranged: ArrangedColumns;
  /** Pinned ones first. */
  readonly visible: readonly Column[];
  /** Keys of the visible ones in plan order: to pin or move a column changes nothing that is compared. */
  readonly markets: readonly string[];
  /** Observation id by market key, where a person chose another sample than the first. */
  readonly shownSample: Readonly<Record<string, string>>;
  readonly setArrangement: (next: Arrangement) => void;
  readonly chooseSample: (key: string, sample: number) => void;
  readonly cellOf: (column: Column) => CellView;
  readonly answerOf: (column: Column) => ObservationView | undefined;
};

/** Reads the answers of the visible columns as they come to be shown. */
export function useRunColumns(
  params: Readonly<Record<string, string>>,
  setParams: (changes: Readonly<Record<string, string>>) => void,
): RunColumns {
  const cells = useRun((state) => state.cells);
  const observations = useRun((state) => state.observations);
  const need = useRun((state) => state.need);
  const [samples, setSamples] = useState<ReadonlyMap<string, number>>(new Map());
  const columns = useMemo(() => columnsOf(cells.values()), [cells]);
  const arrangement = useMemo(() => readArrangement(params), [params]);
  const arranged = useMemo(() => arrange(columns, arrangement), [columns, arrangement]);
  const visible = useMemo(() => [...arranged.pinned, ...arranged.free], [arranged]);
  const cellOf = useCallback(
    (column: Column): CellView =>
      column.cells.find((cell) => cell.sample === samples.get(column.key)) ?? firstShown(column),
    [samples],
  );
  const answerOf = useCallback(
    (column: Column): ObservationView | undefined => {
      const id = cellOf(column).observationId;
      return id === null ? undefined : observations.get(id);
    },
    [cellOf, observations],
  );
  useEffect(() => {
    need(visible.flatMap((column) => cellOf(column).observationId ?? []));
  }, [need, visible, cellOf]);
  const markets = useMemo(() => {
    const shown = new Set(visible.map((column) => column.key));
    return columns.flatMap((column) => (shown.has(column.key) ? [column.key] : []));
  }, [columns, visible]);
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
  const setArrangement = useCallback((next: Arrangement) => setParams(writeArrangement(next)), [setParams]);
  const chooseSample = useCallback(
    (key: string, sample: number) => setSamples((now) => new Map(now).set(key, sample)),
    [],
  );
  return {
    columns,
    arrangement,
    arranged,
    visible,
    markets,
    shownSample,
    setArrangement,
    chooseSample,
    cellOf,
    answerOf,
  };
}
