import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noiseTest } from '#shared/figures/statistics/noise.ts';
import { seededRandom, smallestP } from '#shared/figures/statistics/permutations.ts';
import { presenceTests } from '#shared/figures/statistics/presenceTests.ts';

const options = { permutations: 999 };
const run = (values: readonly number[], markets: readonly number[], seed = 1) =>
  noiseTest({
    ...options,
    markets,
    random: seededRandom(seed),
    distance: (one, two) => Math.abs((values[one] ?? 0) - (values[two] ?? 0)),
  });

describe('noise test', () => {
  it('effect: markets {0, 0.1, 0.1} and {0.8, 0.9, 0.9} and {0.4, 0.5, 0.5}, by hand', () => {
    const result = run([0, 0.1, 0.1, 0.8, 0.9, 0.9, 0.4, 0.5, 0.5], [0, 0, 0, 1, 1, 1, 2, 2, 2]);
    // within: each market (0.1 + 0.1 + 0)/3 = 0.0667
    // between: 0–1 mean 0.8, 0–2 mean 0.4, 1–2 mean 0.4 (means differ by 0.8, 0.4, 0.4 and no pairs cross): 1.6/3 = 0.5333
    expect(result).toMatchObject({
      within: 0.0667,
      between: 0.5333,
      effect: 0.4667,
      markets: 3,
      samples: 9,
      verdict: 'larger-than-noise',
    });
    expect(result.pValue).toBeLessThanOrEqual(0.05);
  });

  it('says within noise when the markets are drawn from the same answers', () => {
    const random = seededRandom(5);
    const values = Array.from({ length: 24 }, () => random());
    const result = run(
      values,
      values.map((_, at) => at % 6),
    );
    expect(result.verdict).toBe('within-noise');
    expect(result.pValue).toBeGreaterThan(0.05);
  });

  it('finds a difference in at most about 1 of 20 comparisons where there is none', () => {
    let found = 0;
    for (let trial = 0; trial < 200; trial++) {
      const random = seededRandom(trial * 77 + 1);
      const values = Array.from({ length: 12 }, () => random());
      if (
        noiseTest({
          markets: values.map((_, at) => Math.floor(at / 3)),
          permutations: 199,
          random,
          distance: (one, two) => Math.abs((values[one] ?? 0) - (values[two] ?? 0)),
        }).verdict === 'larger-than-noise'
      )
        found++;
    }
    expect(found).toBeLessThanOrEqual(20);
  });

  it('needs three samples per market, and excludes markets that have fewer', () => {
    expect(run([0, 1, 0, 1], [0, 0, 1, 1]).verdict).toBe('not-enough-samples');
    const partly = run([0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1, 9], [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]);
    expect(partly).toMatchObject({ markets: 3, samples: 9, verdict: 'larger-than-noise' });
  });

  it('two markets of three can never reach p ≤ 0.05: 2!·3!·3!/6! = 0.1; of four they can: 2!·4!·4!/8! = 0.0286', () => {
    expect(smallestP([3, 3])).toBeCloseTo(0.1, 10);
    expect(smallestP([4, 4])).toBeCloseTo(0.0286, 4);
    expect(run([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1])).toMatchObject({
      verdict: 'not-enough-samples',
      effect: 1,
      pValue: null,
    });
    expect(run([0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1, 1]).verdict).toBe('larger-than-noise');
  });

  it('says the same every time it is opened, and does not compare what cannot be compared', () => {
    const values = [0.1, 0.4, 0.2, 0.3, 0.6, 0.5, 0.2, 0.8, 0.4];
    const markets = [0, 0, 0, 1, 1, 1, 2, 2, 2];
    expect(run(values, markets)).toEqual(run(values, markets));
    expect(
      noiseTest({ ...options, markets, random: seededRandom(1), distance: () => 1, incomparable: 'shape' }),
    ).toMatchObject({ verdict: 'not-comparable', reason: 'shape', pValue: null });
  });

  it('counts presence as it would measure it', () => {
    const markets = [0, 0, 0, 1, 1, 1, 2, 2, 2];
    const present = [true, true, true, false, false, true, false, false, false];
    const counted = presenceTests(markets)(present, { ...options, random: seededRandom(3) });
    const measured = noiseTest({
      ...options,
      markets,
      random: seededRandom(3),
      distance: (one, two) => (present[one] === present[two] ? 0 : 1),
    });
    // Worked out from the distribution of the counts, and by looking at all 280 arrangements.
    expect(counted).toEqual({ ...measured, permutations: 0, counts: false });
    expect(measured).toMatchObject({ permutations: 280, exact: true });
  });

  it('finds the same exact p by its distribution as by looking at every arrangement', () => {
    const sizes = fc.array(fc.integer({ min: 3, max: 5 }), { minLength: 2, maxLength: 3 });
    fc.assert(
      fc.property(sizes, fc.infiniteStream(fc.boolean()), (groups, marks) => {
        const markets = groups.flatMap((size, market) => Array.from({ length: size }, () => market));
        const present = markets.map(() => marks.next().value === true);
        if (markets.length > 11) return;
        const distance = (one: number, two: number) => (present[one] === present[two] ? 0 : 1);
        const counted = presenceTests(markets)(present, { ...options, random: seededRandom(1) });
        const looked = noiseTest({ ...options, markets, distance, random: seededRandom(1) });
        expect([counted.pValue, counted.verdict]).toEqual([looked.pValue, looked.verdict]);
      }),
      { numRuns: 60 },
    );
  });

  it('estimates about the exact p if there are too many permutations to enumerate', () => {
    const markets = Array.from({ length: 60 }, (_, at) => at % 20);
    const random = seededRandom(4);
    const present = markets.map((market) => random() < 0.3 + market / 50);
    const counted = presenceTests(markets)(present, { ...options, random: seededRandom(2) });
    const drawn = noiseTest({
      markets,
      permutations: 20_000,
      random: seededRandom(2),
      kinds: present,
      distance: () => 1,
    });
    expect([counted.exact, drawn.exact]).toEqual([true, false]);
    expect(Math.abs((counted.pValue ?? 0) - (drawn.pValue ?? 0))).toBeLessThan(0.01);
  });

  it('draws samples of the same value together at about the p of drawing each by itself', () => {
    const random = seededRandom(6);
    // Markets of different sizes, six values, and a slight difference between the markets.
    const markets = [3, 4, 5, 6, 7, 8].flatMap((size, market) => Array<number>(size).fill(market));
    const values = markets.map((market) => Math.floor(random() * 4 + market / 3));
    const input = {
      markets,
      distance: (one: number, two: number) =>
        values[one] === values[two] ? 0 : Math.abs((values[one] ?? 0) - (values[two] ?? 0)) / 6,
    };
    const together = noiseTest({ ...input, kinds: values, permutations: 20_000, random: seededRandom(1) });
    const apart = noiseTest({ ...input, permutations: 20_000, random: seededRandom(2) });
    expect({ ...together, pValue: 0 }).toEqual({ ...apart, pValue: 0 });
    expect(apart.pValue).toBeGreaterThan(0.001);
    expect(apart.pValue).toBeLessThan(0.5);
    expect(Math.abs((together.pValue ?? 0) - (apart.pValue ?? 0))).toBeLessThan(0.015);
  });

  it('draws presence at about the p of the distances where its distribution has too many steps', () => {
    const random = seededRandom(7);
    const markets = Array.from({ length: 700 }, (_, at) => at % 35);
    for (const share of [0.1, 0.85]) {
      const present = markets.map((market) => random() < share + (market - 17) / 250);
      const counted = presenceTests(markets)(present, { permutations: 5000, random: seededRandom(1) });
      const measured = noiseTest({
        ...{ markets, permutations: 5000, random: seededRandom(2) },
        kinds: present,
        distance: () => 1,
      });
      expect([counted.exact, measured.exact]).toEqual([false, false]);
      expect({ ...counted, pValue: 0 }).toEqual({ ...measured, pValue: 0, verdict: counted.verdict });
      expect(Math.abs((counted.pValue ?? 0) - (measured.pValue ?? 0))).toBeLessThan(0.03);
    }
  });

  it('stops early where it is one of many and finds nothing, at about the same p', () => {
    const random = seededRandom(9);
    const values = Array.from({ length: 60 }, () => random());
    const input = {
      markets: values.map((_, at) => at % 12),
      distance: (one: number, two: number) => Math.abs((values[one] ?? 0) - (values[two] ?? 0)),
      permutations: 9999,
    };
    const whole = noiseTest({ ...input, random: seededRandom(3) });
    const early = noiseTest({ ...input, random: seededRandom(3), oneOfMany: true });
    expect(early.permutations).toBeLessThan(whole.permutations);
    expect(Math.abs((whole.pValue ?? 0) - (early.pValue ?? 0))).toBeLessThan(0.15);
  });
});
