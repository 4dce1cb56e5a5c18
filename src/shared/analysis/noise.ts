/**
 * Is a difference between markets larger than the difference of asking the same market again? A permutation
 * test over the market labels: under the null hypothesis a sample could as well have come from any market.
 * p = (1 + permutations at least as extreme) / (1 + permutations), after Phipson and Smyth, "Permutation
 * P-values Should Never Be Zero", SAGMB 9, 2010.
 */
import type { IncomparableReason, NoiseTest } from './comparison.ts';
import { LEAST_SAMPLES, rounded } from './wilson.ts';

const ALPHA = 0.05;

export interface NoiseInput {
  /** Market of each sample. */
  readonly markets: readonly number[];
  /** Distance of two samples by their place in `markets`, 0..1; symmetric, 0 of a sample to its equals. */
  readonly distance: (one: number, two: number) => number;
  /** Equal for samples that are equal, so that each pair of kinds is measured once; absent: all differ. */
  readonly kinds?: readonly unknown[];
  readonly permutations: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly incomparable?: IncomparableReason | null;
}

const NOTHING = { between: null, within: null, effect: null, pValue: null, permutations: 0 } as const;

export function notTested(reason: IncomparableReason | null, markets: number, samples: number): NoiseTest {
  return {
    ...NOTHING,
    verdict: reason === null ? 'not-enough-samples' : 'not-comparable',
    reason,
    markets,
    samples,
  };
}

/**
 * Markets with fewer than 3 samples are left out. When even the most extreme arrangement of the samples
 * could not reach p <= 0.05 (two markets need four samples each), the answer is "not enough samples".
 */
export function noiseTest(input: NoiseInput): NoiseTest {
  const sizes = new Map<number, number>();
  for (const market of input.markets) sizes.set(market, (sizes.get(market) ?? 0) + 1);
  const reason = input.incomparable ?? null;
  const enough = [...sizes].filter(([, size]) => size >= LEAST_SAMPLES).map(([market]) => market);
  if (reason !== null || enough.length < 2) return notTested(reason, sizes.size, input.markets.length);
  // Samples market by market, so that a market is a stretch of the list.
  const place = new Map(enough.map((market, at) => [market, at]));
  const taking = input.markets.map((_, at) => at).filter((at) => place.has(input.markets[at] as number));
  const rank = (at: number) => place.get(input.markets[at] as number) ?? 0;
  taking.sort((one, two) => rank(one) - rank(two) || one - two);
  const stretches = enough.map((market) => sizes.get(market) ?? 0);
  const kinds = kindsOf(taking, input.kinds);
  const matrix = kindDistances(kinds, taking, input.distance);
  const count = taking.length;
  const pairsWithin = stretches.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
  const pairsBetween = (count * (count - 1)) / 2 - pairsWithin;
  const total = totalDistance(kinds, matrix);
  const observed = withinSum(kinds.of, matrix, kinds.count, stretches);
  const within = observed / pairsWithin;
  const between = (total - observed) / pairsBetween;
  const base = {
    between: rounded(between),
    within: rounded(within),
    effect: rounded(between - within),
    reason: null,
    markets: enough.length,
    samples: count,
  };
  if (smallestP(stretches) > ALPHA)
    return { ...base, verdict: 'not-enough-samples', pValue: null, permutations: 0 };
  if (total === 0) return { ...base, verdict: 'within-noise', pValue: 1, permutations: 0 };
  // Between minus within grows exactly when the sum within shrinks.
  let extreme = 0;
  const order = Int32Array.from(kinds.of);
  for (let run = 0; run < input.permutations; run++) {
    shuffle(order, input.random);
    if (withinSum(order, matrix, kinds.count, stretches) <= observed + 1e-9) extreme++;
  }
  const pValue = (1 + extreme) / (1 + input.permutations);
  const larger = pValue <= ALPHA && between > within;
  return {
    ...base,
    verdict: larger ? 'larger-than-noise' : 'within-noise',
    pValue: rounded(pValue),
    permutations: input.permutations,
  };
}

interface Kinds {
  /** Kind of each sample taking part. */
  readonly of: Int32Array;
  readonly count: number;
  /** Place in the list of some sample of each kind. */
  readonly examples: readonly number[];
}

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

/** Sum over all pairs of samples, from how many there are of each kind. */
function totalDistance(kinds: Kinds, matrix: Float64Array): number {
  const sizes = new Float64Array(kinds.count);
  for (const kind of kinds.of) sizes[kind] = (sizes[kind] ?? 0) + 1;
  let total = 0;
  for (let one = 0; one < kinds.count; one++) {
    for (let two = one + 1; two < kinds.count; two++) {
      total += (sizes[one] ?? 0) * (sizes[two] ?? 0) * (matrix[one * kinds.count + two] ?? 0);
    }
  }
  return total;
}

/**
 * The same test for a thing a sample has or has not (distance 1 where two samples differ in it), counted
 * instead of measured pair by pair: a group of n samples of which k have it holds k(n − k) differing pairs.
 */
export function presenceTest(input: {
  readonly markets: readonly number[];
  readonly present: readonly boolean[];
  readonly permutations: number;
  readonly random: () => number;
  readonly incomparable?: IncomparableReason | null;
}): NoiseTest {
  const sizes = new Map<number, number>();
  for (const market of input.markets) sizes.set(market, (sizes.get(market) ?? 0) + 1);
  if (input.incomparable != null) return notTested(input.incomparable, sizes.size, input.markets.length);
  const enough = [...sizes].filter(([, size]) => size >= LEAST_SAMPLES);
  if (enough.length < 2) return notTested(null, sizes.size, input.markets.length);
  const ones: number[] = [];
  const group = new Map(enough.map(([market], at) => [market, at]));
  const labels: number[] = [];
  input.markets.forEach((market, at) => {
    const label = group.get(market);
    if (label === undefined) return;
    labels.push(label);
    ones.push(input.present[at] === true ? 1 : 0);
  });
  const count = labels.length;
  const having = ones.reduce((sum, one) => sum + one, 0);
  const total = having * (count - having);
  const groupSizes = enough.map(([, size]) => size);
  const pairsWithin = groupSizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
  const pairsBetween = (count * (count - 1)) / 2 - pairsWithin;
  const counts = new Int32Array(enough.length);
  const withinOf = (): number => {
    counts.fill(0);
    for (let at = 0; at < count; at++)
      if (ones[at] === 1) counts[labels[at] as number] = (counts[labels[at] as number] ?? 0) + 1;
    let sum = 0;
    for (let at = 0; at < counts.length; at++)
      sum += (counts[at] ?? 0) * ((groupSizes[at] ?? 0) - (counts[at] ?? 0));
    return sum;
  };
  const observed = withinOf();
  const within = observed / pairsWithin;
  const between = (total - observed) / pairsBetween;
  const base = {
    between: rounded(between),
    within: rounded(within),
    effect: rounded(between - within),
    markets: enough.length,
    samples: count,
  };
  if (smallestP(groupSizes) > ALPHA)
    return { ...base, verdict: 'not-enough-samples', reason: null, pValue: null, permutations: 0 };
  if (total === 0) return { ...base, verdict: 'within-noise', reason: null, pValue: 1, permutations: 0 };
  let extreme = 0;
  for (let run = 0; run < input.permutations; run++) {
    shuffle(ones, input.random);
    if (withinOf() <= observed) extreme++;
  }
  const pValue = (1 + extreme) / (1 + input.permutations);
  const larger = pValue <= ALPHA && between > within;
  return {
    ...base,
    verdict: larger ? 'larger-than-noise' : 'within-noise',
    reason: null,
    pValue: rounded(pValue),
    permutations: input.permutations,
  };
}

/** Permutations that keep a tab of `tests` tests over `samples` samples within a few tens of milliseconds. */
export function budget(samples: number, tests: number): number {
  return Math.max(199, Math.floor(10_000_000 / Math.max(1, samples * tests)));
}

/** Sum over the pairs inside each stretch. */
function withinSum(
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

/** Share of all arrangements that split the samples exactly as observed: the smallest p there could be. */
export function smallestP(sizes: readonly number[]): number {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const same = new Map<number, number>();
  let log = -logFactorial(count);
  for (const size of sizes) {
    log += logFactorial(size);
    same.set(size, (same.get(size) ?? 0) + 1);
  }
  for (const times of same.values()) log += logFactorial(times);
  return Math.exp(log);
}

function logFactorial(value: number): number {
  let sum = 0;
  for (let factor = 2; factor <= value; factor++) sum += Math.log(factor);
  return sum;
}

function shuffle(values: number[] | Int32Array, random: () => number): void {
  for (let at = values.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = values[at] as number;
    values[at] = values[other] as number;
    values[other] = kept;
  }
}
