/**
 * Whether markets differ at all, by everything that is known of their answers at once. The labels of the markets are
 * rearranged for text, brands and sources together, so that what chance does to all of them is known and nothing has
 * to be corrected for how many they are (P. H. Westfall, S. S. Young, "Resampling-Based Multiple Testing", 1993;
 * F. Pesarin, "Multivariate Permutation Tests", 2001). Of each kind of evidence the clearest single thing counts and
 * all things together; of the kinds, the clearest and all together.
 */
import { brandsOf } from './brandFigures.ts';
import { canNameBrands } from './brandsInAnswer.ts';
import type { ReadComparison } from './columns.ts';
import type { DataQuality } from './comparison.ts';
import {
  type Design,
  type Distances,
  designOf,
  everyArrangement,
  shuffle,
  smallestP,
  withinSum,
} from './noise.ts';
import type { ReadSample } from './reading.ts';
import { alpha, combined } from './significance.ts';
import { sourceKeys } from './sources.ts';

export type Headline = {
  readonly evidence: DataQuality['evidence'];
  /** Null where nothing was tested, or so few samples that no outcome could have been significant. */
  readonly pValue: number | null;
};

/** Figures of one kind of evidence by arrangement, smaller where markets differ more. */
type Figures = readonly Float64Array[];
type Look = (order: Int32Array, at: number) => void;

type Kind = {
  readonly name: keyof DataQuality['evidence'];
  readonly design: Design;
  /** Work of one look, in steps. */
  readonly cost: number;
  /** @param arrangements how many there will be */
  readonly begin: (arrangements: number) => { readonly look: Look; readonly figures: () => Figures };
};

/** @param text distances of the samples by what they say, null where they cannot be compared */
export function headlineTest(read: ReadComparison, text: Distances | null): Headline {
  const kinds: Kind[] = [];
  if (read.mixedShapes === null) {
    if (text !== null) kinds.push(textKind(text));
    const { listed } = read.reader.matcher;
    const brands = (sample: ReadSample) =>
      canNameBrands(sample.sample) ? new Set(brandsOf(sample, listed).keys()) : null;
    for (const kind of [thingsKind(read, 'brands', brands), thingsKind(read, 'sources', sourceKeys)])
      if (kind !== null) kinds.push(kind);
  }
  // Where some answers cannot have sources, or name no brands, these are tested by themselves.
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

/** Numbers kept at most: things by arrangements. Of more things, those that are had most evenly are looked at. */
const maxKept = 4_000_000;

/** Things that samples have or have not; null where too few samples could have any. */
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

/** Adds, for each thing, the pairs of samples of one market of which one has it and the other has not. */
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
 * The least p-value of any thing, and the sum of the logarithms of all. Things that as many samples have are
 * distributed alike: their arrangements tell of each other.
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

/** Steps of all looks together, at most: a few hundred milliseconds. */
const maxSteps = 60_000_000;
const leastDrawn = 199;
/** Arrangements that are looked at one by one rather than drawn. */
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

/** The order as it is, and others drawn by chance. */
function drawnArrangements(count: number, times: number, read: ReadComparison): readonly Int32Array[] {
  const random = read.random('headline');
  const order = Int32Array.from({ length: count }, (_, at) => at);
  return Array.from({ length: times + 1 }, (_, at) => {
    if (at > 0) shuffle(order, random);
    return order.slice();
  });
}

/**
 * The least of some p-values. Of arrangements that are alike in it, the one with the smaller last p-value comes first:
 * with few arrangements ties alone would make every one of them ordinary.
 */
function leastOf(lists: readonly Float64Array[]): Float64Array {
  return Float64Array.from(
    lists.at(-1) ?? [],
    (tied, at) => Math.min(...lists.map((list) => list[at] as number)) + 1e-6 * tied,
  );
}

/** Of each arrangement: the share of all whose figure is as small. */
function pValuesOf(figures: Float64Array): Float64Array {
  // Equal but for rounding.
  const rounded = figures.map((figure) => Math.round(figure * 1e11) / 1e11);
  const sorted = rounded.slice().sort();
  const upTo = new Map<number, number>();
  sorted.forEach((figure, at) => {
    upTo.set(figure, (at + 1) / sorted.length);
  });
  return rounded.map((figure) => upTo.get(figure) ?? 1);
}
