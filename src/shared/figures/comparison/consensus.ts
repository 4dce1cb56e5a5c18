/** How many of the columns agree. */
import type { Consensus } from '../../model/comparison/comparison.ts';

/**
 * @param present columns that have the item
 * @param of columns with an answer; failed markets do not count
 */
export function consensusOf(present: number, of: number): Consensus {
  if (present >= of) return 'all';
  if (present <= 1) return 'only-here';
  return present * 2 > of ? 'most' : 'some';
}
