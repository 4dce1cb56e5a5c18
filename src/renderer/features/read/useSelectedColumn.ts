import { type RefObject, useCallback, useEffect, useMemo } from 'react';
import type { GridHandle } from './ColumnGrid.tsx';
import type { RunColumns } from './useRunColumns.ts';

export type SelectedColumn = {
  /** Key of the column the address selects, when it is visible. */
  readonly selected: string | null;
  readonly select: (key: string, inspect: boolean) => void;
};

/** The selected column: kept in the address, shown in the inspector, brought on the screen. */
export function useSelectedColumn(
  params: Readonly<Record<string, string>>,
  setParams: (changes: Readonly<Record<string, string>>) => void,
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
  // What the address selects is what the inspector shows, also when the address was pasted.
  const observationId = useMemo(() => {
    const column = columns.find((each) => each.key === selected);
    return column ? cellOf(column).observationId : null;
  }, [columns, selected, cellOf]);
  useEffect(() => onInspect(observationId, false), [onInspect, observationId]);
  return { selected, select };
}
