import { useCallback, useMemo, useState } from 'react';
import type { ObservationView } from '#shared/model/observation.ts';
import type { CellView, RunDetail } from '#shared/model/run.ts';
import type { BridgeFailure } from '../../bridge/client.ts';
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
import { useRunAnswers } from './runAnswers.ts';

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
  /** Why the answer could not be read from the history. */
  readonly failureOf: (column: Column) => BridgeFailure | undefined;
  /** Reads an answer once more that could not be read. */
  readonly retryAnswer: (observationId: string) => void;
};

/** Reads the answers of the visible columns as they come to be shown. */
export function useRunColumns(
  { run, cells }: RunDetail,
  params: Readonly<Record<string, string>>,
  setParams: (changes: Readonly<Record<string, string>>) => void,
): RunColumns {
  const [samples, setSamples] = useState<ReadonlyMap<string, number>>(new Map());
  const columns = useMemo(() => columnsOf(cells), [cells]);
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
    failureOf,
    retryAnswer: retry,
  };
}
