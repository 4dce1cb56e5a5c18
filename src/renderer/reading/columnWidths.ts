import { useCallback, useMemo } from 'react';
import { readNumbers, writeNumbers } from './marketKeys.ts';

/** CSS pixels. Narrower columns are unreadable, and wider ones have too long lines. */
export const widthLimits = { least: 220, most: 900, step: 20 } as const;

/** Manual widths of single columns, stored in the address. */
export type ColumnWidths = ReadonlyMap<string, number>;

export const withinLimits = (width: number): number =>
  Math.round(Math.min(widthLimits.most, Math.max(widthLimits.least, width)));

export function readWidths(params: Readonly<Record<string, string>>): ColumnWidths {
  return new Map([...readNumbers(params.width)].map(([key, width]) => [key, withinLimits(width)]));
}

export function writeWidths(widths: ColumnWidths): Readonly<Record<'width', string>> {
  return { width: writeNumbers(widths) };
}

/** Sets the width of one column; null resets it. */
export function withWidth(widths: ColumnWidths, key: string, width: number | null): ColumnWidths {
  const next = new Map(widths);
  if (width === null) next.delete(key);
  else next.set(key, withinLimits(width));
  return next;
}

/** Widths as stored in the settings: latest last, limited in number. */
export type RememberedWidths = readonly (readonly [key: string, width: number])[];

const maxRemembered = 400;

/** Updates the stored widths after a column was resized, or reset by null. */
export function rememberWidth(
  remembered: RememberedWidths,
  key: string,
  width: number | null,
): [string, number][] {
  const others = remembered
    .filter(([other]) => other !== key)
    .map(([other, old]): [string, number] => [other, old]);
  return width === null
    ? others
    : [...others, [key, withinLimits(width)] satisfies [string, number]].slice(-maxRemembered);
}

export type SetColumnWidths = {
  readonly widths: ColumnWidths;
  readonly setWidth: (key: string, width: number | null) => void;
  readonly resetWidths: () => void;
};

/** Storage of widths beyond one view. */
export type WidthMemory = {
  readonly remembered: RememberedWidths;
  readonly remember: (widths: [string, number][]) => void;
};

/** Widths of single columns: from the address, otherwise the last ones of the same market. */
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
