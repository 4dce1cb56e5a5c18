import { expect, it } from 'vitest';
import { canDifferPaired, pairedTest } from '#shared/figures/statistics/significance.ts';
import { leagueOf } from '#shared/figures/trends/rollup.ts';
import type { TrendFacts } from '#shared/model/trendLines.ts';

it('distinguishes two brands in the same answers by the answers that name only one of them', () => {
  // 2 × (1 + 10) / 2^10, by hand.
  expect(pairedTest(1, 9)).toBeCloseTo(22 / 1024, 10);
  expect(pairedTest(9, 1)).toBe(pairedTest(1, 9));
  expect(pairedTest(0, 0)).toBe(1);
  expect([5, 6].map(canDifferPaired)).toEqual([false, true]);
});

/** Answers of one engine in one country, each to a question of its own. */
function league(...named: readonly (readonly number[])[]) {
  const [size] = named.map(({ length }) => length);
  const count = size ?? 0;
  const places = Array.from({ length: count }, (_, at) => ({
    ...{ question: at, engine: 'assistant-a', country: 'DE', market: 'DE' },
    cell: at,
  }));
  const indices = Int32Array.from(places.keys());
  const facts: TrendFacts = {
    ...{ size: count, at: new Float64Array(count), run: new Int32Array(count), place: indices },
    ...{ context: new Int32Array(count), places, contexts: [{ driver: null, surface: null, shape: null }] },
  };
  const brands = named.map((ranks, at) => ({
    ...{ id: `b${at}`, name: `Brand ${at}`, kind: at === 0 ? ('own' as const) : ('competitor' as const) },
    columns: {
      ...{ rules: 1, searched: new Uint8Array(count).fill(1), brands: named.length },
      brand: {
        rank: Uint16Array.from(ranks),
        listRank: new Uint16Array(count),
        depth: new Float64Array(count),
      },
      named: new Uint16Array(count).fill(1),
    },
  }));
  return leagueOf(brands, facts, indices, [{ id: 'DE', market: { country: 'DE' } }], {
    overview: new Int8Array(count).fill(-1),
  });
}

it('calls a lead significant that asking again would hardly turn round, and no other', () => {
  const always = Array.from({ length: 20 }, () => 1);
  const half = always.map((_, at) => (at < 10 ? 2 : 0));
  const otherHalf = always.map((_, at) => (at < 10 ? 0 : 2));
  const { brands } = league(half, always, otherHalf);
  expect(brands.map(({ name, next }) => [name, next?.verdict ?? null])).toEqual([
    ['Brand 1', 'larger-than-noise'],
    ['Brand 0', 'within-noise'],
    ['Brand 2', null],
  ]);
  expect(brands[0]?.next).toMatchObject({ only: 10, onlyNext: 0 });
  const few = league([1, 1, 1, 1, 1], [0, 0, 0, 0, 0]);
  expect(few.brands[0]?.next?.verdict).toBe('not-enough-samples');
});
