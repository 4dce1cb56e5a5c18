/**
 * Worlds in which nothing changes, and worlds with a known change, for the verdicts on two periods and for alerts.
 * Everything is generated from one seed.
 */
import { type Finding, findings } from '#shared/alerts/findings.ts';
import {
  type Both,
  bothOf,
  noFacts,
  type Occurrence,
  type Period,
  type RunFacts,
} from '#shared/alerts/runFacts.ts';
import { seededRandom, shuffle } from '#shared/figures/statistics/permutations.ts';
import { alpha } from '#shared/figures/statistics/significance.ts';
import { type Stratum, stratifiedTest } from '#shared/figures/statistics/stratifiedTest.ts';
import { rateOf } from '#shared/figures/statistics/wilson.ts';
import type { AlertRule } from '#shared/model/alertRules.ts';

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

export type AlertWorld = {
  readonly markets: number;
  readonly questions: number;
  readonly repeats: number;
  /** Markets in which your brand loses this share of its answers, in every question. */
  readonly changed: number;
  readonly loss: number;
};

const alertRules: readonly AlertRule[] = [
  { kind: 'brand', change: 'both', brands: 'listed', evenNoise: false },
  { kind: 'rank', by: 0.5, brands: 'listed', evenNoise: false },
  { kind: 'source', change: 'both', domains: [], evenNoise: false },
  { kind: 'outlier', evenNoise: false },
];
const brandCount = 8;
const domainCount = 12;

/**
 * Runs of a monitor with the rules for brands, positions, sources and outliers, against the run before: how many raise
 * any alert, and how many raise one for a brand that lost answers. Every question and market has shares of its own; the
 * brands of an answer are partly named together.
 */
export function alertTruth(
  world: AlertWorld,
  trials: number,
  seed: number,
): { readonly any: Measured; readonly right: Measured; readonly false: Measured } {
  let [any, right, wrong] = [0, 0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const raised = findings(alertRules, factsOf(world, seededRandom(seed * 100_003 + trial))).flat();
    const isRight = ({ market, subject }: Finding): boolean =>
      subject === 'B0' && Number(market) < world.changed;
    if (raised.length > 0) any++;
    if (raised.some(isRight)) right++;
    if (raised.some((finding) => !isRight(finding))) wrong++;
  }
  return {
    any: measuredIn(any, trials),
    right: measuredIn(right, trials),
    false: measuredIn(wrong, trials),
  };
}

function factsOf(world: AlertWorld, random: () => number): RunFacts {
  const facts = noFacts();
  for (let market = 0; market < world.markets; market++) {
    const brands = Array.from({ length: brandCount }, (_, id) => ({
      ...{ id: `B${id}`, name: `B${id}`, kind: 'own' as const, proposed: false },
      questions: new Map<number, Both<Occurrence>>(),
    }));
    const sources = Array.from({ length: domainCount }, () => new Map<number, Both<Occurrence>>());
    const answers = { valid: world.repeats, sourced: world.repeats, answers: [] };
    for (let question = 0; question < world.questions; question++) {
      const shares = brands.map(() => 0.1 + 0.85 * random());
      const cited = sources.map(() => 0.5 * random());
      const drawn = (period: Period) => {
        const ranks = brands.map((): number[] => []);
        const citing = sources.map(() => 0);
        for (let repeat = 0; repeat < world.repeats; repeat++) {
          const common = random();
          const named = shares.flatMap((share, id) => {
            const lost = period === 'now' && id === 0 && market < world.changed ? world.loss : 0;
            return (random() < 0.5 ? common : random()) < share * (1 - lost) ? [id] : [];
          });
          const order = Int32Array.from(named);
          shuffle(order, random);
          order.forEach((id, at) => void ranks[id]?.push(at + 1));
          cited.forEach((share, at) => {
            if (random() < share) citing[at] = (citing[at] ?? 0) + 1;
          });
        }
        return { ranks, citing };
      };
      const both = bothOf(drawn);
      const add = (to: Map<number, Both<Occurrence>>, of: (period: Period) => readonly number[] | number) => {
        const found = bothOf((period): Occurrence => {
          const values = of(period);
          return typeof values === 'number'
            ? { having: values, ranks: [], answers: [] }
            : { having: values.length, ranks: values, answers: [] };
        });
        if (found.before.having + found.now.having > 0) to.set(question, found);
      };
      for (const [at, { questions }] of brands.entries())
        add(questions, (period) => both[period].ranks[at] ?? []);
      for (const [at, questions] of sources.entries())
        add(questions, (period) => both[period].citing[at] ?? 0);
      const valid = { before: world.repeats, now: world.repeats };
      if (market === 0)
        facts.outliers.push({
          ...{ engine: 'assistant-a', question: String(question), found: null },
          others: Array.from({ length: world.markets }, () => valid),
        });
    }
    facts.markets.set(String(market), {
      ...{ engine: 'assistant-a', market: String(market) },
      questions: Array.from({ length: world.questions }, () => ({ before: answers, now: answers })),
      brands: new Map(brands.filter(({ questions }) => questions.size > 0).map((brand) => [brand.id, brand])),
      sources: new Map(
        sources.flatMap((questions, at) => (questions.size > 0 ? [[`d${at}`, questions] as const] : [])),
      ),
    });
  }
  return facts;
}
