import type { Range } from '@tanstack/react-virtual';

/** Columns kept beside those on the screen, on the side the person scrolls to and on the side they come from. */
const ahead = 3;
const behind = 1;

/** Which columns exist on the page: more of those that come than of those that went. Remembers which way that is. */
export function createColumnRange(): (range: Range) => number[] {
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
