import { useCallback, useMemo } from 'react';
import {
  type ColumnWidths,
  type RememberedWidths,
  readWidths,
  rememberWidth,
  withinLimits,
  withWidth,
  writeWidths,
} from './columnWidths.ts';

export type SetColumnWidths = {
  readonly widths: ColumnWidths;
  readonly setWidth: (key: string, width: number | null) => void;
  readonly resetWidths: () => void;
};

/** Where widths are kept beyond one view. */
export type WidthMemory = {
  readonly remembered: RememberedWidths;
  readonly remember: (widths: [string, number][]) => void;
};

/** Widths of single columns: those the address says, and for other columns those the person last gave their market. */
export function useColumnWidths(
  params: Readonly<Record<string, string>>,
  setParams: (changes: Readonly<Record<string, string>>) => void,
  memory: WidthMemory | null,
): SetColumnWidths {
  const inAddress = useMemo(() => readWidths(params), [params]);
  const remembered = memory?.remembered;
  const widths = useMemo(
    (): ColumnWidths =>
      new Map([
        ...(remembered ?? []).map(([key, width]) => [key, withinLimits(width)] as const),
        ...inAddress,
      ]),
    [inAddress, remembered],
  );
  const setWidth = useCallback(
    (key: string, width: number | null) => {
      memory?.remember(rememberWidth(memory.remembered, key, width));
      setParams(writeWidths(withWidth(inAddress, key, width)));
    },
    [inAddress, memory, setParams],
  );
  const resetWidths = useCallback(() => {
    memory?.remember([]);
    setParams(writeWidths(new Map()));
  }, [memory, setParams]);
  return { widths, setWidth, resetWidths };
}
