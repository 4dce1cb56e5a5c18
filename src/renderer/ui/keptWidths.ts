import { useState } from 'react';

const keyOf = (table: string): string => `parallax.widths.${table}`;

/**
 * The columns of a table whose width the user dragged, CSS pixels, and how one is changed; null returns to the width that it had
 * at first. Kept by the table's name for the next time it is shown, also after a restart of the desktop program.
 */
export function useKeptWidths(table: string): {
  readonly widths: ReadonlyMap<string, number>;
  readonly resize: (column: string, width: number | null) => void;
} {
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(() => readWidths(table));
  return {
    widths,
    resize: (column, width) => {
      const next = new Map(widths);
      if (width === null) next.delete(column);
      else next.set(column, width);
      setWidths(next);
      try {
        window.localStorage.setItem(keyOf(table), JSON.stringify(Object.fromEntries(next)));
      } catch {
        // Without storage, they stay as long as the table is shown.
      }
    },
  };
}

function readWidths(table: string): ReadonlyMap<string, number> {
  try {
    const kept: object = JSON.parse(window.localStorage.getItem(keyOf(table)) ?? '{}');
    return new Map(Object.entries(kept).filter(([, width]) => Number.isFinite(width) && width > 0));
  } catch {
    return new Map();
  }
}
