/**
 * Tests whether the difference between markets is larger than the variation between repeats of one market: a
 * permutation test over the market labels. Under the null hypothesis, a sample could come from any market. With few
 * permutations, all are enumerated and p is exact. Otherwise they are sampled: p = (1 + at least as extreme) / (1 +
 * sampled) after Phipson and Smyth, "Permutation P-values Should Never Be Zero", SAGMB 9, 2010. A test of a family
 * stops early if it is clearly not extreme; then p = extreme / sampled, after Besag and Clifford, "Sequential Monte
 * Carlo p-values", Biometrika 78, 1991.
 */
import type { IncomparableReason, NoiseTest } from '../../model/comparison/comparison.ts';
import { rounded } from '../../rounded.ts';
import { drawPlaces, everyArrangement, groupOfPlaces, placesOf, smallestP } from './permutations.ts';
import { alpha } from './significance.ts';
import { leastSamples } from './wilson.ts';

/** Maximum number of permutations to enumerate instead of sampling. */
const maxEnumerated = 10_000;
/** A test of a family stops after this many sampled permutations that are at least as extreme. */
const enoughExtreme = 40;

export type Drawing = {
  /** Maximum number of sampled permutations. */
  readonly permutations: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Whether the test may stop early: for families of tests, most of which find nothing. */
  readonly oneOfMany?: boolean;
  readonly incomparable?: IncomparableReason | null;
};

export type NoiseInput = Drawing & {
  /** Market of each sample. */
  readonly markets: readonly number[];
  /** Distance of two samples by index into `markets`, 0..1. Symmetric; 0 for equal samples. */
  readonly distance: (one: number, two: number) => number;
  /** Key of each sample. The distance is computed once per pair of distinct keys. By default, all differ. */
  readonly kinds?: readonly unknown[];
};

const nothing = {
  ...{ between: null, within: null, effect: null, pValue: null, adjusted: null },
  ...{ permutations: 0, exact: false, counts: false },
} as const;

/** A result without a test: `not-comparable` with a reason, otherwise `not-enough-samples`. */
export function notTested(reason: IncomparableReason | null, markets: number, samples: number): NoiseTest {
  return {
    ...nothing,
    verdict: reason === null ? 'not-enough-samples' : 'not-comparable',
    reason,
    markets,
    samples,
  };
}

/** The samples of a test, grouped by market. Markets with fewer than 3 samples are excluded. */
export type Design = {
  /** Indexes of the included samples, in the order of the markets. */
  readonly taking: readonly number[];
  readonly sizes: readonly number[];
  /** The market of each size. */
  readonly columns: readonly number[];
  readonly count: number;
  readonly pairsWithin: number;
  readonly pairsBetween: number;
  /** All markets and samples, including excluded ones. */
  readonly markets: number;
  readonly samples: number;
};

/** @param markets market of each sample */
export function designOf(markets: readonly number[]): Design {
  const bySize = new Map<number, number>();
  for (const market of markets) bySize.set(market, (bySize.get(market) ?? 0) + 1);
  const enough = [...bySize].filter(([, size]) => size >= leastSamples).map(([market]) => market);
  const place = new Map(enough.map((market, at) => [market, at]));
  const rank = (at: number) => place.get(markets[at] as number) ?? 0;
  const taking = markets.map((_, at) => at).filter((at) => place.has(markets[at] as number));
  taking.sort((one, two) => rank(one) - rank(two) || one - two);
  const sizes = enough.map((market) => bySize.get(market) ?? 0);
  const count = taking.length;
  const pairsWithin = sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
  const pairsBetween = (count * (count - 1)) / 2 - pairsWithin;
  return {
    ...{ taking, sizes, columns: enough, count, pairsWithin, pairsBetween },
    ...{ markets: bySize.size, samples: markets.length },
  };
}

/** The result if there are too few samples or they cannot be compared; null if a test is possible. */
export function verdictBefore(
  design: Design,
  incomparable: IncomparableReason | null | undefined,
): NoiseTest | null {
  const { sizes, markets, samples } = design;
  return incomparable != null || sizes.length < 2 ? notTested(incomparable ?? null, markets, samples) : null;
}

/** The result of every test of these samples if no test is possible; null otherwise. */
export function verdictWithoutTest(
  markets: readonly number[],
  incomparable: IncomparableReason | null,
): NoiseTest | null {
  return verdictBefore(designOf(markets), incomparable);
}

/**
 * @param total sum of the distances of all pairs
 * @param observed sum of the distances within markets
 */
export function measured(design: Design, total: number, observed: number) {
  const { sizes, count, pairsWithin, pairsBetween } = design;
  const within = observed / pairsWithin;
  const between = (total - observed) / pairsBetween;
  return {
    ...nothing,
    between: rounded(between),
    within: rounded(within),
    effect: rounded(between - within),
    reason: null,
    markets: sizes.length,
    samples: count,
  };
}

type PermutationTest = {
  readonly pValue: number;
  readonly permutations: number;
  readonly exact: boolean;
};

/** The verdict: `larger-than-noise` if p <= 0.05 and the markets differ more than their repeats. */
export function decided(base: ReturnType<typeof measured>, found: PermutationTest): NoiseTest {
  const larger = found.pValue <= alpha && base.effect > 0;
  return {
    ...base,
    ...found,
    verdict: larger ? 'larger-than-noise' : 'within-noise',
    pValue: toSignificant(found.pValue),
    counts: true,
  };
}

/** Three significant digits, so that small p-values of a large family remain distinguishable. */
function toSignificant(pValue: number): number {
  return Number(pValue.toPrecision(3));
}

/**
 * Permutation test of the distances between samples. Markets with fewer than 3 samples are excluded. If even the most
 * extreme permutation could not reach p <= 0.05 (two markets need four samples each), the verdict is
 * `not-enough-samples`.
 */
export function noiseTest(input: NoiseInput): NoiseTest {
  const design = designOf(input.markets);
  const early = verdictBefore(design, input.incomparable);
  if (early !== null) return early;
  return testOf(distancesOf(input), input);
}

/** Distances between the included samples. */
export type Distances = {
  readonly design: Design;
  readonly kinds: Kinds;
  /** `count` x `count` distances between distinct samples. */
  readonly matrix: Float64Array;
};

/** Computes all distances once, for several tests of the same samples. */
export function distancesOf({ markets, kinds: named, distance }: Omit<NoiseInput, keyof Drawing>): Distances {
  const design = designOf(markets);
  const kinds = kindsOf(design.taking, named);
  return { design, kinds, matrix: kindDistances(kinds, design.taking, distance) };
}

/** The test if there are enough samples. */
export function testOf({ design, kinds, matrix }: Distances, drawing: Drawing): NoiseTest {
  const { sizes } = design;
  const total = totalDistance(kinds, matrix);
  const observed = withinSum(kinds.of, matrix, kinds.count, sizes);
  const base = measured(design, total, observed);
  const smallest = smallestP(sizes);
  if (smallest > alpha) return { ...base, verdict: 'not-enough-samples' };
  if (total === 0) return { ...base, verdict: 'within-noise', pValue: 1 };
  // Between minus within grows exactly when the sum within markets decreases.
  const limit = observed + 1e-9;
  const every = everyArrangement(sizes, maxEnumerated);
  if (every !== null) {
    const sorted = new Int32Array(kinds.of.length);
    const extreme = every.filter((arrangement) => {
      arrangement.forEach((sample, place) => {
        sorted[place] = kinds.of[sample] as number;
      });
      return withinSum(sorted, matrix, kinds.count, sizes) <= limit;
    });
    return decided(base, {
      pValue: extreme.length / every.length,
      permutations: every.length,
      exact: true,
    });
  }
  const draw = withinDraws(kinds, matrix, sizes, drawing.random);
  return decided(
    base,
    drawn(() => draw() <= limit, drawing),
  );
}

/**
 * Draws permutations of the samples and returns the sum of the distances within markets. Only the samples that differ
 * from the most common value are placed, because most rows of a tab are missing from most samples: with d the
 * distance, o the most common value and s the size of a market, the sum is Σ (s − 1) d(a, o) over the placed samples
 * plus Σ d(a, b) − d(a, o) − d(b, o) over pairs of them in the same market.
 */
function withinDraws(
  kinds: Kinds,
  matrix: Float64Array,
  sizes: readonly number[],
  random: () => number,
): () => number {
  const width = kinds.count;
  const times = new Int32Array(width);
  for (const kind of kinds.of) times[kind] = (times[kind] as number) + 1;
  const common = times.indexOf(Math.max(...times));
  const placed = kinds.of.filter((kind) => kind !== common);
  const alone = (kind: number): number => matrix[kind * width + common] as number;
  const pairs = matrix.map((distance, at) => distance - alone(Math.floor(at / width)) - alone(at % width));
  const groups = groupOfPlaces(sizes);
  const starts = sizes.map((_, group) => groups.indexOf(group));
  const places = placesOf(sizes);
  const members = new Int32Array(groups.length);
  const filled = new Int32Array(sizes.length);
  return () => {
    drawPlaces(places, placed.length, random);
    filled.fill(0);
    let sum = 0;
    for (let at = 0; at < placed.length; at++) {
      const row = (placed[at] as number) * width;
      const group = groups[places[at] as number] as number;
      const start = starts[group] as number;
      const end = start + (filled[group] as number);
      sum += ((sizes[group] as number) - 1) * (matrix[row + common] as number);
      for (let other = start; other < end; other++) sum += pairs[row + (members[other] as number)] as number;
      members[end] = placed[at] as number;
      filled[group] = (filled[group] as number) + 1;
    }
    return sum;
  };
}

/**
 * P-value by sampled permutations.
 * @param isExtreme draws a permutation and returns whether it is at least as extreme as the observed order
 */
export function drawn(isExtreme: () => boolean, { permutations, oneOfMany }: Drawing): PermutationTest {
  const stop = oneOfMany === true ? enoughExtreme : Number.POSITIVE_INFINITY;
  let extreme = 0;
  for (let run = 1; run <= permutations; run++) {
    if (isExtreme()) extreme++;
    if (extreme >= stop) return { pValue: extreme / run, permutations: run, exact: false };
  }
  return { pValue: (1 + extreme) / (1 + permutations), permutations, exact: false };
}

export type Kinds = {
  /** Index of the distinct value of each included sample. */
  readonly of: Int32Array;
  readonly count: number;
  /** Index of one included sample per distinct value. */
  readonly examples: readonly number[];
};

function kindsOf(taking: readonly number[], kinds: readonly unknown[] | undefined): Kinds {
  if (kinds === undefined) {
    return {
      of: Int32Array.from(taking, (_, at) => at),
      count: taking.length,
      examples: taking.map((_, at) => at),
    };
  }
  const numbers = new Map<unknown, number>();
  const examples: number[] = [];
  const of = Int32Array.from(taking, (sample, at) => {
    const known = numbers.get(kinds[sample]);
    if (known !== undefined) return known;
    numbers.set(kinds[sample], examples.length);
    return examples.push(at) - 1;
  });
  return { of, count: examples.length, examples };
}

function kindDistances(
  kinds: Kinds,
  taking: readonly number[],
  distance: NoiseInput['distance'],
): Float64Array {
  const matrix = new Float64Array(kinds.count * kinds.count);
  for (let one = 0; one < kinds.count; one++) {
    for (let two = one + 1; two < kinds.count; two++) {
      const value = distance(
        taking[kinds.examples[one] as number] as number,
        taking[kinds.examples[two] as number] as number,
      );
      matrix[one * kinds.count + two] = value;
      matrix[two * kinds.count + one] = value;
    }
  }
  return matrix;
}

/** Sum of the distances of all pairs, computed from the counts of the distinct samples. */
function totalDistance(kinds: Kinds, matrix: Float64Array): number {
  const sizes = new Float64Array(kinds.count);
  for (const kind of kinds.of) sizes[kind] = (sizes[kind] ?? 0) + 1;
  let total = 0;
  for (let one = 0; one < kinds.count; one++) {
    for (let two = one + 1; two < kinds.count; two++)
      total += (sizes[one] ?? 0) * (sizes[two] ?? 0) * (matrix[one * kinds.count + two] ?? 0);
  }
  return total;
}

/**
 * Number of permutations to sample for each of `tests` tests over `samples` samples: enough for significance after
 * the correction, but at most a few hundred milliseconds for the whole tab. Most tests stop early.
 */
export function budget(samples: number, tests: number): number {
  const needed = Math.max(999, 40 * tests);
  const affordable = Math.floor(60_000_000 / Math.max(1, samples * tests));
  return Math.max(199, Math.min(needed, affordable));
}

/** Sum of the distances of all pairs within groups of these sizes. */
export function withinSum(
  order: Int32Array,
  matrix: Float64Array,
  width: number,
  stretches: readonly number[],
): number {
  let sum = 0;
  let start = 0;
  for (const size of stretches) {
    for (let i = start; i < start + size; i++) {
      const row = (order[i] ?? 0) * width;
      for (let j = i + 1; j < start + size; j++) sum += matrix[row + (order[j] ?? 0)] ?? 0;
    }
    start += size;
  }
  return sum;
}
