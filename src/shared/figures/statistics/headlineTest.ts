/**
 * Tests whether markets differ at all, using text, brands and sources together. Each permutation of the market labels
 * applies to all three kinds of evidence, so their joint distribution is known and no correction for their number is
 * needed (P. H. Westfall, S. S. Young, "Resampling-Based Multiple Testing", 1993; F. Pesarin, "Multivariate
 * Permutation Tests", 2001). Within a kind, the smallest p-value of any item is combined with that of all items; the
 * kinds are combined in the same way.
 */

import type { DataQuality } from '../../model/comparison/comparison.ts';
import { canNameBrands } from '../../text/brands/brandsInAnswer.ts';
import type { ReadSample } from '../../text/reading.ts';
import { brandKeys } from '../comparison/brandsTab.ts';
import type { ReadComparison } from '../comparison/columns.ts';
import { sourceKeys } from '../comparison/sources.ts';
import { type Design, type Distances, designOf, withinSum } from './noise.ts';
import { everyArrangement, shuffle, smallestP } from './permutations.ts';
import { alpha, combined } from './significance.ts';

export type Headline = {
  readonly evidence: DataQuality['evidence'];
  /** Null if nothing was tested, or if no outcome could have been significant with so few samples. */
  readonly pValue: number | null;
};

/** Statistics of one kind of evidence by permutation; smaller if markets differ more. */
type Figures = readonly Float64Array[];
type Look = (order: Int32Array, at: number) => void;

type Kind = {
  readonly name: keyof DataQuality['evidence'];
  readonly design: Design;
  /** Cost of one permutation, in steps. */
  readonly cost: number;
  /** @param arrangements number of permutations that follow */
  readonly begin: (arrangements: number) => { readonly look: Look; readonly figures: () => Figures };
};

/**
 * Combined test of all evidence.
 * @param text distances of the samples by their content; null if they cannot be compared
 */
export function headlineTest(read: ReadComparison, text: Distances | null): Headline {
  const kinds: Kind[] = [];
  if (read.mixedShapes === null) {
    if (text !== null) kinds.push(textKind(text));
    const brands = (sample: ReadSample) => (canNameBrands(sample.sample) ? brandKeys(sample) : null);
    for (const kind of [thingsKind(read, 'brands', brands), thingsKind(read, 'sources', sourceKeys(read))])
      if (kind !== null) kinds.push(kind);
  }
  // Kinds that only some answers can have (sources, brands) are tested separately.
  const together = Map.groupBy(kinds, ({ design }) => design.samples);
  const found = [...together.values()].map((some) => jointTest(some, read));
  const evidence = {
    text: null,
    brands: null,
    sources: null,
    ...Object.assign({}, ...found.map((each) => each.evidence)),
  };
  return { evidence, pValue: combined(found.map(({ pValue }) => pValue)) };
}

function textKind({ design, kinds, matrix }: Distances): Kind {
  return {
    name: 'text',
    design,
    cost: design.pairsWithin,
    begin: (arrangements) => {
      const sums = new Float64Array(arrangements);
      const sorted = new Int32Array(kinds.of.length);
      const look: Look = (order, at) => {
        order.forEach((sample, place) => {
          sorted[place] = kinds.of[sample] as number;
        });
        sums[at] = withinSum(sorted, matrix, kinds.count, design.sizes);
      };
      return { look, figures: () => [sums] };
    },
  };
}

/**
 * Maximum stored numbers: items x permutations. If there are more items, those with the most even distribution are
 * used.
 */
const maxKept = 4_000_000;

/** Items that a sample has or lacks (brands, sources). Null if too few samples can have any. */
function thingsKind(
  read: ReadComparison,
  name: Kind['name'],
  thingsOf: (sample: ReadSample) => ReadonlySet<unknown> | null,
): Kind | null {
  const samples = read.answered.flatMap((column) =>
    column.samples.flatMap((sample) => {
      const things = thingsOf(sample);
      return things === null ? [] : [{ market: column.index, things }];
    }),
  );
  const design = designOf(samples.map(({ market }) => market));
  if (design.sizes.length < 2) return null;
  const taking = design.taking.map((at) => (samples[at] as (typeof samples)[number]).things);
  const having = new Map<unknown, number>();
  for (const things of taking) for (const thing of things) having.set(thing, (having.get(thing) ?? 0) + 1);
  const spread = (count: number) => count * (design.count - count);
  const telling = [...having].filter(([, count]) => spread(count) > 0);
  telling.sort(([, one], [, two]) => spread(two) - spread(one));
  return {
    name,
    design,
    cost: taking.reduce((sum, { size }) => sum + size, 0),
    begin: (arrangements) => {
      const kept = telling.slice(0, Math.max(1, Math.floor(maxKept / arrangements)));
      const numbers = new Map(kept.map(([thing], at) => [thing, at]));
      const lists = taking.map((things) => [...things].flatMap((thing) => numbers.get(thing) ?? []));
      const sums = new Float64Array(arrangements * kept.length);
      return {
        look: (order, at) =>
          addPairsWithin(order, lists, design.sizes, sums.subarray(at * kept.length, (at + 1) * kept.length)),
        figures: () =>
          figuresOf(
            sums,
            kept.map(([, count]) => count),
            arrangements,
          ),
      };
    },
  };
}

/** Adds, for each item, the number of sample pairs of one market that differ in having it. */
function addPairsWithin(
  order: Int32Array,
  lists: readonly (readonly number[])[],
  sizes: readonly number[],
  sums: Float64Array,
): void {
  const counts = new Int32Array(sums.length);
  let start = 0;
  for (const size of sizes) {
    const met: number[] = [];
    for (let at = start; at < start + size; at++) {
      for (const thing of lists[order[at] as number] as readonly number[]) {
        if (counts[thing] === 0) met.push(thing);
        counts[thing] = (counts[thing] as number) + 1;
      }
    }
    for (const thing of met) {
      const having = counts[thing] as number;
      sums[thing] = (sums[thing] as number) + having * (size - having);
      counts[thing] = 0;
    }
    start += size;
  }
}

/**
 * Per permutation, the smallest log p-value of any item and the sum over all items. Items that equally many samples
 * have share a distribution, so their permutations are pooled.
 */
function figuresOf(sums: Float64Array, having: readonly number[], arrangements: number): Figures {
  const logs = new Map<number, Map<number, number>>();
  for (const count of new Set(having)) {
    const alike = having.flatMap((other, thing) => (other === count ? [thing] : []));
    const times = new Map<number, number>();
    for (let at = 0; at < arrangements; at++) {
      for (const thing of alike) {
        const sum = sums[at * having.length + thing] as number;
        times.set(sum, (times.get(sum) ?? 0) + 1);
      }
    }
    let below = 0;
    const ofCount = new Map<number, number>();
    for (const [sum, often] of [...times].sort(([one], [two]) => one - two)) {
      below += often;
      ofCount.set(sum, Math.log(below / (arrangements * alike.length)));
    }
    logs.set(count, ofCount);
  }
  const ofThing = having.map((count) => logs.get(count) as ReadonlyMap<number, number>);
  const least = new Float64Array(arrangements);
  const all = new Float64Array(arrangements);
  for (let at = 0; at < arrangements; at++) {
    ofThing.forEach((known, thing) => {
      const log = known.get(sums[at * having.length + thing] as number) ?? 0;
      least[at] = Math.min(least[at] as number, log);
      all[at] = (all[at] as number) + log;
    });
  }
  return [least, all];
}

/** Maximum steps of all permutations, which take a few hundred milliseconds. */
const maxSteps = 60_000_000;
const leastDrawn = 199;
/** Maximum number of permutations to enumerate instead of sampling. */
const maxEnumerated = 10_000;

function jointTest(
  kinds: readonly Kind[],
  read: ReadComparison,
): { readonly evidence: Partial<DataQuality['evidence']>; readonly pValue: number | null } {
  const { sizes, count } = (kinds[0] as Kind).design;
  const affordable = Math.floor(maxSteps / kinds.reduce((sum, { cost }) => sum + cost, 1));
  const arranged =
    everyArrangement(sizes, Math.min(maxEnumerated, affordable)) ??
    drawnArrangements(count, Math.max(leastDrawn, Math.min(read.options.permutations, affordable)), read);
  const begun = kinds.map((kind) => kind.begin(arranged.length));
  arranged.forEach((order, at) => {
    for (const { look } of begun) look(order, at);
  });
  const figures = begun.map((each) => each.figures());
  const byKind = figures.map((each) => pValuesOf(leastOf(each.map(pValuesOf))));
  const sum = Float64Array.from(arranged, (_, at) =>
    byKind.reduce((total, pValues) => total + Math.log(pValues[at] as number), 0),
  );
  const pValues = pValuesOf(leastOf([...byKind, pValuesOf(sum)]));
  return {
    evidence: Object.fromEntries(kinds.map(({ name }, at) => [name, byKind[at]?.[0] ?? null])),
    pValue: smallestP(sizes) > alpha ? null : (pValues[0] ?? null),
  };
}

/** The observed order, followed by random permutations. */
function drawnArrangements(count: number, times: number, read: ReadComparison): readonly Int32Array[] {
  const random = read.random('headline');
  const order = Int32Array.from({ length: count }, (_, at) => at);
  return Array.from({ length: times + 1 }, (_, at) => {
    if (at > 0) shuffle(order, random);
    return order.slice();
  });
}

/**
 * The smallest of several p-values per permutation. Ties are broken by the last p-value; with few permutations, ties
 * would otherwise prevent any significant result.
 */
function leastOf(lists: readonly Float64Array[]): Float64Array {
  return Float64Array.from(
    lists.at(-1) ?? [],
    (tied, at) => Math.min(...lists.map((list) => list[at] as number)) + 1e-6 * tied,
  );
}

/** P-value of each permutation: the share of all permutations with a statistic that is as small. */
function pValuesOf(figures: Float64Array): Float64Array {
  // Ignores rounding errors.
  const rounded = figures.map((figure) => Math.round(figure * 1e11) / 1e11);
  const sorted = rounded.slice().sort();
  const upTo = new Map<number, number>();
  sorted.forEach((figure, at) => {
    upTo.set(figure, (at + 1) / sorted.length);
  });
  return rounded.map((figure) => upTo.get(figure) ?? 1);
}
