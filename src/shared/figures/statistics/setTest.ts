/** Tests whether the sets of the markets' samples differ significantly. */

import type { NoiseTest } from '../../model/comparison/comparison.ts';
import type { ReadComparison } from '../comparison/columns.ts';
import { distancesOf, testOf, verdictWithoutTest } from './noise.ts';
import { jaccard } from './setMeasures.ts';

/** Permutation test on the Jaccard distances between the sets of all samples. Cached by name. */
export function setTest(
  read: ReadComparison,
  name: string,
  sets: () => readonly (readonly ReadonlySet<unknown>[])[],
): NoiseTest {
  const known = read.tests.get(name);
  if (known !== undefined) return known;
  const byColumn = sets();
  const markets = byColumn.flatMap((list, index) => list.map(() => index));
  const test =
    verdictWithoutTest(markets, read.mixedShapes) ?? testOfSets(read, name, byColumn.flat(), markets);
  read.tests.set(name, test);
  return test;
}

function testOfSets(
  read: ReadComparison,
  name: string,
  flat: readonly ReadonlySet<unknown>[],
  markets: readonly number[],
): NoiseTest {
  const distances = distancesOf({
    markets,
    kinds: flat.map((set) => [...set].map(String).sort().join('\u0000')),
    distance: (one, two) =>
      1 - (jaccard(flat[one] as ReadonlySet<unknown>, flat[two] as ReadonlySet<unknown>) ?? 1),
  });
  read.distances.set(name, distances);
  return testOf(distances, {
    permutations: read.options.permutations,
    random: read.random(`set ${name}`),
  });
}
