import fc from 'fast-check';
import { expect, it } from 'vitest';
import { whyMoved } from '#shared/figures/trends/movement.ts';
import { type TrendMetric, trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import { type MadeAnswer, trendFacts } from '#tests/support/trendFacts.ts';

const visibility = trendMetrics[0] as TrendMetric;

/** Answers of day 0 against those of day 1; `recounted` gives the first ones' numerators by the later rules. */
function moved(answers: readonly MadeAnswer[], metric = visibility, recounted?: readonly number[]) {
  const { facts, values, all } = trendFacts(answers);
  const of = (day: number) => all.filter((index) => answers[index]?.day === day);
  const later =
    recounted === undefined
      ? values
      : {
          ...values,
          numerator: Float64Array.from(values.numerator, (over, at) => recounted[at] ?? over),
          rules: 2,
        };
  // Each answer cites one of three domains.
  const items = {
    from: Uint32Array.from({ length: answers.length + 1 }, (_, at) => at),
    url: Int32Array.from(answers, (_, at) => at % 3),
    domainOfUrl: [0, 1, 2],
  };
  const cited = metric.compute.pooling === 'concentration' ? { items } : {};
  return whyMoved(
    metric,
    facts,
    { answers: of(0), values: { ...values, ...cited } },
    { ...later, ...cited },
    { answers: of(1), values: { ...later, ...cited } },
  );
}

it('takes a change apart into what was lost, recounted, served otherwise, real and new', () => {
  const answers: readonly MadeAnswer[] = [
    { day: 0, country: 'DE', over: 1 },
    { day: 0, country: 'FR', over: 0 },
    { day: 0, country: 'JP', over: 0 },
    { day: 0, country: 'US', over: 0 },
    { day: 1, country: 'FR', over: 1 },
    { day: 1, country: 'JP', over: 1, driver: 'openai' },
    { day: 1, country: 'US', over: 1 },
    { day: 1, country: 'BR', over: 0 },
  ];
  // By the later rules the first answer of US names the brand after all.
  const { from, to, change, parts } = moved(answers, visibility, [1, 0, 0, 1]);
  expect([from.value, to.value, change]).toEqual([0.25, 0.75, 0.5]);
  const by = Object.fromEntries(parts.map((part) => [part.part, part]));
  // DE leaves: 1/4 → 0/3.
  expect(by.lost).toMatchObject({ change: -0.25, cells: 1, before: [0], now: [] });
  // US by the later rules: 0/3 → 1/3.
  expect(by.rules?.change).toBeCloseTo(1 / 3, 12);
  expect(by.rules).toMatchObject({ cells: 1, before: [3], now: [] });
  // JP comes from another driver: 1/3 → 2/3.
  expect(by.circumstances?.change).toBeCloseTo(1 / 3, 12);
  expect(by.circumstances).toMatchObject({ cells: 1, before: [2], now: [5] });
  // FR names it now, US still does: 2/3 → 3/3.
  expect(by.real?.change).toBeCloseTo(1 / 3, 12);
  expect(by.real).toMatchObject({ cells: 2, before: [1, 3], now: [4, 6] });
  // BR comes in: 3/3 → 3/4.
  expect(by.new).toMatchObject({ change: -0.25, cells: 1, before: [], now: [7] });
});

it('reports that no cell is in both, and computes no components if a side has no data', () => {
  const apart = moved([
    { day: 0, country: 'DE', over: 1 },
    { day: 1, country: 'FR', over: 0 },
  ]);
  expect(apart.disjoint).toBe(true);
  expect(apart.parts.filter(({ change }) => change !== 0)).toMatchObject([{ part: 'new', change: -1 }]);
  const nothing = moved([{ day: 0, over: 1 }]);
  expect(nothing.change).toBeNull();
  expect(nothing.parts.every(({ change }) => change === 0)).toBe(true);
});

it('always adds up, whatever the metric and the answers are', () => {
  const answer = fc.record({
    day: fc.integer({ min: 0, max: 1 }),
    question: fc.integer({ min: 1, max: 3 }),
    country: fc.constantFrom('DE', 'FR', 'JP'),
    over: fc.integer({ min: 0, max: 3 }),
    under: fc.integer({ min: 0, max: 3 }),
    driver: fc.constantFrom('sandbox', 'openai', null),
    shape: fc.constantFrom('default', 'legacy', null),
  });
  fc.assert(
    fc.property(
      fc.array(answer, { maxLength: 40 }),
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }),
      fc.constantFrom(...trendMetrics),
      (answers, recounted, metric) => {
        const { from, to, change, parts } = moved(answers, metric, recounted);
        const sum = parts.reduce((total, part) => total + part.change, 0);
        if (from.value === null || to.value === null) expect([change, sum]).toEqual([null, 0]);
        else expect(sum).toBeCloseTo(to.value - from.value, 9);
      },
    ),
    { numRuns: 400 },
  );
});
