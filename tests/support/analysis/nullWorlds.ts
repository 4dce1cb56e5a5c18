/**
 * Worlds in which nothing changes, and worlds with a known change, for the verdicts on two periods and for alerts.
 * Everything is generated from one seed.
 */
import { seededRandom, shuffle } from '#shared/figures/statistics/noise.ts';
import { alpha } from '#shared/figures/statistics/significance.ts';
import { type Stratum, stratifiedTest } from '#shared/figures/statistics/stratifiedTest.ts';
import { rateOf } from '#shared/figures/statistics/wilson.ts';

/** Share of the trials, with its standard error. */
export type Measured = { readonly share: number; readonly error: number };
export const measuredIn = (found: number, trials: number): Measured => {
  const share = found / trials;
  return { share, error: Math.sqrt(Math.max(share * (1 - share), 1 / trials) / trials) };
};

export type TrendWorld = {
  readonly segments: number;
  /** Answers of a segment in each period. */
  readonly answers: number;
  /** Whether segments have shares of their own, from nearly never to nearly always. */
  readonly uneven: boolean;
  /** Added to the share of every segment in the later period, as far as it stays a share. */
  readonly change: number;
};

/** How often a change of a trend is called significant: by its verdict, by a reference test, by disjoint intervals. */
export function trendTruth(
  world: TrendWorld,
  trials: number,
  seed: number,
): { readonly verdict: Measured; readonly reference: Measured; readonly intervals: Measured } {
  let [verdict, reference, intervals] = [0, 0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const random = seededRandom(seed * 100_003 + trial);
    const strata = Array.from({ length: world.segments }, (_, at): Stratum => {
      const share = world.uneven ? (at % 2 === 0 ? 0.04 + 0.2 * random() : 0.76 + 0.2 * random()) : 0.5;
      const drawn = (chance: number) => {
        let having = 0;
        for (let answer = 0; answer < world.answers; answer++) if (random() < chance) having++;
        return { having, of: world.answers };
      };
      return { before: drawn(share), now: drawn(Math.min(1, share + world.change)) };
    });
    if ((stratifiedTest(strata)?.pValue ?? 1) <= alpha) verdict++;
    if (permutedWithin(strata, random) <= alpha) reference++;
    if (areDisjoint(strata)) intervals++;
  }
  return {
    verdict: measuredIn(verdict, trials),
    reference: measuredIn(reference, trials),
    intervals: measuredIn(intervals, trials),
  };
}

/** P-value of 999 permutations within the segments, the plain form of the test. */
function permutedWithin(strata: readonly Stratum[], random: () => number): number {
  const pools = strata.map(({ before, now }) =>
    Uint8Array.from({ length: before.of + now.of }, (_, at) => (at < before.having + now.having ? 1 : 0)),
  );
  const expected = strata.reduce(
    (sum, { before, now }) => sum + ((before.having + now.having) * now.of) / (before.of + now.of),
    0,
  );
  const observed = Math.abs(strata.reduce((sum, { now }) => sum + now.having, 0) - expected) - 1e-9;
  let extreme = 1;
  for (let run = 0; run < 999; run++) {
    let sum = 0;
    pools.forEach((pool, at) => {
      shuffle(pool, random);
      const { of } = (strata[at] as Stratum).now;
      for (let place = 0; place < of; place++) sum += pool[place] as number;
    });
    if (Math.abs(sum - expected) >= observed) extreme++;
  }
  return extreme / 1000;
}

/** The rule until 2026-12.3: pooled Wilson intervals that do not overlap. */
function areDisjoint(strata: readonly Stratum[]): boolean {
  const [before, now] = (['before', 'now'] as const).map((side) =>
    rateOf(
      strata.reduce((sum, stratum) => sum + stratum[side].having, 0),
      strata.reduce((sum, stratum) => sum + stratum[side].of, 0),
    ),
  );
  return (before?.low ?? 0) > (now?.high ?? 1) || (now?.low ?? 0) > (before?.high ?? 1);
}
