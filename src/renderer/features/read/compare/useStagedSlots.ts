import { useEffect, useReducer, useRef } from 'react';
import type { GridSlots } from './gridSlots.ts';

/** The head is one part, the rows are dealt out over the others. */
export const gridParts = 4;

/** Parts of the grid by number: 0 the head, then the rows in turn. */
export function partOfRow(line: number): number {
  return 1 + (line % (gridParts - 1));
}

/**
 * Columns that come near the screen are put on the page one part of the grid in a frame, so that no frame makes,
 * styles and paints a whole column. A part whose columns no longer cover what is on the screen does not wait.
 *
 * @param visible first and last free column on the screen; null before anything was laid out
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
