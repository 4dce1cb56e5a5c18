/** How many of the columns agree. */
import type { Consensus } from './comparison.ts';

/** `of` counts the columns with an answer: a failed market neither has nor lacks anything. */
export function consensusOf(present: number, of: number): Consensus {
  if (present >= of) return 'all';
  if (present <= 1) return 'only-here';
  return present * 2 > of ? 'most' : 'some';
}
