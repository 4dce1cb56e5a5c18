import { useEffect, useReducer, useRef } from 'react';
import type { GridSlots } from './gridSlots.ts';

/** The header is one part, and the rows are divided among the others. */
export const gridParts = 4;

/** Number of the part of a row: 0 is the header, rows follow in turn. */
export function partOfRow(line: number): number {
  return 1 + (line % (gridParts - 1));
}

/**
 * Renders new columns one part of the grid per frame, so that no frame renders a whole column. A part that no longer
 * covers the viewport is rendered immediately.
 * @param visible first and last visible scrolling column; null before the first layout
 */
export function useStagedSlots(
  slots: GridSlots,
  visible: { readonly startIndex: number; readonly endIndex: number } | null,
): readonly GridSlots[] {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const turn = useRef(0);
  const shown = useRef<readonly GridSlots[]>([]);
  const parts = Array.from({ length: gridParts }, (_, part) => {
    const now = shown.current[part];
    const covers =
      now !== undefined &&
      now.layout === slots.layout &&
      visible !== null &&
      now.from <= visible.startIndex &&
      now.to >= visible.endIndex;
    return covers ? now : slots;
  });
  useEffect(() => {
    shown.current = parts;
    const waiting = parts.flatMap((part, at) => (part === slots ? [] : [at]));
    const chosen = waiting.find((at) => at >= turn.current) ?? waiting[0];
    if (chosen === undefined) return;
    const handle = requestAnimationFrame(() => {
      turn.current = (chosen + 1) % gridParts;
      shown.current = parts.map((part, at) => (at === chosen ? slots : part));
      again();
    });
    return () => cancelAnimationFrame(handle);
  });
  return parts;
}
