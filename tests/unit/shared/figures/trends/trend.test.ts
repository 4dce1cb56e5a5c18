import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rateOf } from '#shared/figures/statistics/wilson.ts';
import { bucketsOf, fittingInterval } from '#shared/figures/trends/buckets.ts';
import { seriesOf, trendOf } from '#shared/figures/trends/trend.ts';
import { trendMetric, trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import { countSurfaces, type SurfaceCount } from '#shared/interface/surface.ts';
import type { TrendInterval } from '#shared/model/trendLines.ts';
import { rounded } from '#shared/rounded.ts';
import { dayMs, firstDay, type MadeAnswer, trendFacts } from '#tests/support/trendFacts.ts';

const metricOf = (id: string) => {
  const metric = trendMetric(id);
  if (metric === null) throw new Error(`no metric ${id}`);
  return metric;
};

function trend(answers: readonly MadeAnswer[], metric = 'visibility', every: TrendInterval = 'day') {
  const { facts, values, all } = trendFacts(answers);
  const buckets = bucketsOf(every, facts, all, { fromMs: null, beforeMs: null });
  if (buckets === null) throw new Error('too many buckets');
  const groups = { names: [{ key: '', label: 'All' }] };
  const series = seriesOf(metricOf(metric), facts, buckets, groups, () => values);
  return trendOf(metricOf(metric), facts, all, buckets, series, [], () => values);
}

it('chooses the shortest interval that was asked in at least half the time', () => {
  const asked = (...days: readonly number[]) => {
    const { facts, all } = trendFacts(days.map((day) => ({ day, over: 1 })));
    return fittingInterval(facts, all);
  };
  expect(asked(0, 1, 2, 3)).toBe('day');
  expect(asked(0, 2, 4, 6)).toBe('day');
  expect(asked(0, 7, 14, 21)).toBe('week');
  expect(asked(0, 30, 61, 92)).toBe('month');
});

it('gives the percentage of the counts beside it, however often each cell was asked', () => {
  const answers = [
    ...[1, 1, 1, 0].map((over) => ({ day: 0, country: 'DE', over })),
    { day: 0, country: 'JP', over: 0 },
  ];
  const [point] = trend(answers).series[0]?.points ?? [];
  const { value, low, high } = rateOf(3, 5);
  expect(point).toMatchObject({ value, numerator: 3, denominator: 5, cells: 2, low, high });
});

it('shows days without an answer as gaps and never as zero', () => {
  const points = trend([
    { day: 0, over: 1 },
    { day: 1, over: 0, under: 0 },
    { day: 3, over: 0 },
  ]).series[0]?.points;
  expect(points?.map(({ value, denominator }) => [value, denominator])).toEqual([
    [1, 1],
    [null, 0],
    [null, 0],
    [0, 1],
  ]);
});

it('cuts time into UTC days, weeks from Monday, months and runs', () => {
  const answers = [
    { day: 0, over: 1, run: 1 },
    { day: 6, over: 1, run: 1 },
    { day: 7, over: 1, run: 2 },
    { day: 30, over: 1, run: 3 },
  ];
  const labels = (every: TrendInterval) =>
    trend(answers, 'visibility', every).buckets.map(({ label }) => label);
  expect(labels('day')).toHaveLength(31);
  expect(labels('week')).toEqual(['2026-06-01', '2026-06-08', '2026-06-15', '2026-06-22', '2026-06-29']);
  expect(labels('month')).toEqual(['2026-06', '2026-07']);
  expect(labels('run')).toEqual(['2026-06-01 00:00', '2026-06-08 00:00', '2026-07-01 00:00']);
});

it('counts questions and countries, sums a distribution and waits for twenty transitions', () => {
  const reached = [
    { day: 0, question: 1, country: 'DE', over: 1 },
    { day: 0, question: 1, country: 'DE', over: 0 },
    { day: 0, question: 2, country: 'DE', over: 0 },
    { day: 0, question: 2, country: 'FR', over: 0 },
  ];
  // One of two questions, one of two countries.
  for (const metric of ['prompt-coverage', 'country-reach'])
    expect(trend(reached, metric).series[0]?.points[0]).toMatchObject({
      value: 0.5,
      numerator: 1,
      denominator: 2,
    });
  const steps = (count: number) =>
    trend(
      Array.from({ length: count }, (_, at) => ({ day: 0, over: at % 2 === 0 ? 1 : 0.5 })),
      'stability',
    );
  expect(steps(19).series[0]?.points[0]?.value).toBeNull();
  expect(steps(20).series[0]?.points[0]?.value).toBe(0.75);

  const { facts, values, all } = trendFacts([
    { day: 0, country: 'DE', over: 4, under: 4 },
    { day: 0, country: 'FR', over: 1, under: 1 },
  ]);
  const cited = {
    ...values,
    items: {
      from: Uint32Array.of(0, 4, 5),
      url: Int32Array.of(0, 0, 0, 1, 1),
      domainOfUrl: [7, 8],
    },
  };
  const buckets = bucketsOf('day', facts, all, { fromMs: null, beforeMs: null });
  if (buckets === null) throw new Error('no buckets');
  const [line] = seriesOf(
    metricOf('concentration'),
    facts,
    buckets,
    { names: [{ key: '', label: 'All' }] },
    () => cited,
  );
  // Domain 7 has 3 of 5 citations, domain 8 has 2: 0.6² + 0.4² = 0.52.
  expect(line?.points[0]?.value).toBe(0.52);
});

it('compares the halves of the period on their common cells, and says when that is impossible', () => {
  const week = (day: number, over: number, extra: Partial<MadeAnswer> = {}) =>
    Array.from({ length: 10 }, () => ({ day, over, ...extra }));
  const change = trend([...week(0, 0), ...week(1, 1), ...week(1, 1, { country: 'JP' })]).series[0]?.delta;
  expect(change).toMatchObject({ before: 0, now: 1, delta: 1, verdict: 'larger-than-noise', commonCells: 1 });
  // One of 184,756 ways to divide twenty answers.
  expect(change?.pValue).toBeCloseTo(1 / 184_756, 8);
  expect(change?.counts).toEqual({
    before: { numerator: 0, denominator: 10 },
    now: { numerator: 10, denominator: 10 },
  });
  const shaped = trend([...week(0, 0), ...week(1, 1, { shape: 'legacy' })]);
  expect(shaped.series[0]?.delta.verdict).toBe('not-comparable');
  expect(
    trend([
      { day: 0, over: 0 },
      { day: 1, over: 1 },
    ]).series[0]?.delta.verdict,
  ).toBe('not-enough-samples');
});

it('marks where the driver or the served shape of a cell changed, and not where it is unknown', () => {
  const { markers } = trend([
    { day: 0, over: 1, driver: 'sandbox' },
    { day: 1, over: 1, driver: null },
    { day: 2, over: 1, driver: 'openai' },
    { day: 3, over: 1, driver: 'openai', shape: 'legacy' },
  ]);
  expect(markers).toEqual([
    { bucket: 2, kind: 'driver', words: 'assistant-a: provider sandbox → openai (1 segment)' },
    { bucket: 3, kind: 'shape', words: 'assistant-a: response type default → legacy (1 segment)' },
  ]);
});

it('counts the surfaces of the answers that count, and marks where the surface of a cell changed', () => {
  const { markers, surfaces } = trend([
    { day: 0, over: 1, surface: 'model-api' },
    { day: 1, over: 1, surface: 'search-page' },
    { day: 2, over: 0, surface: 'search-page' },
    { day: 2, over: 0, under: 0, surface: 'consumer-page' },
  ]);
  expect(surfaces).toEqual([
    { surface: 'search-page', answers: 2 },
    { surface: 'model-api', answers: 1 },
  ]);
  expect(markers[0]).toEqual({
    bucket: 1,
    kind: 'surface',
    words: 'assistant-a: surface Model API → Search page (1 segment)',
  });
});

it('uses only the given period, and refuses too many points', () => {
  const { facts, all } = trendFacts([
    { day: 0, over: 1 },
    { day: 3000, over: 1 },
  ]);
  expect(bucketsOf('day', facts, all, { fromMs: null, beforeMs: null })).toBeNull();
  const buckets = bucketsOf('day', facts, all, { fromMs: firstDay - dayMs, beforeMs: firstDay + 2 * dayMs });
  expect(buckets?.buckets).toHaveLength(3);
  expect([buckets?.of(0), buckets?.of(1)]).toEqual([1, -1]);
});

it('finds every metric by its id and by its name', () => {
  expect(trendMetric('Average position')?.id).toBe('mean-rank');
  expect(trendMetric('no such thing')).toBeNull();
  for (const { id } of trendMetrics) expect(trendMetric(id)?.id).toBe(id);
});

const madeAnswers = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 40 }),
      question: fc.integer({ min: 1, max: 3 }),
      country: fc.constantFrom('DE', 'FR', 'JP'),
      over: fc.integer({ min: 0, max: 1 }),
      under: fc.integer({ min: 0, max: 1 }),
      driver: fc.constantFrom(null, 'sandbox', 'openai'),
      surface: fc.constantFrom(null, 'model-api', 'search-page'),
      run: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((answers) => answers.toSorted((one, two) => one.day - two.day));

it('marks where a question was asked in other words than before, by market, and keeps its segment', () => {
  const { markers, series } = trend([
    { day: 0, country: 'DE', over: 1 },
    { day: 0, country: 'FR', over: 1, wording: 7 },
    { day: 1, country: 'DE', over: 0, wording: 5 },
    { day: 1, country: 'FR', over: 0, wording: 7 },
    { day: 2, country: 'DE', over: 0, wording: 5 },
    { day: 2, country: 'FR', over: 0, wording: 8 },
    { day: 2, question: 2, over: 0, wording: 9 },
  ]);
  expect(markers.filter(({ kind }) => kind === 'wording')).toEqual([
    { bucket: 1, kind: 'wording', words: 'wording of the question changed (1 segment)' },
    { bucket: 2, kind: 'wording', words: 'wording of the question changed (1 segment)' },
  ]);
  expect(series[0]?.points.map(({ cells }) => cells)).toEqual([2, 2, 3]);
});

it('gives whatever was asked the figures of a count by hand: points, surfaces and changed segments', () => {
  fc.assert(
    fc.property(madeAnswers, fc.constantFrom('day', 'week', 'month', 'run' as const), (answers, every) => {
      const { facts, all } = trendFacts(answers);
      const buckets = bucketsOf(every, facts, all, { fromMs: null, beforeMs: null });
      const found = trend(answers, 'visibility', every);
      const byBucket = found.buckets.map((_, bucket) =>
        answers.filter((_answer, answer) => buckets?.of(answer) === bucket),
      );
      const cellOf = ({ question, country }: MadeAnswer) => `${question} ${country}`;
      for (const [bucket, asked] of byBucket.entries()) {
        const counted = asked.filter(({ under }) => under > 0);
        const having = counted.reduce((sum, { over }) => sum + over, 0);
        expect(found.series[0]?.points[bucket]?.value).toBe(
          counted.length === 0 ? null : rounded(having / counted.length),
        );
      }
      const surfaces = answers.filter(({ under }) => under > 0).map(({ surface }) => surface);
      // Of equal counts the one that was stored first stands first.
      const bySurface = (counts: readonly SurfaceCount[]) =>
        new Map(counts.map((each) => [each.surface, each.answers]));
      expect(bySurface(found.surfaces)).toEqual(bySurface(countSurfaces(surfaces)));
      const periods = byBucket.flatMap((asked, bucket) =>
        asked.length === 0 ? [] : [{ bucket, cells: new Set(asked.map(cellOf)) }],
      );
      const changed = periods.slice(1).filter(({ cells }, at) => {
        const before = periods[at]?.cells ?? cells;
        const either = new Set([...cells, ...before]);
        const kept = [...either].filter((cell) => cells.has(cell) && before.has(cell)).length;
        return (either.size - kept) / either.size >= 0.2;
      });
      const marked = found.markers.filter(({ kind }) => kind === 'segments').map(({ bucket }) => bucket);
      expect(marked).toEqual(changed.map(({ bucket }) => bucket));
    }),
  );
});

it('draws a line of every group from its answers alone', () => {
  fc.assert(
    fc.property(madeAnswers, (answers) => {
      const { facts, values, all } = trendFacts(answers);
      const buckets = bucketsOf('day', facts, all, { fromMs: null, beforeMs: null });
      if (buckets === null) throw new Error('too many buckets');
      const names = ['DE', 'FR'].map((key) => ({ key, label: key }));
      const of = (answer: number) => names.findIndex(({ key }) => key === answers[answer]?.country);
      const lines = seriesOf(metricOf('visibility'), facts, buckets, { names, of }, () => values);
      for (const { key, points } of lines) {
        const alone = answers.filter(({ country }) => country === key);
        const expected = alone.length === 0 ? [] : trend(alone).series[0]?.points;
        expect(points.filter(({ cells }) => cells > 0).map(({ value }) => value)).toEqual(
          expected?.filter(({ cells }) => cells > 0).map(({ value }) => value),
        );
      }
    }),
  );
});
