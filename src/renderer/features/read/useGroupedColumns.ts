import { useCallback, useMemo } from 'react';
import type { PartialComparison } from '#shared/analysis/comparisonParts.ts';
import {
  type ColumnView,
  readColumnView,
  type ShownColumn,
  shownColumns,
  writeColumnView,
} from './columnGroups.ts';
import { type ArrangedColumns, baselineFirst } from './columns.ts';

const ungrouped: ColumnView = { grouping: 'none', collapse: false, expanded: new Set() };

export type GroupedColumns = {
  readonly columnView: ColumnView;
  readonly setColumnView: (changes: Partial<ColumnView>) => void;
  /** Puts identical columns beside the one they stand behind, or back. */
  readonly setApart: (key: string, apart: boolean) => void;
  readonly pinned: readonly ShownColumn[];
  readonly free: readonly ShownColumn[];
};

/** The arranged columns in their groups, identical ones as one; the baseline stands first and stays in sight. */
export function useGroupedColumns(
  params: Readonly<Record<string, string>>,
  setParams: (changes: Readonly<Record<string, string>>) => void,
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
