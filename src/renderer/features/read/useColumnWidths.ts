import { useCallback, useMemo } from 'react';
import { type ColumnWidths, readWidths, withWidth, writeWidths } from './columnWidths.ts';

export type SetColumnWidths = {
  readonly widths: ColumnWidths;
  readonly setWidth: (key: string, width: number | null) => void;
  readonly resetWidths: () => void;
};

/** Widths of single columns, as the address says them. */
export function useColumnWidths(
  params: Readonly<Record<string, string>>,
  setParams: (changes: Readonly<Record<string, string>>) => void,
): SetColumnWidths {
  const widths = useMemo(() => readWidths(params), [params]);
  const setWidth = useCallback(
    (key: string, width: number | null) => setParams(writeWidths(withWidth(widths, key, width))),
    [widths, setParams],
  );
  const resetWidths = useCallback(() => setParams(writeWidths(new Map())), [setParams]);
  return { widths, setWidth, resetWidths };
}
