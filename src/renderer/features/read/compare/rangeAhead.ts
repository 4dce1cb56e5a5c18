import type { Range } from '@tanstack/react-virtual';

/** Columns or rows kept beside those on the screen, on the side the person scrolls to and on the side they come from. */
const ahead = 2;
const behind = 1;

/**
 * Which columns or rows exist on the page: more of those that come than of those that went. Remembers which way that is.
 * Every one that is kept is laid out and recorded for painting again with each that comes, so few are.
 */
export function createRangeAhead(): (range: Range) => number[] {
  let before = 0;
  let forward = true;
  return ({ startIndex, endIndex, count }) => {
    if (startIndex !== before) forward = startIndex > before;
    before = startIndex;
    const from = Math.max(0, startIndex - (forward ? behind : ahead));
    const to = Math.min(count - 1, endIndex + (forward ? ahead : behind));
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  };
}
